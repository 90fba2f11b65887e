import * as claims from '#shared/runs/rules/claim.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import * as transitions from '#shared/runs/rules/transitions.ts';
import { type RunState, scheduledRun, type Transition } from '#shared/runs/rules/transitions.ts';

/**
 * A model of the worker protocol over the very rules that the verbs write by. One run, and processes of workers: two of
 * one name (the second is what its supervisor starts after a death that may be none: the first was only paused), and one
 * of another. Every verb is a transaction; any of them happens at any moment, its answer may be lost, and time passes in
 * quarters of a window whenever it likes. Whatever may end the run (a time-out, a state machine that dies or is stopped,
 * a sweep, a step delivered twice) is an abort at any moment, in the three steps that it takes.
 */

/** The rules that the model walks; a test passes a broken one. */
export type WorkerRules = Omit<typeof claims, 'retryAfterSeconds'> &
  Omit<typeof transitions, 'scheduledRun'> & {
    /** Whether what cancels or closes a run marks its pointer in the same transaction. */
    marksStopping: (run: RunState) => boolean;
  };

/** The rules of the service. */
export const workerRules: WorkerRules = {
  ...claims,
  ...transitions,
  marksStopping: ({ cancelRequested, closing }) => cancelRequested || closing,
};

/** Ticks of a window. */
const windowTicks = 4;

/** Who there is, by name. */
const names = ['a', 'a', 'b'] as const;

/** A process of a worker. */
interface Process {
  /** 0: it has no claim that it knows of. */
  fence: number;
  /** When it last received an answer to go on. */
  toldAt: number;
  /** Its hardware is idle: it said so, or was told to stop and does. */
  still: boolean;
  /** When its heartbeat has read that it may go on, if that is not written yet. */
  beatAt: number | undefined;
}

/** Everything there is. */
export interface WorkerWorld {
  now: number;
  run: RunState;
  /** The step of the state machine that waits. */
  waiting: 'claim' | 'worker';
  claim: claims.Claim | undefined;
  processes: readonly Process[];
  /** What an abort under way has seen: no worker drives any more. */
  clear: boolean;
  /** A process other than the holder of the current claim wrote. */
  strangerWrote: boolean;
}

/** A run that waits for a worker. */
export const waitingRun: WorkerWorld = {
  now: 0,
  run: scheduledRun,
  waiting: 'claim',
  claim: undefined,
  processes: names.map(() => ({ fence: 0, toldAt: 0, still: false, beatAt: undefined })),
  clear: false,
  strangerWrote: false,
};

/** Equal for equal worlds. */
export const workerKeyOf = (world: WorkerWorld): string => JSON.stringify(world);

const instantOf = (tick: number): string => new Date(tick * 1000).toISOString();

/** Every world that one step leads to, up to a last tick. */
export function* workerSuccessors(world: WorkerWorld, lastTick: number, by: WorkerRules): Generator<WorkerWorld> {
  const { run, claim, now } = world;
  if (now < lastTick) yield { ...world, now: now + 1 };
  yield { ...world, run: after(run, by.requestCancel(run)) };
  if (claim) yield { ...world, waiting: 'worker' };
  yield* ends(world, by);
  for (const n of names.keys()) yield* acts(world, n, by);
}

/** Complete, as finishing leads to it, and the steps of an abort. */
function* ends(world: WorkerWorld, by: WorkerRules): Generator<WorkerWorld> {
  const { run, claim, now } = world;
  if (claim?.finished?.status === 'completed') {
    const closed = after(run, by.closeToComplete(run));
    yield { ...world, run: closed };
    yield { ...world, run: after(closed, by.complete(closed)) };
  }
  yield { ...world, run: after(run, by.closeToAbort(run)) };
  if (!run.closing) return;
  if (!by.isDriven(claim, new Date(now * 1000), windowTicks)) yield { ...world, clear: true };
  if (world.clear) yield { ...world, run: after(run, by.abort(run)) };
}

