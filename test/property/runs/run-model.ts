import { type LockScope, runInTheWay } from '#shared/runs/rules/lock.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import type { RunState, Transition } from '#shared/runs/rules/transitions.ts';
import * as transitions from '#shared/runs/rules/transitions.ts';

/**
 * A model of the protocol of runs over the very rules that the verbs write by. A few actors carry out verbs at once, each
 * a sequence of transactions, between which any other may act:
 * - whatever a verb decides is decided within a transaction, so that its first step is taken at once;
 * - the answer of any step may be lost, so that it is repeated;
 * - an actor dies by never acting again; a state machine that has died, been stopped, or was never started is any actor
 *   that aborts, at any moment; its late and doubled deliveries are any actor that takes one of its steps, at any moment.
 * Neither crashes nor lost answers are counted: any number is walked, as far as there are actors left to act.
 */

/** The rules that the model walks; a test passes a broken one. */
export type Rules = Omit<typeof transitions, 'scheduledRun'> & {
  /** The run that a start on a chip has to wait for. */
  runInTheWay: typeof runInTheWay;
  /** Whether another scope of the locks may be chosen. */
  mayChangeScope(holders: readonly Holder[]): boolean;
  /** Whether a start takes the lock by the scope as it is, and not as it was read. */
  checksScope: boolean;
};

/** The rules of the service. */
export const rules: Rules = {
  ...transitions,
  runInTheWay,
  mayChangeScope: (holders) => holders.length === 0,
  checksScope: true,
};

/** A run that holds a lock. */
interface Holder {
  run: number;
  chipId: string;
}

/** What an actor does next: a step within a verb, on a run (by number), with the fence that it holds. */
interface Actor {
  at: 'idle' | 'start' | 'write' | 'complete tasks' | 'complete' | 'abort tasks' | 'abort';
  run: number;
  fence: number;
  /** Of a start: its chip, and the scope of locks as it was read. */
  starts?: { chipId: string; scope: LockScope };
}

/** A run with its one task. */
interface ModelRun {
  state: RunState;
  chipId: string;
  /** The state machine has it. */
  launched: boolean;
  task: 'none' | 'open' | 'done' | 'closed';
}

/** Everything there is. */
export interface World {
  /** What a lock covers. */
  scope: LockScope;
  /** The runs that hold a lock, the oldest first. */
  holders: readonly Holder[];
  runs: readonly ModelRun[];
  actors: readonly Actor[];
  /** Set by a write that was taken although its fence was no longer the run's. */
  staleWrite: boolean;
}

/** How much may happen. */
export interface Bounds {
  actors: number;
  runs: number;
  /** Slices of a run. */
  slices: number;
  /** What a lock covers at the beginning. */
  scope: LockScope;
  chips: readonly string[];
  /** Whether the scope is changed on the way. */
  changesScope?: boolean;
}

const idle: Actor = { at: 'idle', run: 0, fence: 0 };

/** Nothing has happened yet. */
export const beginning = ({ actors, scope }: Bounds): World => ({
  scope,
  holders: [],
  runs: [],
  actors: Array.from({ length: actors }, () => idle),
  staleWrite: false,
});

/** Equal for worlds that differ in the order of their actors alone. */
export const keyOf = (world: World): string => {
  const runs = world.runs.map(({ state, chipId, launched, task }) => {
    const { status, fence, closing, cancelRequested } = state;
    return `${status},${fence},${closing},${cancelRequested},${chipId},${launched},${task}`;
  });
  const actors = world.actors
    .map(({ at, run, fence, starts }) => `${at},${run},${fence},${starts?.chipId},${starts?.scope}`)
    .sort();
  const holders = world.holders.map(({ run }) => run);
  return [world.scope, `${holders}`, world.staleWrite, ...runs, ...actors].join('|');
};

/** The world after one step, and its actor's next state. */
interface Outcome {
  world: World;
  next: Actor;
}

/** Every world that one step leads to. */
export function* successors(world: World, bounds: Bounds, by: Rules): Generator<World> {
  for (const [n, actor] of world.actors.entries()) {
    const outcomes = actor.at === 'idle' ? begun(world, bounds, by) : [stepped(world, actor, bounds, by)];
    for (const { world: after, next } of outcomes) {
      yield { ...after, actors: after.actors.with(n, next) };
      // The effect is there, and its actor never learns of it: it does the same step again.
      yield { ...after, actors: after.actors.with(n, actor) };
    }
  }
}

/** The verbs that an idle actor may begin, with their first transaction; most are over with it. */
function* begun(world: World, bounds: Bounds, by: Rules): Generator<Outcome> {
  const done = (after: World): Outcome => ({ world: after, next: idle });
  if (world.runs.length < bounds.runs)
    for (const chipId of chipsOf(world, bounds)) {
      const starts = { chipId, scope: world.scope };
      // The scope is read before; only where it changes, others may act between.
      if (bounds.changesScope) yield { world, next: { ...idle, at: 'start', starts } };
      else yield done(claimed(world, starts, bounds, by));
    }
  if (bounds.changesScope && by.mayChangeScope(world.holders))
    yield done({ ...world, scope: world.scope === 'chip' ? 'project' : 'chip' });
  for (const [run, { state, launched }] of world.runs.entries()) {
    const then = (at: Actor['at'], transition: Transition, fence = 0): Outcome =>
      'run' in transition
        ? { world: applied(world, run, transition), next: { at, run, fence } }
        : { world, next: idle };
    yield done(applied(world, run, by.requestCancel(state)));
    yield then('abort tasks', by.closeToAbort(state));
    if (!launched && state.status === 'scheduled') yield done(withRun(world, run, { launched: true }));
    if (!launched) continue;
    yield done(applied(world, run, by.begin(state)));
    if (state.fence < bounds.slices) yield then('write', by.takeFence(state), state.fence + 1);
    yield then('complete tasks', by.closeToComplete(state));
  }
}

