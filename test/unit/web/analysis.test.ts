import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankCorrelation } from '#shared/statistics/rules/correlation.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import type { ChipMetrics, MetricsConfig } from '../../../web/ui/lib/api/wire.ts';
import { barsOf } from '../../../web/values/lib/analysis/bars.ts';
import { analysedLacking, chooseAnalysed, metricsAnalysed } from '../../../web/values/lib/analysis/choice.ts';
import { joined } from '../../../web/values/lib/analysis/joined.ts';
import { pairsOf } from '../../../web/values/lib/analysis/pairs.ts';
import { analysisSearch, metricNamed } from '../../../web/values/lib/analysis/search.ts';
import { correlationText } from '../../../web/values/lib/analysis/words.ts';
import { type MapCell, unknownCell } from '../../../web/values/lib/metrics/cells.ts';
import type { HistoryPoint } from '../../../web/values/lib/metrics/history-point.ts';
import { withCells } from '../../../web/values/lib/metrics/metric-choice.ts';

const DAY_MS = 86_400_000;
const atDay = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString();
const cells = (values: Record<string, number | null>): MapCell[] =>
  Object.entries(values).map(([target, drawn]) => ({ ...unknownCell, target, drawn, state: 'fresh' }));
const of = (key: string, kind: 'qubit' | 'coupling', values: Record<string, number | null>) => ({
  display: metricDisplay(describeMetric(key, kind)),
  cells: cells(values),
});

describe('two metrics of a chip', () => {
  it('a pair is a target that has both', () => {
    const pairs = pairsOf(of('t1', 'qubit', { 0: 5, 1: null, 2: 7 }), of('t2_echo', 'qubit', { 0: 1, 1: 2, 3: 4 }));
    expect(pairs).toEqual([{ target: '0', x: 5, y: 1 }]);
  });

  it('a coupling is paired with the worse of its qubits, which is the larger where errors are drawn', () => {
    const gates = of('cz_gate_fidelity', 'coupling', { '0-1': 0.4, '1-2': 0.5 });
    const qubits = { 0: 30, 1: 50, 2: null };
    expect(pairsOf(of('t1', 'qubit', qubits), gates)).toEqual([{ target: '0-1', x: 30, y: 0.4 }]);
    expect(pairsOf(gates, of('average_readout_fidelity', 'qubit', qubits))).toEqual([{ target: '0-1', x: 0.4, y: 50 }]);
  });

  it('the correlation of ranks is that of ranks that are counted one by one', () => {
    const rank = (all: readonly number[], one: number) =>
      all.filter((value) => value < one).length + (all.filter((value) => value === one).length + 1) / 2;
    const value = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 10, maxLength: 40 }), (pairs) => {
        const ranks = [0, 1].map((side) => {
          const own = pairs.map((pair) => pair[side] ?? 0);
          return own.map((one) => rank(own, one) - (own.length + 1) / 2);
        });
        const sum = (a: readonly number[] = [], b: readonly number[] = []) =>
          a.reduce((total, one, n) => total + one * (b[n] ?? 0), 0);
        const [xs, ys] = ranks;
        const size = Math.sqrt(sum(xs, xs) * sum(ys, ys));
        const found = rankCorrelation(pairs);
        if (size === 0) expect(found).toBeUndefined();
        else expect(found?.rho).toBeCloseTo(sum(xs, ys) / size, 12);
      }),
    );
  });

  it('a correlation is told with its interval, p and n, or why there is none', () => {
    const pairs = Array.from({ length: 12 }, (_, n) => [n, (n * 5) % 12] as const);
    expect(correlationText(rankCorrelation(pairs), 12)).toMatch(
      /^Spearman's rank correlation .*, 95 % interval .* to .*, p .*, n = 12$/,
    );
    expect(correlationText(undefined, 4)).toBe('No correlation of fewer than 10 targets: 4 have both');
    expect(correlationText(undefined, 40)).toBe('One of the two is constant');
  });
});