/** The acts of a process; in the second world of each it never receives the answer. */
function* acts(world: WorkerWorld, n: number, by: WorkerRules): Generator<WorkerWorld> {
  const { run, claim, now, processes } = world;
  const own = processes[n];
  if (!own) return;
  const heard = (given: Partial<Process>, written: WorkerWorld): WorkerWorld => ({
    ...written,
    processes: processes.with(n, { ...own, ...given }),
  });
  if (own.fence === 0) {
    const claimant = { worker: names[n] ?? '', userId: 'u', claimKey: `key-${n}` };
    const claiming = by.claimRun(run, claim, world.waiting, claimant, instantOf(now));
    if (claiming.kind === 'none') return;
    const taken = claiming.kind === 'take' ? claiming.run : run;
    const written = { ...world, run: taken, claim: claiming.claim };
    yield written;
    // A claim that is answered again says nothing of new time.
    yield heard({ fence: claiming.claim.fence, toldAt: Date.parse(claiming.claim.heartbeatAt) / 1000 }, written);
    return;
  }
  yield* beats(world, own, by, heard);
  if (by.acceptsWorkerResults(run, own.fence) && own.fence !== claim?.fence) yield { ...world, strangerWrote: true };
  for (const status of ['completed', 'stopped'] as const) {
    const counts = by.finishAs(run, claim, own.fence, status);
    if (counts === undefined || !claim || claim.finished) continue;
    const written = { ...world, claim: { ...claim, finished: { status: counts, message: '', at: instantOf(now) } } };
    // Its hardware stops before it says so, whether or not it hears the answer.
    yield heard({ still: true }, written);
  }
}

/**
 * A heartbeat reads the run. Where it is due, it writes the claim later, on the condition that nothing marked the pointer since; its
 * answer counts from when it was sent. One that is not due is answered from the read.
 */
function* beats(
  world: WorkerWorld,
  { fence, beatAt }: Process,
  by: WorkerRules,
  heard: (given: Partial<Process>, written: WorkerWorld) => WorkerWorld,
): Generator<WorkerWorld> {
  const { run, claim, now } = world;
  if (beatAt !== undefined) {
    yield heard({ beatAt: undefined }, world);
    if (!claim || claim.fence !== fence || claim.finished || by.marksStopping(run)) return;
    const renewed = { ...world, claim: { ...claim, heartbeatAt: instantOf(now) } };
    yield heard({ beatAt: undefined }, renewed);
    yield heard({ toldAt: beatAt, beatAt: undefined }, renewed);
  } else if (by.mustStop(run, claim, fence) !== undefined) yield heard({ still: true }, world);
  else if (claim && by.needsRenewal(claim, new Date(now * 1000), windowTicks)) yield heard({ beatAt: now }, world);
  else if (claim) yield heard({ toldAt: now }, world);
}

const after = (run: RunState, transition: Transition): RunState => ('run' in transition ? transition.run : run);

/**
 * The problem with a world. A worker drives for at most a window after it was told to go on; the protocol asks it to
 * stop after half of one. A process whose name was claimed again is its own predecessor: dead, or told to stop as soon
 * as it asks.
 */
export function workerViolation(world: WorkerWorld): string | undefined {
  const { run, claim, processes, now, strangerWrote } = world;
  if (strangerWrote) return 'a worker wrote whose claim is not current';
  const drives = processes.some(
    ({ fence, toldAt, still }) => fence !== 0 && fence === claim?.fence && !still && now - toldAt < windowTicks,
  );
  return isEnded(run.status) && drives ? 'the lock was given on while a worker drove' : undefined;
}

/** After any crash: once the window is over, an abort ends the run. */
export function canEnd(world: WorkerWorld, by: WorkerRules): boolean {
  if (isEnded(world.run.status)) return true;
  const closed = after(world.run, by.closeToAbort(world.run));
  const later = new Date((world.now + windowTicks) * 1000);
  return (
    closed.closing && !by.isDriven(world.claim, later, windowTicks) && isEnded(after(closed, by.abort(closed)).status)
  );
}
