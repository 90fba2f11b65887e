import { removeChipFromCooldown } from '../../../cooldowns/verbs/change-cooldown.ts';
import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import type { Context } from '../../../kernel/context.ts';
import { type Database, getItem, type QueryRange, queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { type Guard, GuardedWriter } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import {
  chipKeys,
  dayKeys,
  noteKeys,
  openSpanKeys,
  rollUpKeys,
  sampleKeys,
  taskKeys,
} from '../../../kernel/store/keys.ts';
import { clearedNoteCounts } from '../../../notes/store/note-counts.ts';
import { listLatestMarks } from '../../../results/store/latest-results.ts';
import { listSeries } from '../../../values/store/series.ts';
import { type ChipRecord, chipEntity, type TargetRecord, targetEntity } from '../../store/chips.ts';
import { busy, type HeldJob, ifHeld, whileHeld } from './jobs.ts';

/** Carries out a delete job: what belongs to the chip first, then chip and job together. */
export async function runDelete(ctx: Context, job: HeldJob): Promise<void> {
  const { projectId, chipId } = job;
  const own = chipKeys.job(projectId, chipId);
  const guard = whileHeld(ctx, job);
  await leaveCooldowns(ctx, job, guard);
  await deleteContents(ctx.db, job, guard);
  await new Transaction(ctx.db)
    .delete(chipKeys.chip(projectId, chipId))
    .delete(own, ifHeld(job), () => busy(chipId, 'delete'))
    .commit();
}

/** From the mark of its deletion on no cool-down takes the chip, so that its own list is complete. */
async function leaveCooldowns(ctx: Context, { projectId, chipId }: HeldJob, guard: Guard): Promise<void> {
  const item = await getItem(ctx.db, chipKeys.chip(projectId, chipId));
  const chip = item && chipEntity.decode(item);
  for (const cooldownId of chip?.cooldownIds ?? [])
    await removeChipFromCooldown(ctx, { projectId, chipId }, cooldownId, guard);
}

/**
 * Removes a chip with everything in it, even during other work: only after the project has become unreachable, which
 * `guard` requires.
 */
export async function removeChip(ctx: Context, chip: ChipRecord, guard: Guard): Promise<void> {
  const { projectId, chipId } = chip;
  await deleteContents(ctx.db, chip, guard);
  const transaction = new Transaction(ctx.db);
  guard(transaction);
  await transaction.delete(chipKeys.chip(projectId, chipId)).delete(chipKeys.job(projectId, chipId)).commit();
}

type ChipRef = Pick<ChipRecord, 'projectId' | 'chipId'>;

/** Samples, roll-ups and latest results first: the marks that lead to them are in the chip's own partition. The job stays. */
async function deleteContents(db: Database, { projectId, chipId }: ChipRef, guard: Guard): Promise<void> {
  const writer = new GuardedWriter(db, guard);
  const series = await listSeries(db, projectId, chipId);
  const partitions = series.map(({ metric, month, task }) =>
    task === undefined
      ? sampleKeys.month(projectId, chipId, metric, month)
      : sampleKeys.taskMonth(projectId, chipId, task, month),
  );
  const targets = await listTargetsOf(db, projectId, chipId);
  const marks = await listLatestMarks(db, projectId, chipId);
  const ranges: QueryRange[] = [
    ...new Map(partitions.map((one) => [one.pk, one])).values(),
    openSpanKeys.all(projectId, chipId),
    rollUpKeys.partials(projectId, chipId),
    ...[...new Set(series.map((one) => one.metric))].map((metric) => rollUpKeys.all(projectId, chipId, metric)),
    // A target with values is never removed before its chip, so that the targets lead to all daily rows.
    ...targets.map((target) => taskKeys.daysOf(projectId, chipId, target)),
    dayKeys.all(projectId, chipId),
    // From the mark of the chip's deletion on no note comes in. Its events stay, and so does their count.
    noteKeys.all(projectId, chipId),
    ...marks.map(({ task, date }) => taskKeys.latestOf(projectId, chipId, task, date)),
  ];
  await forEachConcurrent(ranges, 16, (range) => writer.deleteRange(range));
  await writer.write(await clearedNoteCounts(db, projectId, chipId));
  await writer.flush();
  const own = chipKeys.job(projectId, chipId);
  await writer.deleteRange(chipKeys.all(projectId, chipId), (key) => key.sk !== own.sk);
  await writer.flush();
}

async function listTargetsOf(db: Database, projectId: string, chipId: string): Promise<TargetRecord[]> {
  const ranges = [
    chipKeys.qubits(projectId, chipId),
    chipKeys.couplings(projectId, chipId),
    chipKeys.elements(projectId, chipId),
  ];
  const items = (await Promise.all(ranges.map((range) => queryAll(db, range)))).flat();
  return items.map((item) => targetEntity.decode(item));
}
