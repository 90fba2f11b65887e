import { afterAll, beforeAll, expect, it } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { chipAsOf, targetOfChipAsOf } from '#shared/chips/verbs/history/chip-as-of.ts';
import { readChip, readTargets } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { type BatchWrite, batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { monthOf, type TargetRef, utcDayOf } from '#shared/kernel/store/keys.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { type Measurement, mergeRollUps, rollUp } from '#shared/values/rules/roll-up.ts';
import { packTargets, type RolledTargets, rollUpEntity } from '#shared/values/store/roll-ups.ts';
import { sampleEntity } from '#shared/values/store/samples.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { chipMetrics } from '#shared/values/verbs/chip-metrics.ts';
import { writeCurrent } from '#test/support/engine/current-values.ts';
import { costOf } from '#test/support/engine/read-cost.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { openCell } from '#test/support/open-cell.ts';

/** A chip of 256 qubits whose year of days and months is closed: roll-ups, and the samples of the days that are asked for. */
let verbs: Verbs;
let ctx: ProjectContext;
let targets: TargetRef[];
const metrics = [
  { metric: 't1', kind: 'qubit', unit: 'us' },
  { metric: 'qubit_frequency', kind: 'qubit', unit: 'GHz' },
  { metric: 'cz_gate_fidelity', kind: 'coupling', unit: '' },
] as const;
const days = 365;
const instantOf = (day: number, time = '06:00:00.000') =>
  `${new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)}T${time}Z`;
/** In the first day, at the end of a month, on the day after, in the middle, and at the end of the year. */
const asked = [instantOf(0, '12:00:00.000'), instantOf(30, '23:59:59.999'), instantOf(31, '05:59:59.999')].concat(
  instantOf(200),
  instantOf(364, '23:59:59.999'),
);

/** Every target is measured once a week, but for one of sixteen, which is measured once a year. */
const isMeasured = (n: number, day: number) => (n % 16 === 3 ? day === (n * 7) % days : (n + day) % 7 === 0);
const valueOn = (n: number, day: number) => 0.5 + ((n * 31 + day * 17) % 499) / 1000;
const measurementOf = (n: number, day: number, unit: string): Measurement => ({
  ...{ at: instantOf(day), value: valueOn(n, day), unit, source: 'import' },
  ...{ recordedAt: instantOf(day), sampleId: `s-${n}` },
});

beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
  verbs.now = new Date('2025-01-01T00:00:00.000Z');
  await createChip(ctx, { chipId: 'year', size: 256 });
  const { rev, ...chip } = await readChip(ctx, 'year');
  const all = await readTargets(ctx, chip);
  targets = [...all.qubits, ...all.couplings].map(({ kind, id }) => ({ kind, id }));
  const lastCalibratedAt = instantOf(days + 10);
  await batchWriteItems(verbs.db, [{ put: chipEntity.encode({ ...chip, lastCalibratedAt }, rev + 1) }]);
  await writeCurrent(verbs.db, [...all.qubits, ...all.couplings], metrics, lastCalibratedAt);
  for (const of of metrics) await writeYear(of);
});
afterAll(() => verbs.stop());

