import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heatmapOf, meanOf } from '#compat/qdash/verbs/chip-averages.ts';
import { alignSides } from '#shared/statistics/rules/differences/align-sides.ts';
import { judgeDifferences } from '#shared/statistics/rules/differences/judge-differences.ts';
import { Stretches } from '#shared/statistics/rules/differences/stretches.ts';
import { rangeValue, singleValue } from '#shared/statistics/rules/range-value.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { medianCourse } from '#shared/values/rules/median-course.ts';
import { mergeRollUps, rollUp } from '#shared/values/rules/roll-up.ts';
import { median } from '#shared/values/rules/statistics.ts';
import { besideEachOther } from '#shared/values/rules/units/angles.ts';
import { conversionOf } from '#shared/values/rules/units/conversion.ts';
import { inOneUnit } from '#shared/values/rules/units/one-unit.ts';
import { turnOf } from '#shared/values/rules/units/unit.ts';
import { coverageOfTable, tableOf } from '#shared/values/verbs/metric-table.ts';
import type { Reading } from '#shared/values/verbs/readings.ts';
import { reportedMetrics } from '#shared/values/verbs/reported-metrics.ts';
import { openCell } from '#test/support/open-cell.ts';
import { mapCells } from '../../../web/values/lib/metrics/cells.ts';
import { valuesCsv } from '../../../web/values/lib/metrics/values-csv.ts';

const at = '2026-02-03T04:05:06.000Z';
const prefixes: Record<string, number> = { p: -12, n: -9, u: -6, µ: -6, μ: -6, m: -3, '': 0, k: 3, M: 6, G: 9 };

/** A number as one writes it: digits and a power of ten, in the base unit of its dimension. */
const written = fc.record({ digits: fc.integer({ min: 1, max: 99_999 }), power: fc.integer({ min: -3, max: 3 }) });
type Written = { digits: number; power: number };
const numberOf = ({ digits, power }: Written, exponent = 0) => Number(`${digits}e${power - exponent}`);

/** The spellings of a base unit; of every other one there is one. */
const spellings: Record<string, readonly string[]> = {
  Ohm: ['Ohm', 'ohm', 'Ohms', '\u03A9', '\u2126'],
  Phi0: ['Phi0', 'Phi_0', '\u03A60', '\u03A6\u2080'],
  rad: ['rad', 'radian', 'radians'],
};

/** The values of a metric, and the same with a prefix and a spelling each. */
const spelled = (base: string) =>
  fc
    .array(
      fc.tuple(written, fc.constantFrom(...Object.keys(prefixes)), fc.constantFrom(...(spellings[base] ?? [base]))),
      { minLength: 1, maxLength: 7 },
    )
    .map((all) => ({
      plain: all.map(([one]) => ({ value: numberOf(one), unit: base })),
      mixed: all.map(([one, prefix, spelling]) => ({
        value: numberOf(one, prefixes[prefix]),
        unit: `${prefix}${spelling}`,
      })),
    }));

interface Given {
  value: number;
  unit: string;
}

const readingsOf = (metric: string, values: readonly Given[]): Reading[] =>
  values.map((one, n) => ({
    ...{ metric, target: { kind: 'qubit' as const, id: String(n) } },
    ...singleValue({ ...one, at, error: undefined, source: 'import', executionId: undefined, taskId: undefined }),
  }));

const measured = ({ value, unit }: Given, n: number, when = at) => ({
  ...{ at: when, value, unit, error: undefined, source: 'import' as const, recordedAt: when, sampleId: `s${n}` },
  ...{ executionId: undefined, taskId: undefined },
});

const given = (value: number | null | undefined, unit: string | undefined): Given => ({
  value: value ?? Number.NaN,
  unit: unit ?? '',
});

