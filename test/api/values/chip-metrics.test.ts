import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairDevice } from '../support/pair-device.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_250_226);
const chip_id = 'chip';
const params = { chip_id };
/** Dates of measurements: few, so that many fall on the same one; over four months and a turn of the year. */
const dates = [
  '2024-11-30T23:59:59.999Z',
  '2024-12-01T00:00:00.000Z',
  '2024-12-31T23:00:00.000Z',
  '2025-01-01T00:00:00.000Z',
  '2025-01-15T12:00:00.000Z',
  '2025-02-01T06:30:00.000Z',
];

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.importChip({ body: { format: 'ibm', chip_id, documents: pairDevice(50, dates[2] ?? '') } });
  const writes = fc.sample(
    fc.record({
      at: fc.constantFrom(...dates),
      value: fc.integer({ min: 1, max: 99 }),
      by: fc.constantFrom('hand', 'hand', 'import', 'broken import'),
      qid: fc.constantFrom('0', '1', '0-1'),
    }),
    { numRuns: 40, seed },
  );
  for (const { at, value, by, qid } of writes) {
    // Each is recorded at an instant of its own, so that "the later one" is never a matter of luck.
    world.advance(1);
    const documents = pairDevice(value, at, by === 'import' ? value / 1000 : 1);
    const parameters = { [qid === '0-1' ? 'cz_gate_fidelity' : 't1']: { value: value / 100, calibrated_at: at } };
    if (by === 'hand') await owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters } });
    else await owner.api.importChip({ body: { format: 'ibm', chip_id, documents } });
  }
});
afterAll(() => world.stop());

type Entry = { value: number | null; calibrated_at: string; recorded_at: string; source: string; unit: string };
const historyQuery = (metric: string) => ({ metric, within_days: 36500 });
const historyOf = async (id: string, metric: string): Promise<Entry[]> => {
  const query = historyQuery(metric);
  const answer =
    id === '0-1'
      ? await owner.api.getCouplingMetricHistory({ params: { chip_id, coupling_id: id }, query })
      : await owner.api.getQubitMetricHistory({ params: { chip_id, qid: id }, query });
  return answer.history;
};

/** The rule in one line: the latest measurement; at one instant a hand above a machine, then the later record. */
const rank = (entry: Entry) => `${entry.calibrated_at} ${entry.source === 'manual' ? 1 : 0} ${entry.recorded_at}`;
const newest = (entries: Entry[], from: string, through: string): Entry | undefined =>
  entries
    .filter(({ calibrated_at }) => calibrated_at >= from && calibrated_at <= through)
    .sort((a, b) => (rank(a) < rank(b) ? 1 : -1))[0];

const instant = fc.constantFrom(
  ...dates,
  '2024-12-15T00:00:00.000Z',
  '2025-03-01T00:00:00.000Z',
  '2024-01-01T00:00:00.000Z',
);
const queries = fc.sample(
  fc.record(
    { as_of: instant, start_at: instant, end_at: instant, within_hours: fc.constantFrom(1, 24, 400, 2000, 876_000) },
    { requiredKeys: [] },
  ),
  { numRuns: 60, seed },
);

const targets = [
  ['0', 't1'],
  ['1', 't1'],
  ['0-1', 'cz_gate_fidelity'],
] as const;
type Query = (typeof queries)[number];
type Metrics = Awaited<ReturnType<Caller['api']['getChipMetrics']>>;

/** The window that a query means: `from` is empty for one without a beginning. */
function windowOf(query: Query): { from: string; through: string } {
  const asOf = query.as_of ?? world.now().toISOString();
  const through = query.end_at !== undefined && query.end_at < asOf ? query.end_at : asOf;
  if (query.start_at !== undefined) return { from: query.start_at, through };
  if (query.within_hours === undefined) return { from: '', through };
  return { from: new Date(Date.parse(through) - query.within_hours * 3_600_000).toISOString(), through };
}

const cellOf = (metrics: Metrics, [id, metric]: (typeof targets)[number]) =>
  (id === '0-1' ? metrics.coupling_metrics : metrics.qubit_metrics)[metric]?.[id];

