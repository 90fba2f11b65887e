import type { Context, ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { type ChipJobRecord, type ChipRecord, chipEntity, chipJobEntity, targetEntity } from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { type Database, getItem, ifAbsent, ifRevision, queryAll, sideBySide, writeItem } from '../../store/database.ts';
import { deleteRange } from '../../store/delete-range.ts';
import { chipKeys, noteKeys, rollUpKeys, sampleKeys, taskKeys } from '../../store/keys.ts';
import { listLatestMarks } from '../../store/latest-results.ts';
import { listSeries } from '../../store/samples.ts';
import { Transaction } from '../../store/transaction.ts';
import { forgetChip } from '../cooldowns/change-cooldown.ts';
import { busy, ifHeld, newJob, refuseDuringRun, settleJob } from './jobs.ts';
import { readChip } from './read-chip.ts';
import { runJob } from './run-job.ts';

/**
 * Deletes a chip. With `force`, everything that belongs to it goes with it; history (task results, executions, events)
 * stays readable by id (design 12, row "Deletion"). From the first write on, the chip exists for nobody.
 * @throws Refusal `not-found`; `conflict` while it has qubits or couplings and `force` is not given, and while a run is
 * on it, forced or not: cancelling the run comes first.
 */
export async function deleteChip(ctx: ProjectContext, chipId: string, force: boolean): Promise<void> {
  const { projectId } = ctx;
  const found = await readChip(ctx, chipId);
  // Finishing what a crash left changes the chip.
  const { rev, ...chip } = (await settleJob(ctx, found, runJob)) ? await readChip(ctx, chipId) : found;
  if (!force && chip.qubitCount + chip.couplingCount > 0)
    throw conflict(
      `Chip '${chipId}' has ${chip.qubitCount} qubits and ${chip.couplingCount} couplings; pass force=true to delete them as well`,
    );
  const { username } = ctx.actor.user;
  const job = newJob(ctx, { projectId, chipId, jobId: 'delete', kind: 'delete', username, create: undefined });
  const transaction = new Transaction(ctx.db)
    .put(chipEntity.encode({ ...chip, deletingAt: nowOf(ctx) }, rev + 1), ifRevision(rev), () => busy(chipId))
    .put(chipJobEntity.encode(job, 1), ifAbsent, () => busy(chipId));
  refuseDuringRun(transaction, chip);
  await transaction.commit();
  await runDelete(ctx, { ...job, rev: 1 });
}

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
  for (const cooldownId of chip?.cooldownIds ?? []) await forgetChip(ctx, { projectId, chipId }, cooldownId);
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
  for (const { metric, month } of series) await deleteRange(db, sampleKeys.month(projectId, chipId, metric, month));
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
  await sideBySide(targets, 16, (target) => deleteRange(db, taskKeys.daysOf(projectId, chipId, target)));
}

/** From the mark of the chip's deletion on no note comes in. Its events stay, and so does their count. */
async function deleteNotes(db: Database, projectId: string, chipId: string): Promise<void> {
  await deleteRange(db, noteKeys.all(projectId, chipId));
  await writeItem(db, {
    update: noteKeys.count(projectId, chipId),
    expression: 'SET notes = :none ADD #rev :one',
    names: { '#rev': 'rev' },
    values: { ':none': 0, ':one': 1 },
    condition: { expression: 'notes > :none' },
  });
}