/** Every text about the values of a metric, each number with its unit. */
function saidOf(metric: string, values: readonly Given[]) {
  const definition = describeMetric(metric, 'qubit');
  const readings = readingsOf(metric, values);
  const view = { asOf: at, limits: undefined };
  const table = tableOf(readings, 'qubit', view);
  const coverage = coverageOfTable(table, { kind: 'qubit', total: values.length, limits: undefined })[metric];
  const ofMetric = { [metric]: table[metric] ?? {} };
  const heatmap = heatmapOf(metric, { qubit: ofMetric, coupling: {} });
  const [report] = coverage ? reportedMetrics('qubit', ofMetric, { [metric]: coverage }, values.length) : [];
  const printedUnit = report?.definition.storedUnit ?? '';
  const cells = Object.entries(table[metric] ?? {}).map(([id, cell]) => [id, openCell(cell)] as const);
  const { unit, numbers } = inOneUnit(definition, readings);
  const [day] = medianCourse(
    definition,
    values.map((one, n) => [measured(one, n)]),
    [{ start: '2026-02-03T00:00:00.000Z', end: '2026-02-03T23:59:59.999Z' }],
  );
  const rolled = values.flatMap((one, n) => rollUp(metric, 'qubit', [measured(one, n)]) ?? []);
  const merged = mergeRollUps(definition.mode, rolled);
  const average = merged && rangeValue('average', definition, merged);
  const best = merged && rangeValue('best', definition, merged);
  const display = metricDisplay(describeMetric(metric, 'qubit', coverage?.unit));
  const wire = Object.fromEntries(
    cells.map(([id, { value, unit: own }]) => [id, { value, unit: own, stddev: null, state: 'fresh', n: 1 }]),
  );
  const drawn = mapCells(Object.keys(wire), wire as never, display);
  const csv = valuesCsv(drawn, display);
  return {
    cells: cells.map(([id, cell]) => [id, given(cell.value, cell.unit)] as const),
    median: given(coverage?.median, coverage?.unit),
    least: given(coverage?.min, coverage?.unit),
    largest: given(coverage?.max, coverage?.unit),
    mean: {
      value:
        meanOf(
          numbers.map(({ value }) => value),
          unit,
        ) ?? Number.NaN,
      unit,
    },
    ofDay: given(day?.median, day?.unit),
    average: given(average && openCell(average).value, average && openCell(average).unit),
    heatmap: Object.entries(heatmap.values).map(([id, value]) => [id, given(value, heatmap.unit)]) as [string, Given][],
    printed: [...(report?.values ?? [])].map(([id, value]): [string, Given] => [id, { value, unit: printedUnit }]),
    printedMedian: given(report?.median, printedUnit),
    best: best && openCell(best).value,
    leftOut: coverage?.leftOut.map(({ because }) => because),
    drawn: drawn.map((cell) => cell.drawn),
    csv: csv.slice(1).map((row) => ({ value: Number(row[3]), unit: String(row[5]) })),
  };
}

/** A difference of two values of one target, which `mixed` spells otherwise. */
function changeOf(metric: string, before: Given, after: Given) {
  const side = (given: Given, when: string) => ({
    ...singleValue({
      ...given,
      at: when,
      error: undefined,
      source: 'import',
      executionId: undefined,
      taskId: undefined,
    }),
    days: [],
  });
  const cell = {
    ...{ metric, target: { kind: 'qubit' as const, id: '0' } },
    ...{ before: side(before, at), after: side(after, '2026-02-04T04:05:06.000Z') },
  };
  const [one] = judgeDifferences(alignSides([cell]), [], new Stretches([])).differences;
  return given(one?.change, one?.after?.unit);
}

const inBase = ({ value, unit }: Given, base: string) => conversionOf(unit, base)?.value(value) ?? Number.NaN;