describe(`getChipMetrics against the histories (seed ${seed})`, () => {
  it('getChipMetrics shows the newest value of the window as it was then, for every window', async () => {
    const histories = await Promise.all(targets.map(([id, metric]) => historyOf(id, metric)));
    expect(Math.min(...histories.map(({ length }) => length))).toBeGreaterThan(5);
    let shown = 0;
    for (const query of queries) {
      const { from, through } = windowOf(query);
      if (from > through) {
        const answer = await refusal(owner.api.getChipMetrics({ params, query }));
        const isInverted = query.end_at !== undefined && from > query.end_at;
        expect(answer).toMatchObject(
          isInverted
            ? { status: 400, detail: 'Invalid request: query.end_at: must not be before start_at' }
            : refused(400, `start_at '${from}' is after the end '${through}'`),
        );
        continue;
      }
      const metrics = await owner.api.getChipMetrics({ params, query });
      for (const [index, target] of targets.entries()) {
        const expected = newest(histories[index] ?? [], from, through);
        const cell = cellOf(metrics, target);
        expect([cell?.value, cell?.calibrated_at], `${JSON.stringify(query)} ${target}`).toEqual([
          expected?.value,
          expected?.calibrated_at,
        ]);
        shown += cell ? 1 : 0;
      }
    }
    expect(shown).toBeGreaterThan(30);
  });

  it('getChipMetrics answers the cells of the metrics and targets that are asked for, and the coverage of all', async () => {
    const as_of = '2025-03-01T00:00:00.000Z';
    const all = await owner.api.getChipMetrics({ params, query: { as_of } });
    const query = { as_of, metrics: ['t1', 'cz_gate_fidelity', 'unheard_of'], targets: ['1', '0-1'] };
    const { qubit_metrics, coupling_metrics, ...rest } = await owner.api.getChipMetrics({ params, query });
    expect(qubit_metrics).toEqual({ t1: { 1: cellOf(all, ['1', 't1']) } });
    expect(coupling_metrics).toEqual({ cz_gate_fidelity: { '0-1': cellOf(all, ['0-1', 'cz_gate_fidelity']) } });
    const { qubit_metrics: _qubits, coupling_metrics: _couplings, ...restOfAll } = all;
    expect(rest).toEqual(restOfAll);
    expect(Object.keys(rest.qubit_coverage)).toContain('t2_echo');
    const one = await owner.api.getChipMetrics({ params, query: { as_of, metrics: ['t1'] } });
    expect(one).toEqual({ ...all, qubit_metrics: { t1: all.qubit_metrics.t1 }, coupling_metrics: {} });
    const { metrics: _, ...ofTargets } = query;
    const two = await owner.api.getChipMetrics({ params, query: ofTargets });
    expect(Object.keys(two.qubit_metrics)).toEqual(Object.keys(all.qubit_metrics));
    expect(Object.values(two.qubit_metrics).flatMap(Object.keys)).not.toContain('0');
  });

  it('getChipMetrics says when the newest value of the window was measured, faulty marks aside', async () => {
    const instants = ({ qubit_metrics, coupling_metrics }: Metrics) =>
      [...Object.values(qubit_metrics), ...Object.values(coupling_metrics)]
        .flatMap((cells) => Object.values(cells))
        .filter(({ value }) => value !== null)
        .map(({ calibrated_at }) => calibrated_at)
        .sort();
    for (const as_of of [...dates, '2025-03-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']) {
      const metrics = await owner.api.getChipMetrics({ params, query: { as_of } });
      expect(metrics.newest_at).toBe(instants(metrics).at(-1) ?? null);
      const none = await owner.api.getChipMetrics({ params, query: { as_of, metrics: ['t2_echo'] } });
      expect(none.newest_at).toBe(metrics.newest_at);
    }
  });

  it('every value of a metric has its age, and is fresh only while its metric allows', async () => {
    const { qubit_metrics, coupling_metrics } = await owner.api.getMetricsConfig();
    const day = 86_400;
    const states = new Set<string>();
    for (const query of queries.filter((one) => windowOf(one).from <= windowOf(one).through)) {
      const metrics = await owner.api.getChipMetrics({ params, query });
      for (const target of targets) {
        const cell = cellOf(metrics, target);
        if (!cell) continue;
        const age = (Date.parse(metrics.as_of) - Date.parse(cell.calibrated_at)) / 1000;
        const limit = (qubit_metrics[target[1]] ?? coupling_metrics[target[1]])?.fresh_for_seconds ?? day;
        const state = cell.value === null ? 'faulty' : age <= limit ? 'fresh' : 'stale';
        expect([cell.age_seconds, cell.state], `${JSON.stringify(query)} ${target}`).toEqual([age, state]);
        states.add(state);
      }
    }
    expect([...states].sort()).toEqual(['faulty', 'fresh', 'stale']);
  });

  it('getChipMetrics without a window shows what the qubits and couplings hold', async () => {
    const [chip, metrics] = await Promise.all([owner.api.getChip({ params }), owner.api.getChipMetrics({ params })]);
    for (const [of, table] of [
      [chip.qubits, metrics.qubit_metrics],
      [chip.couplings, metrics.coupling_metrics],
    ] as const)
      for (const [id, target] of Object.entries(of ?? {})) {
        const cells = Object.entries(table).flatMap(([metric, byId]) =>
          byId[id] ? [[metric, byId[id]] as const] : [],
        );
        const good = cells.filter(([, { state }]) => state !== 'faulty').map(([metric, { value }]) => [metric, value]);
        const values = Object.entries(target.data).map(([metric, { value }]) => [metric, value]);
        expect(good.sort()).toEqual(values.sort());
        const faulty = cells.filter(([, { state }]) => state === 'faulty').map(([metric]) => metric);
        expect(faulty.sort()).toEqual(target.faulty);
      }
  });

  /** How many values meet the threshold; of a frequency neither end is good. */
  function meeting(
    metric: string,
    { qubit_metrics, coupling_metrics }: Awaited<ReturnType<typeof owner.api.getMetricsConfig>>,
    values: readonly number[],
  ): number | null {
    const { threshold, evaluation } = qubit_metrics[metric] ?? coupling_metrics[metric] ?? {};
    if (!threshold || /frequency|anharmonicity/.test(metric)) return null;
    const sign = evaluation?.mode === 'minimize' ? -1 : 1;
    return values.filter((value) => sign * value >= sign * threshold.value).length;
  }

  /** The coupling has a CZ: it needs no number of another gate. */
  const needing = (metric: string, targets: number) => (/^(zx90|ecr|cx|rzz)_gate_/.test(metric) ? 0 : targets);

  it('the coverage of metrics adds up: fresh, stale, faulty and missing are all targets, with a true median', async () => {
    const config = await owner.api.getMetricsConfig();
    const metrics = await owner.api.getChipMetrics({ params, query: { as_of: '2025-01-01' } });
    const tables = [
      [metrics.qubit_metrics, metrics.qubit_coverage, 2],
      [metrics.coupling_metrics, metrics.coupling_coverage, 1],
    ] as const;
    for (const [table, coverage, targets] of tables) {
      expect(Object.keys(coverage)).toEqual(Object.keys(table));
      for (const [metric, cells] of Object.entries(table)) {
        const total = needing(metric, targets);
        const list = Object.values(cells);
        const values = list.flatMap(({ value }) => (value === null ? [] : [value])).sort((a, b) => a - b);
        const middle = values.length === 2 ? ((values[0] ?? 0) + (values[1] ?? 0)) / 2 : (values[0] ?? null);
        expect(coverage[metric], metric).toEqual({
          unit: (config.qubit_metrics[metric] ?? config.coupling_metrics[metric])?.stored_unit,
          left_out: [],
          tried_unequally: false,
          meets_threshold: meeting(metric, config, values),
          fresh_for_seconds: (config.qubit_metrics[metric] ?? config.coupling_metrics[metric])?.fresh_for_seconds,
          freshness_basis: 'default',
          total,
          fresh: list.filter(({ state }) => state === 'fresh').length,
          stale: list.filter(({ state }) => state === 'stale').length,
          faulty: list.filter(({ state }) => state === 'faulty').length,
          missing: total - list.length,
          share: values.length / Math.max(total, 1),
          median: middle,
          min: values[0] ?? null,
          max: values.at(-1) ?? null,
        });
      }
    }
  });

  it('every metric of the catalogue is answered, even without a value', async () => {
    const config = await owner.api.getMetricsConfig();
    const metrics = await owner.api.getChipMetrics({ params, query: { as_of: '1990-01-01' } });
    expect(Object.keys(metrics.qubit_metrics)).toEqual(Object.keys(config.qubit_metrics));
    expect(Object.values(metrics.qubit_metrics).every((cells) => Object.keys(cells).length === 0)).toBe(true);
    expect(metrics.coupling_coverage.zx90_gate_fidelity).toMatchObject({ missing: 1, median: null });
  });
});

