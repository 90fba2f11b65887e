import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Crash } from '#test/support/engine/faults.ts';
import type { Passing } from '#test/support/engine/interleave.ts';

/** Where somebody stands still: at which of their calls, and whether it has reached the engine. */
export interface Place {
  /** Counted from 1; or the first that it chooses. */
  call: number | ((request: Passing) => boolean);
  when: 'before' | 'after';
  /** They die there, and never go on. */
  dies?: boolean;
}

/** A place that is counted. */
export interface PausePoint extends Place {
  call: number;
}

/** What became of somebody who stood still. */
export interface Paused<T> {
  /** Whether they came as far as the call. */
  reached: boolean;
  outcome: PromiseSettledResult<T>;
}

/** Lets somebody stand still at any of their calls to the engine, and to the ports that are given to `port`. */
export interface Pauses {
  /**
   * Carries out `act`, which stands still at one of its calls until `meanwhile` has happened, and then goes on. All that it
   * does stands still, and not only that call. What `meanwhile` does meets no pause.
   */
  run<T>(at: Place, act: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<Paused<T>>;
  /** The same port; each call of its methods, which are asynchronous, is a place as well. */
  port<T extends object>(port: T): T;
}

/** Somebody who may stand still; whoever runs in no such scope does not. */
interface Holder {
  at: Place;
  calls: number;
  meanwhile: () => Promise<unknown>;
  standing: Promise<unknown> | undefined;
}

function goOn({ at, standing }: Holder): void {
  if (standing && at.dies) throw new Crash('died while somebody else went on');
}

const isOwn = ({ at: { call }, calls, standing }: Holder, request: Passing): boolean =>
  typeof call === 'number' ? calls === call : !standing && call(request);

/** Pauses at the calls that pass through them. */
interface Passes extends Pauses {
  pass<A>(request: Passing, send: () => Promise<A>): Promise<A>;
}

/** Pauses at the calls of what is given to `port`, and of nothing else. */
export function createPauses(): Passes {
  const holders = new AsyncLocalStorage<Holder | undefined>();
  const standStill = (holder: Holder): Promise<unknown> => {
    holder.standing = holders.run(undefined, holder.meanwhile);
    return holder.standing;
  };
  const pass: Passes['pass'] = async (request, send) => {
    const holder = holders.getStore();
    if (!holder) return send();
    await holder.standing;
    goOn(holder);
    holder.calls += 1;
    const own = isOwn(holder, request);
    if (own && holder.at.when === 'before') await standStill(holder);
    goOn(holder);
    // A call that is refused has been made as well: whoever stands still behind it has not heard so yet.
    const [answered] = await Promise.allSettled([send()]);
    if (own && holder.at.when === 'after') await standStill(holder);
    else await holder.standing;
    goOn(holder);
    if (answered.status === 'rejected') throw answered.reason;
    return answered.value;
  };
  return {
    pass,
    run: async (at, act, meanwhile) => {
      const holder: Holder = { at, calls: 0, meanwhile, standing: undefined };
      const [outcome] = await Promise.allSettled([holders.run(holder, act)]);
      await holder.standing;
      return { reached: holder.standing !== undefined, outcome };
    },
    port: (port) =>
      new Proxy(port, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...input: unknown[]) => pass({ command: String(name), input }, () => value.apply(target, input));
        },
      }),
  };
}

/** Puts pauses on a client. They stand outside the SDK's retries: a call that is sent again is one call. */
export function injectPauses(client: DynamoDBClient): Pauses {
  const { pass, ...pauses } = createPauses();
  client.middlewareStack.add(
    (next, context) => (args) =>
      pass({ command: (context.commandName ?? '').replace(/Command$/, ''), input: args.input }, () => next(args)),
    { step: 'initialize', priority: 'high', name: 'injectPauses' },
  );
  return pauses;
}

/** Somebody and where they stand still. */
export interface Standing<T> {
  at: Place;
  act: () => Promise<T>;
}

/**
 * Lets two stand still at once: the first until the second stands still as well, and the second until the first has come to
 * its end. `between` happens then. A second that never comes to its call is through before the first goes on.
 */
export async function crossed<T, U>(
  pauses: Pauses,
  { first, second }: { first: Standing<T>; second: Standing<U> },
  between: () => Promise<unknown> = async () => undefined,
): Promise<{ first: Paused<T>; second: Paused<U> | undefined }> {
  const firstEnded = Promise.withResolvers<void>();
  const secondStands = Promise.withResolvers<void>();
  let later: Promise<Paused<U>> | undefined;
  const begun = await pauses.run(first.at, first.act, () => {
    later = pauses.run(second.at, second.act, async () => {
      secondStands.resolve();
      await firstEnded.promise;
      await between();
    });
    return Promise.race([secondStands.promise, later]);
  });
  firstEnded.resolve();
  return { first: begun, second: await later };
}
