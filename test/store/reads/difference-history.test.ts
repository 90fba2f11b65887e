import { afterAll, beforeAll, expect, it } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readChip, readTargets } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { type BatchWrite, batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { monthOf, type TargetRef, utcDayOf } from '#shared/kernel/store/keys.ts';
import type { Difference } from '#shared/statistics/rules/differences/compared.ts';
import { historyDays } from '#shared/statistics/verbs/differences/history-days.ts';
import { readDifferences } from '#shared/statistics/verbs/differences/read-differences.ts';
import { type Measurement, rollUp } from '#shared/values/rules/roll-up.ts';
import { levelsSpan, openSpanEntity } from '#shared/values/store/open-spans.ts';
import { listRecentDays, recentDaysEntity } from '#shared/values/store/recent-days.ts';
import { packTargets, rollUpEntity } from '#shared/values/store/roll-ups.ts';
import { type SampleRecord, sampleEntity } from '#shared/values/store/samples.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { readMeasuredSpans } from '#shared/values/verbs/range-roll-ups.ts';
import { writeCurrent } from '#test/support/engine/current-values.ts';
import { costOf } from '#test/support/engine/read-cost.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { bruteDifferences } from '#test/support/properties/brute-differences.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';

/** A chip of many qubits whose 100 days are closed, all of whose targets are measured every day, and that is in no cool-down. */
let verbs: Verbs;
let ctx: ProjectContext;
const metrics = [
  { metric: 't1', kind: 'qubit', unit: 'us' },
  { metric: 'qubit_frequency', kind: 'qubit', unit: 'GHz' },
  { metric: 'cz_gate_fidelity', kind: 'coupling', unit: '' },
] as const;
/** The largest chip under `.ci/run --all`: writing its days takes long. */
const size = isEveryCase ? 256 : 144;
const days = 100;
const now = new Date('2025-04-11T03:00:00.000Z');
const instantOf = (day: number, time = '06:00:00.000') =>
  `${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)}T${time}Z`;
const samples: SampleRecord[] = [];
/** Days of which a part is asked for; others are read from their roll-ups alone. */
const sampledDays = [70, 75];

/** No two alike, with all the digits that a measurement has. */
const valueOn = (n: number, day: number) => 0.5 + Math.abs(Math.sin(n * 12.9898 + day * 78.233)) / 3;

/** One qubit has failed for the last month: its points are all older than those of its neighbours. */
const isMeasured = (target: TargetRef, day: number) => target.id !== '3' || day < 70;

beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
  verbs.now = now;
  await createChip(ctx, { chipId: 'daily', size });
  const { rev, ...chip } = await readChip(ctx, 'daily');
  const { qubits, couplings } = await readTargets(ctx, chip);
  // Values are read as of instants, from the days: the current ones are later than all of them.
  const lastCalibratedAt = '2025-05-01T00:00:00.000Z';
  await batchWriteItems(verbs.db, [{ put: chipEntity.encode({ ...chip, lastCalibratedAt }, rev + 1) }]);
  await writeCurrent(verbs.db, [...qubits, ...couplings], metrics, lastCalibratedAt);
  for (const of of metrics) {
    const own = (of.kind === 'qubit' ? qubits : couplings).map(({ kind, id }) => ({ kind, id }));
    await writeDays(of, own);
  }
  // The sweep makes the months, the levels and the newest days.
  const spans = [levelsSpan, ...['202501', '202502', '202503'].map((date) => ({ span: 'month' as const, date }))];
  const mark = { projectId: ctx.projectId, chipId: 'daily', metrics: metrics.map(({ metric }) => metric).sort() };
  await batchWriteItems(
    verbs.db,
    spans.map((span) => ({ put: openSpanEntity.encode({ ...mark, ...span, token: 'a' }, 1) })),
  );
  expect(await closeSpans(ctx, new Date('2100-01-01T00:00:00.000Z'))).toEqual({ closed: 4, failed: 0 });
});
afterAll(() => verbs.stop());

