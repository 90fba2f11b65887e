import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { isEveryCase } from '#test/support/properties/case-count.ts';

/** One attempt of a request to the engine, as a plan sees it. */
export interface FaultCall {
  /** Counted from 1 since the plan was set; the SDK's own retries count as well. */
  number: number;
  /** Such as `TransactWriteItems`. */
  command: string;
}

/** What happens to an attempt. `before`: the engine never sees it. `after`: it carries it out, and the answer is lost. */
export type Fault = { before: Error } | { after: Error };

/** Decides the fault of each attempt; undefined lets it pass. */
export type FaultPlan = (call: FaultCall) => Fault | undefined;

/** The faults of one client. */
export interface Faults {
  /** Replaces the plan and counts from 1 again. */
  plan(plan: FaultPlan): void;
  /** No more faults. */
  clear(): void;
  /** Attempts since the plan was set, those that met a fault included. */
  calls(): FaultCall[];
  /** Waits for attempts that the engine still carries out although their caller has given up. */
  idle(): Promise<void>;
}

type Batch = Record<string, unknown[] | { Keys?: unknown[] }>;

/**
 * Puts one middleware on a client that injects the faults no engine can produce on demand. It is inside the SDK's
 * retries, so that an injected error is treated as one that came over the wire.
 */
export function injectFaults(client: DynamoDBClient): Faults {
  let current: FaultPlan = () => undefined;
  let calls: FaultCall[] = [];
  const underWay = new Set<Promise<unknown>>();
  const begin = (commandName: string | undefined) => {
    const call = { number: calls.length + 1, command: (commandName ?? '').replace(/Command$/, '') };
    calls.push(call);
    return current(call);
  };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const fault = begin(context.commandName);
      if (fault && 'before' in fault) throw fault.before;
      const answer = next(args);
      underWay.add(answer);
      try {
        const result = await answer;
        if (fault && 'after' in fault) throw fault.after;
        return result;
      } finally {
        underWay.delete(answer);
      }
    },
    // Below the retry middleware of the same step.
    { step: 'finalizeRequest', priority: 'low', name: 'injectFaults' },
  );
  return {
    plan: (plan) => {
      current = plan;
      calls = [];
    },
    clear: () => {
      current = () => undefined;
    },
    calls: () => calls,
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/**
 * Lets the next `times` batches do only their first `done` entries; the rest is answered as unprocessed, as DynamoDB
 * does under load. It is outside serialization, because it cuts the request itself.
 */
export function injectPartialBatches(client: DynamoDBClient, done: number, times: number): { left(): number } {
  let left = times;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const kind = { BatchWriteItemCommand: 'Items', BatchGetItemCommand: 'Keys' }[context.commandName ?? ''];
      const input = args.input as { RequestItems?: Batch };
      if (!kind || !input.RequestItems || left === 0) return next(args);
      left -= 1;
      const { first, rest } = cut(input.RequestItems, done);
      const result = await next({ ...args, input: { ...args.input, RequestItems: first } } as typeof args);
      Object.assign(result.output, { [`Unprocessed${kind}`]: rest });
      return result;
    },
    { step: 'initialize', priority: 'low', name: 'injectPartialBatches' },
  );
  return { left: () => left };
}

function cut(items: Batch, done: number): { first: Batch; rest: Batch } {
  const first: Batch = {};
  const rest: Batch = {};
  for (const [table, wanted] of Object.entries(items)) {
    const list = Array.isArray(wanted) ? wanted : (wanted.Keys ?? []);
    const of = (part: unknown[]) => (Array.isArray(wanted) ? part : { ...wanted, Keys: part });
    first[table] = of(list.slice(0, done));
    if (list.length > done) rest[table] = of(list.slice(done));
  }
  return { first, rest };
}

/** DynamoDB's answer when a partition gets too much. */
export const throttled = (): Error =>
  new ProvisionedThroughputExceededException({ message: 'throttled by the test', $metadata: {} });

/** A transaction refused for the given reasons, one for each of its writes. */
export const canceled = (...codes: string[]): Error =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata: {},
  });

/** A connection that died: it is unknown whether the request was carried out. */
export const timedOut = (): Error => Object.assign(new Error('socket timed out'), { name: 'TimeoutError' });

/** The process died. */
export class Crash extends Error {}

/**
 * From one call at which a process dies to the next. Before an odd call and after it, every number of calls has been carried out;
 * where every case is drawn, it dies before and after the even ones too.
 */
export const crashStep = isEveryCase ? 1 : 2;

/** Dies at the n-th call, before or after it is carried out; whatever the process would have sent later is not sent. */
export const crashAt =
  (n: number, when: 'before' | 'after'): FaultPlan =>
  ({ number }) => {
    if (number < n) return undefined;
    return number === n && when === 'after' ? { after: new Crash() } : { before: new Crash() };
  };