describe('a histogram as it is drawn', () => {
  it('every value is in a bar, and those of a logarithmic axis are equally wide on it', () => {
    const errors = fc.array(fc.double({ min: 1e-5, max: 0.5, noNaN: true }), { minLength: 3, maxLength: 60 });
    fc.assert(
      fc.property(errors, fc.boolean(), (values, isLog) => {
        const bars = barsOf(values, isLog);
        if (!bars) return;
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
        expect([bars[0]?.from, bars.at(-1)?.to]).toEqual([Math.min(...values), Math.max(...values)]);
        const widths = bars.map(({ from, to }) => (isLog ? Math.log10(to) - Math.log10(from) : to - from));
        for (const width of widths) expect(width).toBeCloseTo(widths[0] ?? 0, 9);
      }),
    );
  });
});

describe('a line through a history', () => {
  const point = (day: number, more: Partial<HistoryPoint> = {}): HistoryPoint => ({
    ...{ at: atDay(day), value: day, error: null, source: 'task' },
    ...more,
  });
  const daysOf = (lines: HistoryPoint[][]) => lines.map((own) => own.map(({ value }) => value));

  it('a line joins neither gaps of more than three median intervals nor cool-downs nor sources', () => {
    expect(daysOf(joined([0, 1, 2, 3, 8, 9].map((day) => point(day))))).toEqual([
      [0, 1, 2, 3],
      [8, 9],
    ]);
    expect(
      daysOf(
        joined(
          [0, 1, 2, 3].map((day) => point(day)),
          [atDay(1.5)],
        ),
      ),
    ).toEqual([
      [0, 1],
      [2, 3],
    ]);
    const mixed = [point(0), point(1, { source: 'import' }), point(2), point(3, { source: 'import' })];
    expect(daysOf(joined(mixed))).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(daysOf(joined([point(0), point(1, { isExcluded: true }), point(2, { value: null }), point(2.5)]))).toEqual([
      [0, 2.5],
    ]);
    expect(daysOf(joined([point(0), point(1, { isHeld: true }), point(2, { value: null }), point(2.5)]))).toEqual([
      [0, 2.5],
    ]);
  });

  it('each point that counts is in one line, and two neighbours are joined exactly where the rule says', () => {
    const drawn = fc.record({
      day: fc.integer({ min: 0, max: 60 }),
      source: fc.constantFrom('task', 'manual'),
      value: fc.option(fc.constant(1)),
    });
    fc.assert(
      fc.property(fc.uniqueArray(drawn, { selector: ({ day }) => day, maxLength: 20 }), (all) => {
        const points = all.map(({ day, source, value }) => point(day, { source, value }));
        const counted = points.filter(({ value }) => value !== null).sort((a, b) => (a.at < b.at ? -1 : 1));
        const lines = joined(points, [atDay(30)]);
        expect(lines.flat().sort((a, b) => (a.at < b.at ? -1 : 1))).toEqual(counted);
        const times = counted.map(({ at }) => Date.parse(at) / DAY_MS);
        const steps = times
          .slice(1)
          .map((time, n) => time - (times[n] ?? 0))
          .sort((a, b) => a - b);
        const half = steps.length / 2;
        const middle = ((steps[Math.ceil(half) - 1] ?? 0) + (steps[Math.floor(half)] ?? 0)) / 2;
        const limit = Math.max(2, 3 * middle);
        for (const source of ['task', 'manual']) {
          const own = counted.filter((one) => one.source === source);
          for (const [n, one] of own.slice(0, -1).entries()) {
            const next = own[n + 1] as HistoryPoint;
            const gap = (Date.parse(next.at) - Date.parse(one.at)) / DAY_MS;
            const isCut = one.at < atDay(30) && next.at >= atDay(30);
            const isJoined = lines.some((line) => line.includes(one) && line.includes(next));
            expect(isJoined).toBe(gap <= limit && !isCut);
          }
        }
      }),
    );
  });
});