async function writeDays({ metric, kind, unit }: (typeof metrics)[number], targets: readonly TargetRef[]) {
  const ref = { projectId: ctx.projectId, chipId: 'daily', metric };
  const writes: BatchWrite[] = [];
  for (let day = 0; day < days; day += 1) {
    const at = instantOf(day);
    const rolled = targets.flatMap((target, n) => {
      if (!isMeasured(target, day)) return [];
      const value = { at, value: valueOn(n, day), unit, source: 'import' as const, recordedAt: at, sampleId: `s-${n}` };
      const measurement: Measurement = { ...value, error: 0.01 * (1 + valueOn(day, n)) };
      const sample = { ...ref, target, ...measurement, recordedBy: 'alice' };
      samples.push(sample);
      if (sampledDays.includes(day)) writes.push({ put: sampleEntity.encode(sample, 1) });
      const own = rollUp(metric, kind, [measurement]);
      return own ? [{ target, rollUp: own }] : [];
    });
    const span = { span: 'day' as const, date: utcDayOf(at), cooldownId: undefined };
    writes.push({ put: rollUpEntity.encode({ ...ref, ...span, targets: packTargets(rolled) }, 1) });
  }
  for (const month of new Set(Array.from({ length: days }, (_, day) => monthOf(instantOf(day)))))
    writes.push({ put: seriesEntity.encode({ ...ref, month }, 1) });
  await batchWriteItems(verbs.db, writes);
}

/** The ends of two days, so that no samples of a part of a day are needed. */
const sides = {
  before: { kind: 'instant', asOf: instantOf(days - 2, '23:59:59.999') },
  after: { kind: 'instant', asOf: instantOf(days - 1, '23:59:59.999') },
} as const;
const comparable = (differences: readonly object[]) => JSON.parse(JSON.stringify(differences));
const compare = (metric: string) => readDifferences(ctx, 'daily', { ...sides, metrics: [metric] });

/** Reads without the newest days, and puts them back. */
async function withoutRecent<T>(metric: string, read: () => Promise<T>): Promise<T> {
  const parts = await listRecentDays(ctx.db, { projectId: ctx.projectId, chipId: 'daily', metric });
  expect(parts.length).toBeGreaterThan(1);
  await batchWriteItems(
    ctx.db,
    parts.map((part) => ({ delete: recentDaysEntity.keys(part) })),
  );
  try {
    return await read();
  } finally {
    await batchWriteItems(
      ctx.db,
      parts.map(({ rev, ...part }) => ({ put: recentDaysEntity.encode(part, rev) })),
    );
  }
}

const daily = metrics.slice(1).map(({ metric }) => metric);

it('the history of a metric on a large chip costs less than a quarter of the roll-ups of 90 days, in one round trip', async () => {
  const chip = await readChip(ctx, 'daily');
  const spans = await readMeasuredSpans(ctx.db, ctx.projectId, 'daily');
  const range = { from: instantOf(days - 91, '00:00:00.000'), through: instantOf(days - 1, '23:59:59.999') };
  for (const metric of daily) {
    const read = () =>
      historyDays(ctx.db, chip, spans, { ...range, metrics: new Set([metric]) }, async () => () => new Set());
    const kept = await costOf(ctx.db, read);
    const direct = await withoutRecent(metric, () => costOf(ctx.db, read));
    expect([metric, kept.trips]).toEqual([metric, 1]);
    expect(kept.units, metric).toBeGreaterThan(10);
    expect(direct.units / kept.units, `${metric}: ${kept.units} instead of ${direct.units} units`).toBeGreaterThan(4);
  }
});

it('changes of one day are the same whether the newest days or the roll-ups of 90 days say how series fluctuate', async () => {
  for (const metric of metrics.map((one) => one.metric)) {
    const kept = await costOf(ctx.db, () => compare(metric));
    const direct = await withoutRecent(metric, () => compare(metric));
    expect(comparable(kept.answer.differences), metric).toEqual(comparable(direct.differences));
    expect(kept.answer.totals.scored, metric).toBeGreaterThan(size - 6);
    expect([metric, kept.trips]).toEqual([metric, 3]);
  }
});

it('changes that newest days do not judge, such as of the past, are what every value says', async () => {
  const chosen = [
    [instantOf(70, '12:00:00.000'), instantOf(75, '12:00:00.000')],
    [instantOf(90, '23:59:59.999'), instantOf(29, '23:59:59.999')],
    [instantOf(50, '23:59:59.999'), instantOf(99, '23:59:59.999')],
  ] as const;
  for (const [before, after] of chosen) {
    const sideAt = (asOf: string) => ({ kind: 'instant' as const, asOf });
    const request = { before: sideAt(before), after: sideAt(after), metrics: ['qubit_frequency'] };
    const { differences } = await readDifferences(ctx, 'daily', request);
    // Judged over the whole chip, whichever metrics are asked for.
    const all = bruteDifferences(samples, { asOf: before }, { asOf: after }, []);
    const wanted = all.filter(({ metric }) => metric === 'qubit_frequency');
    const valuesOf = (found: readonly Difference[]) =>
      found.map(({ target, judged, change }) => [target.id, change, judged?.z, judged?.q]);
    expect(valuesOf(differences), `${before} ${after}`).toEqual(valuesOf(wanted));
  }
});