it.each([
  ['t1', 's'],
  ['qubit_frequency', 'Hz'],
  ['bias', 'V'],
  ['current', 'A'],
  ['base_temperature', 'K'],
  ['drive', 'W'],
  ['line', 'Ohm'],
  ['flux', 'Phi0'],
])('no prefix changes what is said of the values of %s in %s', (metric, base) => {
  fc.assert(
    fc.property(spelled(base), ({ plain, mixed }) => {
      const [one, other] = [saidOf(metric, plain), saidOf(metric, mixed)];
      for (const key of ['median', 'least', 'largest', 'mean', 'ofDay', 'average', 'printedMedian'] as const) {
        const [expected, found] = [inBase(one[key], base), inBase(other[key], base)];
        expect(Math.abs(found - expected), key).toBeLessThanOrEqual(1e-12 * Math.abs(expected));
      }
      const cells = (said: typeof one) => said.cells.map(([id, given]) => [id, inBase(given, base)]);
      expect(cells(other)).toEqual(cells(one));
      for (const key of ['heatmap', 'printed'] as const) {
        const numbers = (said: typeof one) => said[key].map(([, given]) => inBase(given, base));
        expect(other[key].map(([id]) => id)).toEqual(one[key].map(([id]) => id));
        for (const [n, found] of numbers(other).entries()) {
          const expected = numbers(one)[n] ?? Number.NaN;
          expect(Math.abs(found - expected), key).toBeLessThanOrEqual(1e-12 * Math.abs(expected));
        }
      }
      for (const [n, row] of other.csv.entries()) {
        const expected = inBase(one.csv[n] as Given, base);
        expect(Math.abs(inBase(row, base) - expected)).toBeLessThanOrEqual(1e-11 * Math.abs(expected));
      }
    }),
  );
});

it('no prefix changes a difference', () => {
  fc.assert(
    fc.property(fc.constantFrom('t1 s', 'qubit_frequency Hz', 'bias V'), spelled('?'), spelled('?'), (named, a, b) => {
      const [metric = '', base = ''] = named.split(' ');
      const of = (given: Given | undefined) => ({
        value: given?.value ?? 0,
        unit: (given?.unit ?? '').replace('?', base),
      });
      const [plain, mixed] = [
        changeOf(metric, of(a.plain[0]), of(b.plain[0])),
        changeOf(metric, of(a.mixed[0]), of(b.mixed[0])),
      ];
      const scale = Math.abs(of(a.plain[0]).value) + Math.abs(of(b.plain[0]).value);
      expect(Math.abs(inBase(mixed, base) - inBase(plain, base))).toBeLessThanOrEqual(1e-12 * scale);
    }),
  );
});

it('the order of values changes nothing that is said of them, in units of one dimension or of several', () => {
  const given = fc.record({
    value: fc.double({ min: 0.001, max: 1000, noNaN: true }),
    unit: fc.constantFrom('V', 'mV', 'K', 'mK', 'rad', 'deg', '', '%', 'dBm', 'W', 'furlong'),
  });
  const summary = (values: readonly { id: string; given: Given }[]) => {
    const readings = values.flatMap(({ id, given: one }) =>
      readingsOf('probe', [one]).map((reading) => ({ ...reading, target: { kind: 'qubit' as const, id } })),
    );
    const { unit, numbers, leftOut } = inOneUnit(describeMetric('probe', 'qubit'), readings);
    const said = numbers.map(({ value }) => value);
    const places = besideEachOther(said, unit).toSorted((a, b) => a - b);
    return {
      ...{ unit, mean: meanOf(said, unit), places },
      numbers: Object.fromEntries(numbers.map(({ of, value }) => [of.target.id, value])),
      leftOut: Object.fromEntries(leftOut.map(({ of, because, unit: own }) => [of.target.id, [because, own]])),
    };
  };
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 7 }), (all, shift) => {
      const values = all.map((one, n) => ({ id: String(n), given: one }));
      const turned = [...values.slice(shift), ...values.slice(0, shift)].toReversed();
      expect(summary(turned)).toEqual(summary(values));
      const { numbers, leftOut } = summary(values);
      expect(Object.keys(numbers).length + Object.keys(leftOut).length).toBe(values.length);
    }),
  );
});