describe('getChipMetrics', () => {
  it('getChipMetrics repeats its window; a bare as_of is the end of that day, and start_at beats within_hours', async () => {
    const query = { as_of: '2025-01-01', start_at: '2024-12-01T09:00:00+09:00', within_hours: 5, end_at: '' };
    expect(await owner.api.getChipMetrics({ params, query })).toMatchObject({
      chip_id,
      username: 'owner',
      qubit_count: 2,
      coupling_count: 1,
      within_hours: 5,
      start_at: '2024-12-01T00:00:00.000Z',
      end_at: null,
      as_of: '2025-01-01T23:59:59.999Z',
    });
  });

  it.each([
    { as_of: 'yesterday' },
    { as_of: '2025-02-30' },
    { start_at: 'x' },
    { within_hours: 0 },
    { within_hours: 'x' },
    { selection_mode: 'worst' },
  ])('getChipMetrics 400: %j', async (query) => {
    const answer = await refusal(owner.api.getChipMetrics({ params, query }));
    expect(answer).toMatchObject({ status: 400, errors: [{ path: `query.${Object.keys(query)[0]}` }] });
  });
});

describe('metric histories', () => {
  it('metric histories are newest first, cut to the limit, and end where as_of says', async () => {
    const all = await historyOf('0', 't1');
    const stamps = all.map(({ calibrated_at }) => calibrated_at);
    expect(stamps).toEqual([...stamps].sort().reverse());
    const read = async (query: { limit?: number; as_of?: string; within_days?: number }) =>
      (
        await owner.api.getQubitMetricHistory({
          params: { chip_id, qid: 0 },
          query: { ...historyQuery('t1'), ...query },
        })
      ).history;
    expect(await read({ limit: 2 })).toEqual(all.slice(0, 2));
    const cut = '2024-12-31T23:00:00.000Z';
    expect(await read({ as_of: cut })).toEqual(all.filter(({ calibrated_at }) => calibrated_at <= cut));
    const day = all.filter(
      ({ calibrated_at }) => calibrated_at >= '2024-12-31' && calibrated_at <= '2025-01-01T00:00:00.000Z',
    );
    expect(await read({ as_of: '2025-01-01T00:00:00Z', within_days: 1 })).toEqual(day);
  });

  it('a metric without a value has an empty history; 404: an unknown target; 400: no metric or a bad window', async () => {
    const read = (qid: string, query: Record<string, string | number>) =>
      owner.api.getQubitMetricHistory({ params: { chip_id, qid }, query });
    expect((await read('0', { metric: 'nothing yet' })).history).toEqual([]);
    expect(await refusal(read('9', { metric: 't1' }))).toEqual(refused(404, "Qubit '9' not found in chip 'chip'"));
    const coupling = { params: { chip_id, coupling_id: '0-9' }, query: { metric: 't1' } };
    expect(await refusal(owner.api.getCouplingMetricHistory(coupling))).toEqual(
      refused(404, "Coupling '0-9' not found in chip 'chip'"),
    );
    for (const query of [
      {},
      { metric: '' },
      { metric: 't1', limit: 0 },
      { metric: 't1', limit: 1001 },
      { metric: 't1', within_days: 0 },
    ])
      expect((await refusal(read('0', query as Record<string, string>))).status).toBe(400);
  });
});
