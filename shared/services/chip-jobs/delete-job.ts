import { forEachConcurrent } from '../../concurrency.ts';
import type { Context } from '../../context.ts';
import { type ChipJobRecord, type ChipRecord, chipEntity, targetEntity } from '../../store/chips/chips.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../store/dynamodb/database.ts';
import { deleteRange } from '../../store/dynamodb/delete-range.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { chipKeys, noteKeys, openSpanKeys, rollUpKeys, sampleKeys, taskKeys } from '../../store/keys.ts';
import { listSeries } from '../../store/metrics/series.ts';
import { clearNoteCounts } from '../../store/notes/note-counts.ts';
import { listLatestMarks } from '../../store/task-results/latest-results.ts';
import { removeChipFromCooldown } from '../cooldowns/change-cooldown.ts';
import { busy, ifHeld } from './jobs.ts';

/** Carries out a delete job: what belongs to the chip first, then chip and job together. */
export async function runDelete(ctx: Context, job: Stored<ChipJobRecord>): Promise<void> {
  const { projectId, chipId } = job;
  const own = chipKeys.job(projectId, chipId);
  await leaveCooldowns(ctx, projectId, chipId);
  await deleteContents(ctx.db, projectId, chipId);
  await new Transaction(ctx.db)
    .delete(chipKeys.chip(projectId, chipId))
    .delete(own, ifHeld(job), () => busy(chipId, 'delete'))
    .commit();
}

/** From the mark of its deletion on no cool-down takes the chip, so that its own list is complete. */
async function leaveCooldowns(ctx: Context, projectId: string, chipId: string): Promise<void> {
  const item = await getItem(ctx.db, chipKeys.chip(projectId, chipId));
  const chip = item && chipEntity.decode(item);
  for (const cooldownId of chip?.cooldownIds ?? [])
    await removeChipFromCooldown(ctx, { projectId, chipId }, cooldownId);
}

/** Removes a chip with everything in it, whatever is under way: only where nobody can reach the project any more. */
export async function removeChip(ctx: Context, chip: ChipRecord): Promise<void> {
  const { projectId, chipId } = chip;
  await deleteContents(ctx.db, projectId, chipId);
  await new Transaction(ctx.db)
    .delete(chipKeys.chip(projectId, chipId))
    .delete(chipKeys.job(projectId, chipId))
    .commit();
}

/** Samples, roll-ups and latest results first: the marks that lead to them are in the chip's own partition. The job stays. */
async function deleteContents(db: Database, projectId: string, chipId: string): Promise<void> {
  const series = await listSeries(db, projectId, chipId);
  const partitions = series.map(({ metric, month, task }) =>
    task === undefined
      ? sampleKeys.month(projectId, chipId, metric, month)
      : sampleKeys.taskMonth(projectId, chipId, task, month),
  );
  for (const range of new Map(partitions.map((one) => [one.pk, one])).values()) await deleteRange(db, range);
  await deleteRange(db, openSpanKeys.all(projectId, chipId));
  for (const metric of new Set(series.map((one) => one.metric)))
    await deleteRange(db, rollUpKeys.all(projectId, chipId, metric));
  await deleteTargetDays(db, projectId, chipId);
  await deleteNotes(db, projectId, chipId);
  for (const mark of await listLatestMarks(db, projectId, chipId))
    await deleteRange(db, taskKeys.latestOf(projectId, chipId, mark.task, mark.date));
  const own = chipKeys.job(projectId, chipId);
  await deleteRange(db, chipKeys.all(projectId, chipId), (key) => key.sk !== own.sk);
}

/** A target with values is never removed before its chip, so that the targets lead to all daily rows. */
async function deleteTargetDays(db: Database, projectId: string, chipId: string): Promise<void> {
  const ranges = [chipKeys.qubits(projectId, chipId), chipKeys.couplings(projectId, chipId)];
  const items = (await Promise.all(ranges.map((range) => queryAll(db, range)))).flat();
  const targets = items.map((item) => targetEntity.decode(item));
  await forEachConcurrent(targets, 16, (target) => deleteRange(db, taskKeys.daysOf(projectId, chipId, target)));
}

/** From the mark of the chip's deletion on no note comes in. Its events stay, and so does their count. */
async function deleteNotes(db: Database, projectId: string, chipId: string): Promise<void> {
  await deleteRange(db, noteKeys.all(projectId, chipId));
  await clearNoteCounts(db, projectId, chipId);
}
