import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { isSimulated } from './process.ts';
import type { World } from './world.ts';

type Replaceable = Record<string, unknown>;

/**
 * Does work while chance, ids and timers are the world's for all code that runs in one of its processes. Code around it,
 * such as the runner of tests, keeps the real ones.
 */
export async function withWorldGlobals<T>(world: World, work: () => Promise<T>): Promise<T> {
  const undo = [
    replace(Math, 'random', () => world.random.fraction()),
    replace(Date, 'now', () => world.now),
    replace(crypto, 'randomUUID', () => world.random.uuid()),
    replace(crypto.webcrypto, 'randomUUID', () => world.random.uuid()),
    replace(crypto, 'randomBytes', (size: number) => Buffer.from(world.random.bytes(size))),
    ...replaceTimers(world),
  ];
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    for (const one of undo) one();
    syncBuiltinESMExports();
  }
}

function replaceTimers(world: World): (() => void)[] {
  const later = (goOn: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
    const parked = world.park('', milliseconds, () => goOn(...given));
    return { parked, unref: () => undefined, ref: () => undefined, hasRef: () => true };
  };
  const forget = (timer: ReturnType<typeof later> | undefined) => timer && world.unpark(timer.parked);
  const timeout = (milliseconds: number) => {
    const controller = new AbortController();
    later(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), milliseconds);
    return controller.signal;
  };
  return [
    replace(globalThis, 'setTimeout', later),
    replace(
      globalThis,
      'clearTimeout',
      forget,
      (timer) => typeof timer === 'object' && timer !== null && 'parked' in timer,
    ),
    replace(AbortSignal, 'timeout', timeout),
    replace(timers, 'setTimeout', (milliseconds: number, value: unknown) =>
      world.sleep(milliseconds).then(() => value),
    ),
    replace(timers, 'setImmediate', (value: unknown) => world.sleep(0).then(() => value)),
  ];
}

/** Replaces a function for the code of the simulation. @returns what undoes it. */
function replace(
  owner: object,
  name: string,
  ours: (...given: never[]) => unknown,
  isOurs: (first: unknown) => boolean = isSimulated,
): () => void {
  const fields = owner as Replaceable;
  const own = Object.hasOwn(owner, name);
  const real = fields[name] as (...given: unknown[]) => unknown;
  const either = function (this: unknown, ...given: unknown[]) {
    return isOurs(given[0]) ? ours(...(given as never[])) : real.apply(this ?? owner, given);
  };
  Object.defineProperty(owner, name, { value: either, configurable: true, writable: true, enumerable: true });
  return () => {
    if (own) Object.defineProperty(owner, name, { value: real, configurable: true, writable: true, enumerable: true });
    else delete fields[name];
  };
}
