import { canceled, throttled, timedOut } from '#test/support/engine/faults.ts';
import { currentProcess, type Process } from './process.ts';
import type { World } from './world.ts';

/** A call of a process to something outside of it. */
export interface Call<T> {
  /** For the history. */
  label: string;
  carryOut: () => T;
  /** It is a transaction: another one may be in its way. */
  transaction?: boolean;
}

/** How often the SDK sends a request (standard mode of its retries). */
const attempts = 3;

/**
 * Makes a call: it waits for its turn, a fault may hit it, and the SDK's retries are those of what is transient. So one
 * whose answer was lost may be carried out twice.
 */
export function call<T>(world: World, given: Call<T>): Promise<T> {
  const process = currentProcess();
  return new Promise((resolve, reject) => {
    const send = (attempt: number, milliseconds: number) =>
      world.park(given.label, milliseconds, () => {
        const fault = process.mortal ? drawBefore(world, process, given) : undefined;
        if (fault === 'pause') return void send(attempt, 0);
        if (fault === 'dead') return;
        if (fault) {
          world.note(`${process.name} ${given.label}: ${fault.name}, not carried out`);
          return again(attempt, fault);
        }
        answer(attempt);
      });
    const again = (attempt: number, error: Error) => {
      const isTransient = error.name !== 'TransactionCanceledException';
      if (isTransient && attempt < attempts) send(attempt + 1, 50 * 2 ** attempt);
      else reject(error);
    };
    const answer = (attempt: number) => {
      let result: { value: T } | { error: unknown };
      try {
        result = { value: given.carryOut() };
        world.note(`${process.name} ${given.label}`);
      } catch (error) {
        result = { error };
        world.note(`${process.name} ${given.label}: ${(error as Error).name}`);
      }
      const tell = () => ('value' in result ? resolve(result.value) : reject(result.error));
      const fault = process.mortal ? drawAfter(world, process) : undefined;
      if (fault === 'dead') return;
      if (fault === 'pause') return void world.park(given.label, 0, tell);
      if (fault) {
        world.note(`${process.name} ${given.label}: its answer is lost`);
        return again(attempt, fault);
      }
      tell();
    };
    send(1, world.random.below(process.paceMilliseconds));
  });
}

type Fault = Error | 'pause' | 'dead' | undefined;

/** What happens to a call on its way. */
function drawBefore(world: World, process: Process, { transaction }: Call<unknown>): Fault {
  const { mood, random } = world;
  const stop = drawStop(world, process);
  if (stop) return stop;
  if (random.chance(mood.throttle)) return throttled();
  if (random.chance(mood.lostRequest)) return timedOut();
  if (transaction && random.chance(mood.conflict)) return canceled('TransactionConflict');
  return undefined;
}

/** What happens to its answer. */
function drawAfter(world: World, process: Process): Fault {
  return drawStop(world, process) ?? (world.random.chance(world.mood.lostAnswer) ? timedOut() : undefined);
}

/** Whether the caller pauses or dies, drawn before the call and after it: half of each is there. */
function drawStop(world: World, process: Process): 'pause' | 'dead' | undefined {
  const { mood, random } = world;
  if (random.chance(mood.pause / 2)) {
    world.hold(process);
    return 'pause';
  }
  if (random.chance(mood.kill / 2)) {
    world.kill(process);
    return 'dead';
  }
  return undefined;
}
