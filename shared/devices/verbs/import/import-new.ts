import { isElementKind } from '../../../chips/rules/target-kinds.ts';
import { readoutOf } from '../../../chips/rules/topology/muxes.ts';
import { type ChipRecord, chipEntity, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { newChip } from '../../../chips/verbs/jobs/create-job.ts';
import { busy, type HeldJob, whileHeld } from '../../../chips/verbs/jobs/jobs.ts';
import { newTarget } from '../../../chips/verbs/targets.ts';
import type { Context } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { mapInSlices } from '../../../kernel/in-slices.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { firstRevision } from '../../../kernel/store/dynamodb/codec.ts';
import { ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import { writeGuarded } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { openChipDayEntity } from '../../../values/store/days/open-chip-days.ts';
import { openDaysOf } from '../../../values/store/open-spans.ts';
import { isCountedSample, type SampleRecord } from '../../../values/store/samples.ts';
import { seriesPuts } from '../../../values/verbs/parameters/series.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';
import { bringsRealValues } from '../../rules/import/simulated.ts';
import { putsOf } from './import-into.ts';
import { type ImportGate, ImportJudge } from './import-judge.ts';
import { doneRecord, type ImportCounts, judgedIn, valuesIn } from './import-record.ts';
import { type ImportOrigin, mergeTarget } from './merge.ts';
import { saveTopology } from './save-topology.ts';

/** Imports a chip that is not there: everything of it first, then, in one transaction, the chip and the import's record. */
export async function importNew(ctx: Context, job: HeldJob, plan: ImportPlan): Promise<ImportCounts> {
  const now = nowOf(ctx);
  const topology = await saveTopology(ctx, job.projectId, plan.topology);
  const { projectId, chipId, username, technology } = job;
  const lines = plan.readoutLines;
  const readout = lines && readoutOf(Object.keys(topology.qubits), { lines });
  const chip = newChip({ projectId, chipId, username, technology }, topology, now, readout);
  const merges = await mergesNew(chip, plan, { username, at: now }, job);
  const samples = merges.flatMap((merge) => merge.samples);
  const judges = merges.flatMap(({ judge }) => judge ?? []);
  // A chip that does not exist yet has no roll-ups in the making, so that they need not be opened again after the
  // samples.
  const guard = whileHeld(ctx, job);
  const rev = firstRevision(now);
  await openDaysOf(ctx.db, { projectId, chipId }, samples, guard);
  await writeGuarded(ctx.db, guard, putsOf(samples));
  await writeGuarded(ctx.db, guard, [
    ...seriesPuts(samples).map((put) => ({ put })),
    ...merges.map(({ target }) => ({ put: targetEntity.encode(target, rev) })),
  ]);
  const count = (kind: TargetRecord['kind']) => plan.targets.filter((target) => target.kind === kind).length;
  const elements = plan.targets.filter(({ kind }) => isElementKind(kind)).length;
  const day = { projectId, chipId, date: calendarDate(now, ctx.config.calendarTimeZone) };
  const record: ChipRecord = {
    ...chip,
    qubitCount: count('qubit'),
    couplingCount: count('coupling'),
    ...(elements > 0 ? { elementCount: elements } : {}),
    lastCalibratedAt: job.gate ? newestCounted(samples) : (plan.newestAt ?? undefined),
    ...(bringsRealValues(plan) ? { hasRealValues: true as const } : {}),
  };
  const transaction = new Transaction(ctx.db);
  guard(transaction);
  await transaction
    .put(chipEntity.encode(record, rev), ifAbsent, () => busy(chipId))
    .put(openChipDayEntity.encode(day, 1))
    .put(doneRecord(job, plan, now))
    .commit();
  return { created: true, values: valuesIn(samples), unchanged: 0, judged: judgedIn(judges, samples) };
}

/** The targets of a new chip, and all samples of them. */
export function mergesNew(
  chip: ChipRecord,
  plan: ImportPlan,
  origin: ImportOrigin,
  { gate: mode = 'off', limits: own }: ImportGate,
): Promise<{ target: TargetRecord; samples: SampleRecord[]; judge: ImportJudge | undefined }[]> {
  return mapInSlices(plan.targets, (imported) => {
    const fresh = newTarget(chip, imported, origin.at);
    const limits = { technology: chip.technology, own };
    const by = { mode, kind: imported.kind, limits, levels: {}, stored: new Map<string, SampleRecord>(), origin };
    const judge = mode === 'off' ? undefined : new ImportJudge(by);
    const merge = mergeTarget(fresh, imported, origin, plan.datedBy, judge);
    return { target: merge.target ?? fresh, samples: [...merge.current, ...merge.historical], judge };
  });
}

/** When the newest of what counts was measured. */
const newestCounted = (samples: readonly SampleRecord[]): string | undefined =>
  samples
    .filter(isCountedSample)
    .reduce<string | undefined>((a, { at }) => (a !== undefined && a > at ? a : at), undefined);
