import { isEnded } from './statuses.ts';
import { beginClaimed, type RunState } from './transitions.ts';
import type { FinishStatus, StopReason } from './worker-protocol.ts';

/**
 * The rules of a worker's claim (docs/design/runs-and-workers.md#workers). A run has one claim at most; its fence is
 * the execution's at the moment of the claim, so that a run that is taken over, cancelled or being ended accepts
 * nothing from it any more. The claim itself lasts until its worker has finished or was silent for the window: only
 * then may the lock pass on.
 */

/** A worker's hold on a run. */
export interface Claim {
  /** The worker's stable name, and its user. */
  worker: string;
  userId: string;
  /** Made by the worker for this claim: a repeat of it finds the claim. */
  claimKey: string;
  /** Keys under which the same worker held the run before: a late repeat of one of them takes nothing over. */
  formerKeys: string[];
  fence: number;
  /** The same worker had claimed the run before. */
  resumed: boolean;
  claimedAt: string;
  /** When the worker was last told to continue. */
  heartbeatAt: string;
  /** How the worker ended its part: its hardware no longer acts. */
  finished?: { status: FinishStatus; message: string; at: string } | undefined;
}

export interface Claimant {
  worker: string;
  userId: string;
  claimKey: string;
}

/** What a request that speaks for a claim shows of it. */
export interface ClaimProof {
  userId: string;
  /** The key of the claim, where the request carries one. */
  claimKey: string | undefined;
}

/**
 * Whether a request comes from the claim's worker (rule WORK-11). A key decides if one is sent, so that several workers
 * of one user each have their own run; for an earlier key of the same worker, the fence says that it must stop.
 */
export const isTheirs = (claim: Claim, { userId, claimKey }: ClaimProof): boolean =>
  claimKey === undefined ? claim.userId === userId : claim.claimKey === claimKey || claim.formerKeys.includes(claimKey);

/** The outcome of a request for a run. */
export type Claiming =
  /** A new claim is written with the state of the run; `resumed` where the same worker held the run before. */
  | { kind: 'take'; claim: Claim; run: RunState }
  /** This very claim exists already. */
  | { kind: 'standing'; claim: Claim }
  /** There is nothing to claim; why decides when to ask again. */
  | { kind: 'none'; why: 'prepared' | 'driven' | 'idle' };

/** Most keys that are remembered: a worker that restarts more often within a run has other troubles. */
const maxFormerKeys = 20;

/**
 * What a claimant gets of a run that holds a lock.
 * @param waiting the step of the state machine that waits, if one does.
 */
export function claimRun(
  run: RunState,
  existing: Claim | undefined,
  waiting: 'claim' | 'worker' | undefined,
  claimant: Claimant,
  now: string,
): Claiming {
  const next = beginClaimed(run);
  if ('refusal' in next) return { kind: 'none', why: 'idle' };
  const taken = next.run;
  const { fence } = taken;
  if (!existing) {
    if (waiting !== 'claim') return { kind: 'none', why: 'prepared' };
    const claim = { ...claimant, formerKeys: [], fence, resumed: false, claimedAt: now, heartbeatAt: now };
    return { kind: 'take', claim, run: taken };
  }
  if (existing.finished) return { kind: 'none', why: 'idle' };
  if (existing.worker !== claimant.worker || existing.userId !== claimant.userId)
    return { kind: 'none', why: 'driven' };
  if (existing.claimKey === claimant.claimKey) return { kind: 'standing', claim: existing };
  if (existing.formerKeys.includes(claimant.claimKey)) return { kind: 'none', why: 'driven' };
  const formerKeys = [...existing.formerKeys, existing.claimKey].slice(-maxFormerKeys);
  const claim = { ...claimant, formerKeys, fence, resumed: true, claimedAt: now, heartbeatAt: now };
  return { kind: 'take', claim, run: taken };
}