it('metrics of the address are named with their kind, and what is none is dropped', () => {
  expect(metricNamed('qubit t1')).toEqual({ kind: 'qubit', key: 't1' });
  expect(['chip t1', 'qubit', '', undefined, 'qubit a/b'].map(metricNamed)).toEqual(Array(5).fill(undefined));
  expect(analysisSearch({ metric: 'qubit t1', target: 5 })).toEqual({ metric: 'qubit t1' });
});

describe('the metrics whose cells the analysis asks for', () => {
  const of = (key: string) => ({
    [key]: { title: key, unit: '', scale: 1, evaluation: { mode: 'none' }, threshold: null, draw_as_error: false },
  });
  const config = {
    qubit_metrics: { ...of('qubit_frequency'), ...of('t1'), ...of('t2_echo') },
    coupling_metrics: of('cz_gate_fidelity'),
  } as unknown as MetricsConfig;
  const cell = { value: 1, unit: 'us' };
  const covered = { total: 2, missing: 1 };
  const view = (cells: Partial<ChipMetrics>) =>
    ({
      ...{ qubit_metrics: {}, coupling_metrics: {} },
      qubit_coverage: { qubit_frequency: { total: 2, missing: 2 }, t1: covered, t2_echo: covered },
      coupling_coverage: { cz_gate_fidelity: covered },
      ...cells,
    }) as unknown as ChipMetrics;
  const keysOf = (metrics: ChipMetrics, search = {}) => {
    const choice = chooseAnalysed(metrics, config, search);
    return choice && [choice.display.key, choice.against.key, ...analysedLacking(metrics, choice)];
  };

  it('at first they are those of the address, filled up to two by the usual ones and the catalogue', () => {
    expect(metricsAnalysed(config, {})).toEqual(['t1', 't2_echo']);
    expect(metricsAnalysed(config, { against: 'coupling cz_gate_fidelity' })).toEqual(['cz_gate_fidelity', 't1']);
    expect(metricsAnalysed(config, { metric: 'qubit t1', against: 'qubit t1' })).toEqual(['t1', 't2_echo']);
    expect(metricsAnalysed(config, { metric: 'no kind', against: `qubit ${'x'.repeat(99)}` })).toHaveLength(2);
  });

  it('a setting is analysed where it is asked for, and where nothing is judged', () => {
    const all = { qubit_coverage: { qubit_frequency: covered, t1: covered }, qubit_metrics: {} };
    expect(keysOf(view(all as never))?.slice(0, 2)).toEqual(['t1', 'qubit_frequency']);
    expect(keysOf(view(all as never), { metric: 'qubit qubit_frequency' })?.slice(0, 2)).toEqual([
      'qubit_frequency',
      't1',
    ]);
    const { qubit_frequency } = all.qubit_coverage;
    expect(keysOf(view({ ...all, qubit_coverage: { qubit_frequency } } as never))?.[0]).toBe('qubit_frequency');
  });

  it('then they are those of the two with values that no one has asked for', () => {
    const first = view({ qubit_metrics: { qubit_frequency: {}, t1: { 0: cell } } } as never);
    expect(keysOf(first)).toEqual(['t1', 't2_echo', 't2_echo']);
    expect(keysOf(withCells(first, view({ qubit_metrics: { t2_echo: { 0: cell } } } as never)))).toEqual([
      't1',
      't2_echo',
    ]);
    expect(keysOf(first, { against: 'coupling cz_gate_fidelity' })).toEqual([
      't1',
      'cz_gate_fidelity',
      'cz_gate_fidelity',
    ]);
    expect(keysOf(first, { metric: 'qubit t2_echo' })).toEqual(['t2_echo', 't1', 't2_echo']);
  });

  it('a chip without values has nothing to analyse', () => {
    expect(keysOf(view({ qubit_coverage: {}, coupling_coverage: {} } as never))).toBeUndefined();
  });
});