async function writeYear({ metric, kind, unit }: (typeof metrics)[number]): Promise<void> {
  const own = targets.filter((target) => target.kind === kind);
  const ref = { projectId: ctx.projectId, chipId: 'year', metric };
  const months = new Map<string, Map<TargetRef, ReturnType<typeof rollUp>[]>>();
  const writes: BatchWrite[] = [];
  const sampledDays = new Set(asked.map(utcDayOf));
  for (let day = 0; day < days; day += 1) {
    const at = instantOf(day);
    const rolled: RolledTargets = [];
    const ofMonth = months.get(monthOf(at)) ?? new Map();
    months.set(monthOf(at), ofMonth);
    for (const [n, target] of own.entries()) {
      if (!isMeasured(n, day)) continue;
      const measurement = measurementOf(n, day, unit);
      const one = rollUp(metric, kind, [measurement]);
      if (!one) continue;
      rolled.push({ target, rollUp: one });
      ofMonth.set(target, [...(ofMonth.get(target) ?? []), one]);
      if (sampledDays.has(utcDayOf(at)))
        writes.push({ put: sampleEntity.encode({ ...ref, target, ...measurement, recordedBy: 'alice' }, 1) });
    }
    const span = { span: 'day' as const, date: utcDayOf(at), cooldownId: undefined };
    writes.push({ put: rollUpEntity.encode({ ...ref, ...span, targets: packTargets(rolled) }, 1) });
  }
  const { mode } = describeMetric(metric, kind);
  for (const [month, byTarget] of months) {
    const rolled = [...byTarget].flatMap(([target, parts]) => {
      const merged = mergeRollUps(
        mode,
        parts.filter((part) => part !== undefined),
      );
      return merged ? [{ target, rollUp: merged }] : [];
    });
    const span = { span: 'month' as const, date: month, cooldownId: undefined };
    writes.push({ put: rollUpEntity.encode({ ...ref, ...span, targets: packTargets(rolled) }, 1) });
    writes.push({ put: seriesEntity.encode({ ...ref, month }, 1) });
  }
  await batchWriteItems(verbs.db, writes);
}

/** The newest value of each target, of every day up to an instant. */
function newestOf({ kind }: (typeof metrics)[number], asOf: string): Record<string, [number, string]> {
  const own = targets.filter((target) => target.kind === kind);
  return Object.fromEntries(
    own.flatMap(({ id }, n) => {
      const day = Array.from({ length: days }, (_, one) => one).findLast(
        (one) => isMeasured(n, one) && instantOf(one) <= asOf,
      );
      return day === undefined ? [] : [[id, [valueOn(n, day), instantOf(day)] as [number, string]]];
    }),
  );
}

it('with a year of days a chip of 256 qubits as of an instant is read in two round trips and is what every value says', async () => {
  for (const asOf of asked) {
    const { answer, trips, units } = await costOf(ctx.db, () => chipAsOf(ctx, 'year', asOf));
    for (const of of metrics) {
      const found = [...answer.qubits, ...answer.couplings].flatMap(({ id, kind, data }) => {
        const value = kind === of.kind ? data[of.metric] : undefined;
        return value ? [[id, [value.value, value.calibratedAt]]] : [];
      });
      expect(Object.fromEntries(found), `${of.metric} as of ${asOf}`).toEqual(newestOf(of, asOf));
    }
    expect([asOf, trips]).toEqual([asOf, 2]);
    // Targets and marks once; of three metrics at most 12 months and 31 days, which have 20 KB or less.
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThan(1500);
  }
});

it('with a year of days its metrics as of an instant are read in two round trips and are what every value says', async () => {
  for (const asOf of asked) {
    const { answer, trips } = await costOf(ctx.db, () => chipMetrics(ctx, 'year', { asOf }));
    for (const of of metrics) {
      const cells = (of.kind === 'qubit' ? answer.qubit : answer.coupling)[of.metric] ?? {};
      const found = Object.entries(cells).map(([id, cell]) => [id, [openCell(cell).value, cell.at]]);
      expect(Object.fromEntries(found), `${of.metric} as of ${asOf}`).toEqual(newestOf(of, asOf));
    }
    expect([asOf, trips]).toEqual([asOf, 2]);
  }
});

it('with a year of days a qubit and a coupling as of an instant are read in two round trips', async () => {
  for (const [kind, id] of [['qubit', '3'] as const, ['coupling', '0-1'] as const]) {
    const asOf = asked.at(-1) ?? '';
    const { answer, trips } = await costOf(ctx.db, () => targetOfChipAsOf(ctx, { chipId: 'year', kind, id }, asOf));
    const metric = metrics.find((one) => one.kind === kind) ?? metrics[0];
    expect(answer.data[metric.metric]?.calibratedAt).toBe(newestOf(metric, asOf)[id]?.[1]);
    expect(trips).toBe(2);
  }
});