/** A run that a claimant may ask for, with its claim and what the claimant gets of it. */
interface Offer {
  existing: Claim | undefined;
  claiming: Claiming;
}

/**
 * Which of the active runs a claimant is answered: the one that it has claimed and not finished, else the first that it can
 * take (rule WORK-23). A worker so drives one run at a time, and a late repeat of a former key takes no other run.
 */
export function chooseOffer<T extends Offer>(
  offers: readonly T[],
  { worker, userId }: Pick<Claimant, 'worker' | 'userId'>,
): T | undefined {
  const isOwn = ({ existing }: T) =>
    existing !== undefined && !existing.finished && existing.worker === worker && existing.userId === userId;
  const isPrepared = ({ claiming }: T) => claiming.kind === 'none' && claiming.why === 'prepared';
  return (
    offers.find(isOwn) ??
    offers.find(({ claiming }) => claiming.kind === 'take') ??
    offers.find(isPrepared) ??
    offers[0]
  );
}

/** Why the worker with this fence must stop; undefined if it may continue. */
export function mustStop(run: RunState, claim: Claim | undefined, fence: number): StopReason | undefined {
  if (run.cancelRequested) return 'cancelled';
  if (isEnded(run.status) || run.closing) return 'ended';
  if (claim?.fence !== fence) return 'superseded';
  return claim.finished ? 'ended' : undefined;
}

/**
 * Whether a heartbeat that tells a worker to go on has to be written down (rule WORK-14): those in the same quarter of a window are
 * not, so that most heartbeats of a running task cost reads only. A worker stops after half a window, before the service gives it up.
 */
export const needsRenewal = ({ heartbeatAt }: Claim, now: Date, windowSeconds: number): boolean =>
  now.getTime() - Date.parse(heartbeatAt) >= windowSeconds * 250;

/** Of so many heartbeats of a running task, one keeps no trace: what it does not cost pays for renewals of the claim. */
const tracesOf = 5;

/** Whether a heartbeat keeps the trace that it has, so that heartbeats cost one write unit each on average (rule WORK-17). */
export function keepsTrace({ heartbeatAt }: Claim, now: Date, everySeconds: number): boolean {
  const beats = Math.round((now.getTime() - Date.parse(heartbeatAt)) / (1000 * everySeconds));
  return beats === 0 || beats % tracesOf !== 0;
}

/**
 * Whether a worker may still drive the hardware: it was told to continue within the window, and has not reported its
 * stop. A worker that was told to stop is never told to continue, so that asking does not keep it alive.
 */
export const isDriven = (claim: Claim | undefined, now: Date, windowSeconds: number): boolean =>
  claim !== undefined &&
  claim.finished === undefined &&
  now.getTime() - Date.parse(claim.heartbeatAt) < windowSeconds * 1000;

/**
 * How the end that a worker reports counts: work that ended after its cancellation was requested counts as stopped, and
 * so does that of a run which is being ended by others. Undefined if the fence is not the present claim's.
 */
export function finishAs(
  run: RunState,
  claim: Claim | undefined,
  fence: number,
  status: FinishStatus,
): FinishStatus | undefined {
  if (claim?.fence !== fence) return undefined;
  if (claim.finished) return claim.finished.status;
  return status === 'completed' && (run.cancelRequested || run.closing) ? 'stopped' : status;
}

/** Seconds after which a worker that got no run asks again: an idle one costs less than 2 dollars a month. */
export const retryAfterSeconds = { idle: 8, betweenRuns: 1, prepared: 1, driven: 30 } as const;

/** How long a worker asks more often after the end of a run. */
const betweenRunsSeconds = 10;

/** Whether a run has just ended, so that another one may follow at once (rule WORK-24). */
export const isBetweenRuns = (endedAt: string | undefined, now: string): boolean =>
  endedAt !== undefined && Date.parse(now) - Date.parse(endedAt) < betweenRunsSeconds * 1000;