/** The chips of a next run: the first alone where none is named yet, since no chip differs from another. */
const chipsOf = ({ runs, actors }: World, { chips }: Bounds): readonly string[] =>
  runs.length > 0 || actors.some(({ starts }) => starts) ? chips : chips.slice(0, 1);

/** The next step of an actor within a verb. */
function stepped(world: World, actor: Actor, bounds: Bounds, by: Rules): Outcome {
  const { run, starts } = actor;
  if (starts) return { world: claimed(world, starts, bounds, by), next: idle };
  const state = stateOf(world, run);
  const go = (at: Actor['at'], after: World): Outcome => ({ world: after, next: { ...actor, at } });
  const ended = (end: Transition): Outcome => ({ world: released(applied(world, run, end), run), next: idle });
  switch (actor.at) {
    case 'complete tasks':
      return go('complete', withTasksClosed(world, run));
    case 'abort tasks':
      return go('abort', withTasksClosed(world, run));
    case 'complete':
      return ended(by.complete(state));
    case 'abort':
      return ended(by.abort(state));
    default:
      return { world: written(world, actor, by), next: idle };
  }
}

/** Lock and run in one transaction, which requires the scope that was read; a refusal changes nothing. */
function claimed(world: World, { chipId, scope }: NonNullable<Actor['starts']>, bounds: Bounds, by: Rules): World {
  if (world.runs.length >= bounds.runs || (by.checksScope && scope !== world.scope)) return world;
  if (by.runInTheWay(scope, world.holders, chipId)) return world;
  const fresh: ModelRun = { state: transitions.scheduledRun, chipId, launched: false, task: 'none' };
  const holder = { run: world.runs.length, chipId };
  return { ...world, holders: [...world.holders, holder], runs: [...world.runs, fresh] };
}

/** A result: the task begins, or ends. */
function written(world: World, { run, fence }: Actor, by: Rules): World {
  const { state, task } = runOf(world, run);
  if (!by.acceptsResults(state, fence) || task === 'closed') return world;
  const stale = fence !== state.fence;
  return { ...withRun(world, run, { task: task === 'none' ? 'open' : 'done' }), staleWrite: world.staleWrite || stale };
}

const withTasksClosed = (world: World, run: number): World =>
  runOf(world, run).task === 'open' ? withRun(world, run, { task: 'closed' }) : world;

const released = (world: World, run: number): World =>
  isEnded(stateOf(world, run).status)
    ? { ...world, holders: world.holders.filter((holder) => holder.run !== run) }
    : world;

const applied = (world: World, run: number, transition: Transition): World =>
  'run' in transition ? withRun(world, run, { state: transition.run }) : world;

function runOf(world: World, run: number): ModelRun {
  const found = world.runs[run];
  if (!found) throw new Error(`the model has no run ${run}`);
  return found;
}

const stateOf = (world: World, run: number): RunState => runOf(world, run).state;

const withRun = (world: World, run: number, change: Partial<ModelRun>): World => ({
  ...world,
  runs: world.runs.with(run, { ...runOf(world, run), ...change }),
});

/** The problem with a world by itself; undefined if there is none (rules RUN-1, RUN-2, RUN-6 and RUN-22). */
export function violation(world: World, by: Rules): string | undefined {
  const alive = [...world.runs.entries()].filter(([, { state }]) => !isEnded(state.status)).map(([run]) => run);
  const covered = alive.map((run) => (world.scope === 'chip' ? runOf(world, run).chipId : 'project'));
  if (new Set(covered).size < covered.length) return 'two runs at once';
  const holders = world.holders.map(({ run }) => run);
  if (holders.join() !== alive.join()) return 'locked without a run, or a run without the lock';
  if (world.staleWrite) return 'a result under an old fence was taken';
  for (const { state, task } of world.runs) {
    if (isEnded(state.status) && task === 'open') return 'a run has ended and its task has not';
    if (isEnded(state.status) && state.cancelRequested !== (state.status === 'cancelled'))
      return 'a cancellation that was asked for did not end as one, or the other way round';
  }
  return recovered(world, by) ? undefined : 'a dead run cannot be ended';
}

/** The problem with a step: an ended run must not change any more. */
export function stepViolation(before: World, after: World): string | undefined {
  for (const [run, { state, task }] of before.runs.entries()) {
    const next = runOf(after, run);
    if (isEnded(state.status) && (next.state !== state || next.task !== task)) return 'what had ended was changed';
  }
  return undefined;
}

/** After any crash, the next check of a lock can end its run and free it. */
const recovered = (world: World, by: Rules): boolean =>
  world.holders.every(({ run }) => {
    const closing = applied(world, run, by.closeToAbort(stateOf(world, run)));
    const ended = released(applied(withTasksClosed(closing, run), run, by.abort(stateOf(closing, run))), run);
    return !ended.holders.some((holder) => holder.run === run);
  });
