import { type OwnLimit, ownLimitOf, type ValueLimits } from '../../values/rules/own-limits.ts';
import { limitsOf, type TechnologyLimits } from '../../values/rules/technology.ts';
import type { MetricDefinition } from '../../values/rules/types.ts';
import { conversionFactor, conversionOf } from '../../values/rules/units/conversion.ts';
import { type Scale, scaleOf, statedError } from './scale.ts';

/** A new value as it arrives. */
export interface GatedValue {
  value: number | null;
  error?: number | null | undefined;
  unit: string;
  /** Repetitions that a fidelity was counted from; absent for one that was not counted. */
  shots?: number | undefined;
  r2?: number | undefined;
  reducedChiSquare?: number | undefined;
  /** Degrees of freedom of the fit. */
  fitDegrees?: number | undefined;
  /** Equal to the value before it, without a new task result. */
  isRepeat?: boolean;
}

/** How the value lies to what was measured before. */
export interface GateHistory {
  /** Day points of the history. */
  n: number;
  /** Score against the level of the history, and against the last accepted value. */
  zToLevel: number;
  zToLast: number;
}

/** The judgement of a value (rule STAT-24). The value itself is never altered. */
export type GateOutcome =
  | { outcome: 'accept' }
  | { outcome: 'note' | 'hold' | 'faulty' | 'reject'; because: GateReason };

/** Why a value is remarked on, held or rejected. */
export type GateReason =
  | 'not_a_number'
  | 'not_positive'
  | 'negative_duration'
  | 'not_a_fidelity'
  | 'longer_than_a_second'
  | 'frequency_out_of_range'
  | 'out_of_limits'
  | 'below_own_limit'
  | 'above_own_limit'
  | 'unit_of_another_kind'
  | 'longer_than_ten_milliseconds'
  | 'unusually_long'
  | 'perfect_without_shots'
  | 'no_better_than_chance'
  | 'error_too_large'
  | 'poor_fit'
  | 'jump'
  | 'error_beyond_perfect'
  | 'repeat';

type Rule = (found: Found) => boolean;

interface Found {
  gated: GatedValue;
  /** In the metric's stored unit. */
  value: number;
  error: number | undefined;
  definition: MetricDefinition;
  scale: Scale;
  history: GateHistory | undefined;
  limits: TechnologyLimits;
  /** Of the project, in the stored unit. */
  own: Omit<OwnLimit, 'unit'>;
}

/** Fewer day points than these tell no jump (rule STAT-31). */
export const FEWEST_POINTS = 8;
const NOTABLE = 3;
const FEWEST_FIT_DEGREES = 5;

/** Frequencies of a level or a resonator; anharmonicity, ZZ and detunings are differences, small or negative. */
const isTransition = ({ definition, scale }: Found): boolean =>
  scale.kind === 'frequency' && /(^|_)(qubit|readout|resonator)_frequency$/.test(definition.key);

const seconds = ({ definition, value }: Found): number =>
  value * (conversionFactor(definition.storedUnit, 's') ?? Number.NaN);
const gigahertz = ({ definition, value }: Found): number =>
  Math.abs(value) * (conversionFactor(definition.storedUnit, 'GHz') ?? Number.NaN);

/** The limits that two of the reasons name. */
const isUsual = ({ limits }: Found): boolean => limits === limitsOf();

const isUnusuallyLong = (found: Found): boolean =>
  found.scale.kind === 'coherence' &&
  found.own.highest === undefined &&
  seconds(found) > (found.limits.likelyCoherenceSeconds ?? Number.POSITIVE_INFINITY);

function isBeyondFrequencies(found: Found): boolean {
  const { gigahertz: range } = found.limits;
  if (!range || !isTransition(found)) return false;
  const { own } = found;
  const isTooLow = own.lowest === undefined && !(gigahertz(found) >= range.lower);
  return isTooLow || (own.highest === undefined && !(gigahertz(found) <= range.upper));
}

const rejections: readonly [GateReason, Rule][] = [
  ['not_positive', (found) => found.value <= 0 && (found.scale.kind === 'coherence' || isTransition(found))],
  ['negative_duration', ({ scale, definition, value }) => isDuration(scale, definition) && value < 0],
  ['not_a_fidelity', ({ scale, value }) => scale.kind === 'fidelity' && !(value > 0 && value <= 1)],
  [
    'longer_than_a_second',
    (found) =>
      found.scale.kind === 'coherence' &&
      found.own.highest === undefined &&
      seconds(found) > (found.limits.coherenceSeconds ?? Number.POSITIVE_INFINITY),
  ],
  ['below_own_limit', ({ value, own }) => own.lowest !== undefined && value < own.lowest],
  ['above_own_limit', ({ value, own }) => own.highest !== undefined && value > own.highest],
  ['frequency_out_of_range', (found) => isUsual(found) && isBeyondFrequencies(found)],
  ['out_of_limits', isBeyondFrequencies],
];

