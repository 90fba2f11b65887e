import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Crash } from '#test/support/engine/faults.ts';
import type { Passing } from '#test/support/engine/interleave.ts';

/** Where a holder pauses: at which of its calls, and whether the call has reached the engine. */
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

/** The outcome of a holder that paused. */
export interface Paused<T> {
  /** Whether they came as far as the call. */
  reached: boolean;
  /** How many calls were made. */
  calls: number;
  outcome: PromiseSettledResult<T>;
}

/** Pauses a holder at any of its calls to the engine, and to the ports that are given to `port`. */
export interface Pauses {
  /**
   * Carries out `act`, which pauses at one of its calls until `meanwhile` is done, and then goes on. All of its
   * concurrent work pauses, not only that call. The calls of `meanwhile` do not pause.
   */
  run<T>(at: Place, act: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<Paused<T>>;
  /** The same port; each call of its methods, which are asynchronous, is a place as well. */
  port<T extends object>(port: T): T;
}

/** A holder that may pause; code outside such a scope does not. */
interface Holder {
  at: Place;
  calls: number;
  meanwhile: () => Promise<unknown>;
  standing: Promise<unknown> | undefined;
}

function goOn({ at, standing }: Holder): void {
  if (standing && at.dies) throw new Crash('died while another process went on');
}

const isOwn = ({ at: { call }, calls, standing }: Holder, request: Passing): boolean =>
  typeof call === 'number' ? calls === call : !standing && call(request);

/** Pauses at the calls that pass through them. */
interface Passes extends Pauses {
  pass<A>(request: Passing, send: () => Promise<A>): Promise<A>;
}

/** Pauses at the calls of the ports that are given to `port`, and at no others. */
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
    // A refused call has been made as well: the paused holder has not received its answer yet.
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
      return { reached: holder.standing !== undefined, outcome, calls: holder.calls };
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

/** Puts pauses on a client. They are outside the SDK's retries: a call that is sent again is one call. */
export function injectPauses(client: DynamoDBClient): Pauses {
  const { pass, ...pauses } = createPauses();
  client.middlewareStack.add(
    (next, context) => (args) =>
      pass({ command: (context.commandName ?? '').replace(/Command$/, ''), input: args.input }, () => next(args)),
    { step: 'initialize', priority: 'high', name: 'injectPauses' },
  );
  return pauses;
}

/** An act and the place at which it pauses. */
export interface Standing<T> {
  at: Place;
  act: () => Promise<T>;
}

/**
 * Pauses two acts at once: the first until the second pauses as well, and the second until the first has ended.
 * `between` happens then. If the second never reaches its call, it ends before the first goes on.
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
