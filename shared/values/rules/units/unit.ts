/** What a unit measures, and how its numbers follow from those of the base unit of its dimension. */
export interface Unit {
  /** Units of one dimension convert into each other: `time`, `frequency/voltage`; an unknown unit has one of its own. */
  dimension: string;
  /** Power of ten of the base unit that one unit is. */
  exponent: number;
  /** The factor of a unit apart from its power of ten: pi / 180 for a degree. */
  factor: number;
  /** Decibels above a milliwatt: a logarithm of a power. */
  isDecibelMilliwatt?: true;
}

const prefixes: Readonly<Record<string, number>> = {
  ...{ q: -30, r: -27, y: -24, z: -21, a: -18, f: -15, p: -12, n: -9, u: -6, m: -3, c: -2, d: -1, '': 0 },
  ...{ da: 1, h: 2, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18, Z: 21, Y: 24, R: 27, Q: 30 },
};

/** Units that take an SI prefix. Temperature is in kelvin alone: other scales have another zero. */
const bases: Readonly<Record<string, string>> = {
  s: 'time',
  Hz: 'frequency',
  V: 'voltage',
  A: 'current',
  W: 'power',
  K: 'temperature',
  Ohm: 'resistance',
  rad: 'angle',
  Phi0: 'magnetic flux',
};

const linear = (dimension: string, exponent = 0, factor = 1): Unit => ({ dimension, exponent, factor });

/** Units without a prefix. Arbitrary units are a plain number: calibration tasks give fidelities in them. */
const others: Readonly<Record<string, Unit>> = {
  '': linear('ratio'),
  '1': linear('ratio'),
  'a.u.': linear('ratio'),
  '%': linear('ratio', -2),
  percent: linear('ratio', -2),
  ppm: linear('ratio', -6),
  deg: linear('angle', 0, Math.PI / 180),
  min: linear('time', 0, 60),
  h: linear('time', 0, 3600),
  d: linear('time', 0, 86_400),
  dB: linear('level'),
  dBm: { ...linear('power'), isDecibelMilliwatt: true },
};

const scalable = new RegExp(`^(${Object.keys(prefixes).join('|')})(${Object.keys(bases).join('|')})$`);

/** One spelling a unit: the Greek letter and the micro sign become `u`; other units stay as they are. */
export function normalizeUnit(unit: string): string {
  return unit.trim().replace(/^[µμ]/, 'u');
}

/** The spelling by which a unit is looked up; NFKC makes one of the letters and signs that look alike. */
const canonical = (unit: string): string =>
  normalizeUnit(unit.normalize('NFKC'))
    .replace(/(?:Ω|[oO]hms?)$/, 'Ohm')
    .replace(/(?:Φ|Phi|phi)_?0$/, 'Phi0')
    .replace(/^(?:°|degrees?)$/, 'deg')
    .replace(/radians?$/, 'rad');

/** Reads a unit. Units are texts of callers, so that what is remembered of them is bounded. */
export function parseUnit(unit: string): Unit {
  const known = remembered.get(unit);
  if (known) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const parsed = parse(unit);
  remembered.set(unit, parsed);
  return parsed;
}

const mostRemembered = 1000;
const remembered = new Map<string, Unit>();

function parse(unit: string): Unit {
  const simple = parseSimple(canonical(unit));
  if (simple) return simple;
  const [above = '', below, ...more] = unit.split('/');
  const [over, under] = [above, below ?? ''].map((part) =>
    part.trim() === '' ? undefined : parseSimple(canonical(part)),
  );
  // No quotient of logarithms is converted.
  if (more.length > 0 || !over || !under || over.isDecibelMilliwatt || under.isDecibelMilliwatt)
    return linear(`unknown: ${canonical(unit)}`);
  return {
    dimension: `${over.dimension}/${under.dimension}`,
    exponent: over.exponent - under.exponent,
    factor: over.factor / under.factor,
  };
}

function parseSimple(unit: string): Unit | undefined {
  if (Object.hasOwn(others, unit)) return others[unit];
  const [, prefix = '', base = ''] = scalable.exec(unit) ?? [];
  const dimension = bases[base];
  return dimension === undefined ? undefined : linear(dimension, prefixes[prefix]);
}

/** A full turn in a unit of angle; undefined for every other unit. */
export function turnOf(unit: string): number | undefined {
  const { dimension, exponent, factor } = parseUnit(unit);
  if (dimension !== 'angle') return undefined;
  return factor === 1 ? Number(`${2 * Math.PI}e${-exponent}`) : 360;
}

/** A difference of two angles, from above minus half a turn to half a turn. */
export function withinHalfTurn(difference: number, turn: number): number {
  const rest = difference - turn * Math.round(difference / turn);
  return rest <= -turn / 2 ? rest + turn : rest;
}