it.each(['rad', 'deg', 'mrad', '°'])(
  'whole turns change neither means, medians nor differences of angles in %s',
  (unit) => {
    const turn = turnOf(unit) ?? Number.NaN;
    const angle = fc.double({ min: -0.2, max: 0.2, noNaN: true });
    const turns = fc.integer({ min: -3, max: 3 });
    const near = (found: number | undefined, expected: number) => {
      const rest = ((found ?? Number.NaN) - expected) / turn;
      expect(Math.abs(rest - Math.round(rest))).toBeLessThan(1e-9);
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(angle, turns), { minLength: 1, maxLength: 7 }), angle, (all, centre) => {
        const plain = all.map(([share]) => (centre + share) * turn);
        const wound = all.map(([share, n]) => (centre + share + n) * turn);
        const given = (values: readonly number[]) => values.map((value) => ({ value, unit }));
        const [one, other] = [saidOf('phase', given(plain)), saidOf('phase', given(wound))];
        near(other.mean.value, meanOf(plain, unit) ?? Number.NaN);
        near(other.median.value, median(plain) ?? Number.NaN);
        near(other.ofDay.value, one.ofDay.value);
        near(other.average.value, one.average.value);
        const [first = 0, last = 0] = [wound[0], wound.at(-1)];
        const change = changeOf('phase', { value: first, unit }, { value: last, unit }).value;
        near(change, last - first);
        expect(Math.abs(change)).toBeLessThanOrEqual(turn / 2 + 1e-9 * turn);
      }),
    );
  },
);

it('a power in dBm is the same power in watts, with its uncertainty', () => {
  const [there, back] = [conversionOf('dBm', 'mW'), conversionOf('W', 'dBm')];
  expect([there?.value(0), there?.value(10), back?.value(1), back?.value(0)]).toEqual([1, 10, 30, undefined]);
  fc.assert(
    fc.property(
      fc.double({ min: -150, max: 50, noNaN: true }),
      fc.double({ min: 0.01, max: 3, noNaN: true }),
      (dbm, size) => {
        const watts = conversionOf('dBm', 'uW')?.value(dbm) ?? Number.NaN;
        expect(conversionOf('uW', 'dBm')?.value(watts)).toBeCloseTo(dbm, 9);
        const error = conversionOf('dBm', 'uW')?.size(size, dbm) ?? Number.NaN;
        expect(conversionOf('uW', 'dBm')?.size(error, watts)).toBeCloseTo(size, 9);
      },
    ),
  );
});

it.each([
  ['dB', 'W'],
  ['dB', ''],
  ['dBm', 'dB'],
  ['K', 'degC'],
  ['s', 'Hz'],
  ['V', 'A'],
  ['MHz/a.u.', 'MHz'],
  ['furlong', 'm'],
])('%s and %s do not convert', (from, to) => {
  expect([conversionOf(from, to), conversionOf(to, from)]).toEqual([undefined, undefined]);
});

it.each([
  ['GHz/a.u.', 'MHz/a.u.', 1000],
  ['Φ0', 'mPhi0', 1000],
  ['kΩ', 'Ohm', 1000],
  ['°', 'deg', 1],
  ['k\u2126', 'Ohm', 1000],
  ['m\u212A', 'K', 0.001],
  ['\u33B2', 'us', 1],
  ['degree', 'rad', Math.PI / 180],
  ['%', 'a.u.', 0.01],
  ['μs', 'us', 1],
])('one %s in %s is %d', (from, to, expected) => {
  expect(conversionOf(from, to)?.value(1)).toBeCloseTo(expected, 12);
});

const impossible: readonly [metric: string, base: string, possible: number, found: number][] = [
  ['t1', 's', 4e-5, -4e-5],
  ['t1', 's', 4e-5, 0],
  ['x90_gate_fidelity', '', 0.99, 1.2],
  ['x90_gate_fidelity', '', 0.99, -0.1],
  ['readout_length', 's', 4e-7, -4e-7],
];

it.each(impossible)(
  'no number of %s in "%s" has a value that it cannot have: %d alongside %d',
  (metric, unit, value, bad) => {
    const [alone, both] = [
      saidOf(metric, [{ value, unit }]),
      saidOf(metric, [
        { value, unit },
        { value: bad, unit },
      ]),
    ];
    for (const key of ['median', 'least', 'largest', 'mean', 'ofDay', 'average', 'printedMedian', 'best'] as const)
      expect([key, both[key]]).toEqual([key, alone[key]]);
    expect(both.heatmap).toEqual(alone.heatmap);
    expect(both.printed).toEqual(alone.printed);
    expect(both.leftOut).toEqual(['impossible_value']);
    expect(both.drawn).toEqual([...alone.drawn, null]);
  },
);
