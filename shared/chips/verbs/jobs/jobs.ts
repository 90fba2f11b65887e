import { randomUUID } from 'node:crypto';
import type { Context } from '../../../kernel/context.ts';
import { deadlineAt, isDoneInTime } from '../../../kernel/deadline.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { changedByOthers } from '../../../kernel/store/dynamodb/conflict.ts';
import {
  allOf,
  type Condition,
  getItem,
  ifAbsent,
  ifRevision,
  writeItem,
} from '../../../kernel/store/dynamodb/database.ts';
import type { Guard } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, runKeys } from '../../../kernel/store/keys.ts';
import { holdersOf, ifChipNotRunning, lockEntity } from '../../../runs/store/locks.ts';
import { type ChipJobRecord, chipJobEntity } from '../../store/chips.ts';
import { refuseDeletedId } from '../deleted-chip.ts';

/**
 * The one structural job of a chip: creating, importing into or deleting it holds its job. The job is written before
 * anything else and removed last, so that a crash at any point leaves a job to finish (rule CHIP-3).
 */

/** What a job is made from; the rest follows from the context. */
export type JobRequest = Pick<ChipJobRecord, 'projectId' | 'chipId' | 'jobId' | 'kind' | 'username' | 'create'> & {
  parts?: number;
  gate?: ChipJobRecord['gate'];
  limits?: ChipJobRecord['limits'];
  technology?: ChipJobRecord['technology'];
  cooldownId?: ChipJobRecord['cooldownId'];
};

/** A job with its present holder; `until` is when the holder leaves the rest to another. */
export type HeldJob = Stored<ChipJobRecord> & { until?: Date | undefined };

/** Carries out a job from the point where it was left; ends with the job removed. */
export type JobRunner = (ctx: Context, job: HeldJob) => Promise<void>;

/** The id of the job that gives a chip another layout; every other create job makes a chip. */
export const relayoutJobId = 'update';

/** The layout of the chip is not being changed: of the chip's job. */
export const ifNotRelaid: Condition = {
  expression: 'attribute_not_exists(pk) OR jobId <> :relayout',
  values: { ':relayout': relayoutJobId },
};

/** Longer than any caller waits, the sweep included: until then another request leaves the job alone. */
export const leaseSeconds = 300;

const leaseFrom = (ctx: Context): string => new Date(ctx.clock().getTime() + leaseSeconds * 1000).toISOString();

export function newJob(ctx: Context, request: JobRequest): ChipJobRecord {
  return {
    ...request,
    parts: request.parts ?? 0,
    startedAt: ctx.clock().toISOString(),
    leaseUntil: leaseFrom(ctx),
    holder: randomUUID(),
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
 * @throws ServiceError `conflict` while another job is under way, if a chip of the id was deleted meanwhile, or, for a new layout,
 * while a run is on the chip.
 */
export async function claimJob(ctx: Context, request: JobRequest, run: JobRunner): Promise<HeldJob> {
  await settleJob(ctx, request, run);
  const job = newJob(ctx, request);
  const transaction = new Transaction(ctx.db).put(chipJobEntity.encode(job, 1), ifAbsent, () => busy(request.chipId));
  if (request.jobId === relayoutJobId) refuseDuringRun(transaction, request);
  refuseDeletedId(transaction, request);
  await transaction.commit();
  return { ...job, rev: 1 };
}

/** Lets a transaction fail while a run is on the chip: its plan is for the chip as it was. */
export function refuseDuringRun(transaction: Transaction, chip: { projectId: string; chipId: string }): void {
  const { projectId, chipId } = chip;
  transaction.check(runKeys.lock(projectId), ifChipNotRunning(chipId), (lock) => {
    const holder = holdersOf(lock && lockEntity.decode(lock)).find((one) => one.chipId === chipId);
    return conflict(
      `Chip '${chipId}' is in use by run '${holder?.executionId}'; cancel the run or wait for it to end`,
      'run_active',
    );
  });
}

/** How a job that was left behind is finished. */
export interface SettleOptions {
  /** The former holder is known to have died. */
  ignoreLease?: boolean | undefined;
  /** When to leave the rest to the next look. */
  until?: Date | undefined;
}

/**
 * Finishes a job that was left behind, if there is one.
 * @returns whether it finished one; false also if `until` came first.
 * @throws ServiceError `conflict` while the job is being worked on.
 */
export async function settleJob(
  ctx: Context,
  chip: { projectId: string; chipId: string },
  run: JobRunner,
  { ignoreLease = false, until }: SettleOptions = {},
): Promise<boolean> {
  const job = await getJob(ctx, chip.projectId, chip.chipId);
  if (!job) return false;
  if (!ignoreLease && job.leaseUntil > ctx.clock().toISOString()) throw busy(chip.chipId, job.kind);
  const { rev, ...record } = job;
  const taken = { ...record, leaseUntil: leaseFrom(ctx), holder: randomUUID() };
  const put = chipJobEntity.encode(taken, rev + 1);
  if (!(await writeItem(ctx.db, { put, condition: ifUnchanged(job) })).ok) throw busy(chip.chipId, job.kind);
  const held = { ...taken, rev: rev + 1, until };
  const done = await isDoneInTime(run(ctx, held));
  if (!done) await endLease(ctx, held);
  return done;
}

/** The job still has this holder. */
export const ifHeld = ({ holder, rev }: HeldJob): Condition =>
  holder === undefined
    ? allOf(ifRevision(rev), { expression: 'attribute_not_exists(holder)' })
    : { expression: 'holder = :holder', values: { ':holder': holder } };

/** The job still has this holder and lease. */
const ifUnchanged = (job: HeldJob): Condition =>
  allOf(ifHeld(job), { expression: 'leaseUntil = :lease', values: { ':lease': job.leaseUntil } });

/**
 * The condition of every transaction of a job: it still has this holder. Each transaction renews the lease, so that it
 * ends only when a holder pauses.
 */
export function whileHeld(ctx: Context, job: HeldJob): Guard {
  const { projectId, chipId, kind, until } = job;
  const deadline = deadlineAt(ctx, until);
  return (transaction) => {
    deadline();
    const renewed = updateOf({ set: { leaseUntil: leaseFrom(ctx) } });
    transaction.update(chipKeys.job(projectId, chipId), renewed, ifHeld(job), () => busy(chipId, kind));
  };
}

/** Lets the next look continue at once. */
async function endLease(ctx: Context, job: HeldJob): Promise<void> {
  const update = chipKeys.job(job.projectId, job.chipId);
  await writeItem(ctx.db, {
    update,
    with: updateOf({ set: { leaseUntil: ctx.clock().toISOString() } }),
    condition: ifHeld(job),
  });
}

/** Removes a job that left nothing behind, with the parts of its plan. */
export async function dropJob(ctx: Context, job: HeldJob): Promise<void> {
  const { projectId, chipId, jobId, kind, parts } = job;
  const transaction = new Transaction(ctx.db).delete(chipKeys.job(projectId, chipId), ifHeld(job), () =>
    busy(chipId, kind),
  );
  for (let part = 0; part < parts; part += 1) transaction.delete(chipKeys.jobPart(projectId, chipId, jobId, part));
  await transaction.commit();
}

/** 409 of a chip with a job in progress. */
export function busy(chipId: string, kind?: ChipJobRecord['kind']) {
  const doing = { create: 'created', import: 'imported into', delete: 'deleted' };
  return changedByOthers(`Chip '${chipId}'`, kind && doing[kind]);
}
