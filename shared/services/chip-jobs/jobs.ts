import type { Context } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { type ChipJobRecord, chipJobEntity } from '../../store/chips/chips.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { changedByOthers } from '../../store/dynamodb/conflict.ts';
import { type Condition, getItem, ifAbsent, ifRevision, writeItem } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { chipKeys, runKeys } from '../../store/keys.ts';
import { ifChipNotRunning, lockEntity } from '../../store/runs/locks.ts';

/**
 * The one structural job of a chip: whoever creates, imports into or deletes it holds its job. The job is written
 * before anything else and removed last, so that a crash at any point leaves something to be finished (rule CHIP-3).
 */

/** What a job is made from; the rest follows from the context. */
export type JobRequest = Pick<ChipJobRecord, 'projectId' | 'chipId' | 'jobId' | 'kind' | 'username' | 'create'> & {
  parts?: number;
};

/** Carries out a job from wherever it was left; ends with the job removed. */
export type JobRunner = (ctx: Context, job: Stored<ChipJobRecord>) => Promise<void>;

/** The id of the job that gives a chip another layout; every other create job makes a chip. */
export const relayoutJobId = 'update';

/** Longer than a request may take: until then another request leaves the job alone. */
const leaseMilliseconds = 60_000;

export function newJob(ctx: Context, request: JobRequest): ChipJobRecord {
  const now = ctx.clock();
  return {
    ...request,
    parts: request.parts ?? 0,
    startedAt: now.toISOString(),
    leaseUntil: new Date(now.getTime() + leaseMilliseconds).toISOString(),
  };
}

/** Reads a chip's job. */
export async function getJob(
  ctx: Context,
  projectId: string,
  chipId: string,
): Promise<Stored<ChipJobRecord> | undefined> {
  const item = await getItem(ctx.db, chipKeys.job(projectId, chipId));
  return item && chipJobEntity.decode(item);
}

/**
 * Claims the chip for a job. A job whose holder died is finished first.
 * @throws ServiceError `conflict` while another job is under way, or, for a new layout, while a run is on the chip.
 */
export async function claimJob(ctx: Context, request: JobRequest, run: JobRunner): Promise<Stored<ChipJobRecord>> {
  await settleJob(ctx, request, run);
  const job = newJob(ctx, request);
  const transaction = new Transaction(ctx.db).put(chipJobEntity.encode(job, 1), ifAbsent, () => busy(request.chipId));
  if (request.jobId === relayoutJobId) refuseDuringRun(transaction, request);
  await transaction.commit();
  return { ...job, rev: 1 };
}

/** Lets a transaction fail while a run is on the chip: its plan is for the chip as it was. */
export function refuseDuringRun(transaction: Transaction, chip: { projectId: string; chipId: string }): void {
  transaction.check(runKeys.lock(chip.projectId), ifChipNotRunning(chip.chipId), (lock) =>
    conflict(
      `Chip '${chip.chipId}' is in use by run '${lock && lockEntity.decode(lock).holder?.executionId}'; cancel the run or wait for it to end`,
      'run_active',
    ),
  );
}

/**
 * Finishes a job that nobody works on any more; none is fine.
 * @throws ServiceError `conflict` while somebody does.
 */
export async function settleJob(
  ctx: Context,
  chip: { projectId: string; chipId: string },
  run: JobRunner,
  options: { ignoreLease?: boolean } = {},
): Promise<boolean> {
  const job = await getJob(ctx, chip.projectId, chip.chipId);
  if (!job) return false;
  if (!options.ignoreLease && job.leaseUntil > ctx.clock().toISOString()) throw busy(chip.chipId, job.kind);
  const { rev, ...record } = job;
  const leaseUntil = new Date(ctx.clock().getTime() + leaseMilliseconds).toISOString();
  const taken = await writeItem(ctx.db, {
    put: chipJobEntity.encode({ ...record, leaseUntil }, rev + 1),
    condition: ifRevision(rev),
  });
  if (!taken.ok) throw busy(chip.chipId, job.kind);
  await run(ctx, { ...record, leaseUntil, rev: rev + 1 });
  return true;
}

/** The job is still the one that is being carried out: another holder has raised its revision. */
export const ifHeld = (job: Stored<ChipJobRecord>): Condition => ifRevision(job.rev);

/** Removes a job that left nothing behind. */
export async function dropJob(ctx: Context, job: Stored<ChipJobRecord>): Promise<void> {
  await new Transaction(ctx.db)
    .delete(chipKeys.job(job.projectId, job.chipId), ifHeld(job), () => busy(job.chipId, job.kind))
    .commit();
}

/** 409 of a chip that somebody works on. */
export function busy(chipId: string, kind?: ChipJobRecord['kind']) {
  const doing = { create: 'created', import: 'imported into', delete: 'deleted' };
  return changedByOthers(`Chip '${chipId}'`, kind && doing[kind]);
}