/** Larger gates and chains have as many qubits as their id says, and a fidelity of a few percent may be good. */
function isNoBetterThanChance(value: number, target: MetricDefinition['target']): boolean {
  if (target === 'qubit') return value <= 0.5;
  return target === 'coupling' && value < 0.25;
}

/** What measured this does not work: no older value replaces it. */
const failures: readonly [GateReason, Rule][] = [
  [
    'no_better_than_chance',
    ({ scale, value, definition }) => scale.kind === 'fidelity' && isNoBetterThanChance(value, definition.target),
  ],
];

const holds: readonly [GateReason, Rule][] = [
  ['longer_than_ten_milliseconds', (found) => isUsual(found) && isUnusuallyLong(found)],
  ['unusually_long', isUnusuallyLong],
  ['perfect_without_shots', ({ scale, value, gated }) => scale.kind === 'fidelity' && value === 1 && !gated.shots],
  ['error_too_large', ({ scale, value, error = 0 }) => scale.kind === 'coherence' && error / value > 0.5],
  ['poor_fit', ({ gated }) => isPoorFit(gated)],
  [
    'jump',
    ({ history }) =>
      history !== undefined &&
      history.n >= FEWEST_POINTS &&
      Math.min(Math.abs(history.zToLevel), Math.abs(history.zToLast)) >= NOTABLE,
  ],
];

const remarks: readonly [GateReason, Rule][] = [
  ['error_beyond_perfect', ({ scale, value, error = 0 }) => scale.kind === 'fidelity' && error > 1 - value],
  ['repeat', ({ gated }) => gated.isRepeat === true],
];

/** Judges a new value within these limits; T2 against T1 is judged apart. Rejections need no history. */
export function gate(
  gated: GatedValue,
  definition: MetricDefinition,
  history?: GateHistory,
  limits: ValueLimits = {},
): GateOutcome {
  const { value, unit } = gated;
  if (value === null || !Number.isFinite(value)) return { outcome: 'reject', because: 'not_a_number' };
  const conversion = conversionOf(unit, definition.storedUnit);
  const converted = conversion?.value(value);
  if (!conversion || converted === undefined) return { outcome: 'reject', because: 'unit_of_another_kind' };
  const own = inStoredUnit(ownLimitOf(limits.own, definition.key), definition);
  if (!own) return { outcome: 'reject', because: 'unit_of_another_kind' };
  const stated = statedError(gated.error);
  const error = stated === undefined ? undefined : conversion.size(stated, value);
  const found = {
    gated,
    value: converted,
    error,
    definition,
    scale: scaleOf(definition),
    history,
    limits: limitsOf(limits.technology),
    own,
  };
  const first = (rules: readonly [GateReason, Rule][]) => rules.find(([, applies]) => applies(found))?.[0];
  const rejected = first(rejections);
  if (rejected) return { outcome: 'reject', because: rejected };
  const failed = first(failures);
  if (failed) return { outcome: 'faulty', because: failed };
  const held = first(holds);
  if (held) return { outcome: 'hold', because: held };
  const remarked = first(remarks);
  return remarked ? { outcome: 'note', because: remarked } : { outcome: 'accept' };
}

/** Undefined for a limit in a unit of another kind, which only a metric whose unit is open can have. */
function inStoredUnit(limit: OwnLimit | undefined, { storedUnit }: MetricDefinition): Found['own'] | undefined {
  if (!limit) return {};
  const conversion = conversionOf(limit.unit, storedUnit);
  if (!conversion) return undefined;
  const [lowest, highest] = [limit.lowest, limit.highest].map((end) =>
    end === undefined ? undefined : conversion.value(end),
  );
  return { lowest, highest };
}

/** Whether the measurement after a held one agrees with it, so that both count. */
export const confirmsHeld = (z: number): boolean => Math.abs(z) < 2;

const isDuration = (scale: Scale, { storedUnit }: MetricDefinition): boolean =>
  scale.kind === 'setting' && conversionFactor(storedUnit, 's') !== undefined;

function isPoorFit({ r2, reducedChiSquare, fitDegrees = 0 }: GatedValue): boolean {
  if (r2 !== undefined && r2 < 0.7) return true;
  return (
    reducedChiSquare !== undefined &&
    fitDegrees >= FEWEST_FIT_DEGREES &&
    (reducedChiSquare > 5 || reducedChiSquare < 0.1)
  );
}
