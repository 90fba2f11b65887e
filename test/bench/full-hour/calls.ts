import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { aws } from './assumptions.ts';

/** What some work asked of the table, and what that takes on AWS. */
export interface Work {
  calls: number;
  readUnits: number;
  writeUnits: number;
  /** Seconds that it waits on AWS: its longest chain of calls. */
  waitSeconds: number;
  /** Seconds that it computes in a function of a gigabyte. */
  computeSeconds: number;
  /** Writes to partitions of `gsi2` that all projects share, by partition. */
  hotWrites: Record<string, number>;
}

interface Call {
  startedAt: number;
  endedAt: number;
  milliseconds: number;
  readUnits: number;
  writeUnits: number;
  hot: string[];
}

type Key = { pk?: { S?: string }; sk?: { S?: string }; gsi2pk?: { S?: string } };
interface Write {
  Item?: Key;
  Key?: Key;
}
interface Input extends Write {
  TransactItems?: { Put?: Write; Delete?: Write; Update?: Write }[];
  RequestItems?: Record<string, { PutRequest?: Write; DeleteRequest?: Write }[]>;
}

/** The lists of all projects: the partitions of `gsi2` that take the writes of everybody. */
const hotLists = ['OPENDAY', 'OPEN', 'PENDING', 'QUEUED', 'WEBHOOKDUE', 'EMAILDUE', 'CHATDUE'];

/** A removed mark leaves its list. */
function hotOf({ Item, Key: key }: Write): string[] {
  const listed = Item?.gsi2pk?.S ?? '';
  if (hotLists.includes(listed) || listed.startsWith('HELD')) return [listed];
  if (key?.sk?.S?.startsWith('OPENDAY#')) return ['OPENDAY'];
  return key?.pk?.S?.endsWith('#OPEN') ? ['OPEN'] : [];
}

/** Records the calls of a client, and answers what some work took. */
export function recordWork(client: DynamoDBClient): (work: () => Promise<unknown>) => Promise<Work> {
  let calls: Call[] = [];
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName).replace(/Command$/, '');
      const startedAt = performance.now();
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity } = result.output as unknown as { ConsumedCapacity?: unknown };
      const units = [ConsumedCapacity ?? []]
        .flat()
        .reduce<number>((sum, one) => sum + ((one as { CapacityUnits?: number }).CapacityUnits ?? 0), 0);
      const isRead = /Get|Query/.test(operation);
      const input = args.input as Input;
      const writes = [
        ...(input.TransactItems ?? []).flatMap(({ Put, Delete, Update }) => [Put, Delete, Update]),
        ...Object.values(input.RequestItems ?? {}).flatMap((list) =>
          Array.isArray(list) ? list.flatMap(({ PutRequest, DeleteRequest }) => [PutRequest, DeleteRequest]) : [],
        ),
        operation === 'PutItem' || operation === 'UpdateItem' || operation === 'DeleteItem' ? input : undefined,
      ].filter((write) => write !== undefined);
      calls.push({
        ...{ startedAt, endedAt: performance.now(), milliseconds: millisecondsOf(operation, units) },
        ...{ readUnits: isRead ? units : 0, writeUnits: isRead ? 0 : units, hot: writes.flatMap(hotOf) },
      });
      return result;
    },
    { step: 'initialize', name: 'recordWork', priority: 'high' },
  );
  return async (work) => {
    calls = [];
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return workOf(calls, (user + system) / 1e6);
  };
}

function millisecondsOf(operation: string, units: number): number {
  if (operation === 'TransactWriteItems') return aws.transactionMilliseconds;
  if (!/Get|Query/.test(operation)) return aws.writeMilliseconds;
  return aws.read.milliseconds + aws.read.millisecondsPerUnit * units;
}

function workOf(calls: readonly Call[], cpuSeconds: number): Work {
  const hotWrites: Record<string, number> = {};
  for (const list of calls.flatMap(({ hot }) => hot)) hotWrites[list] = (hotWrites[list] ?? 0) + 1;
  return {
    calls: calls.length,
    readUnits: sum(calls.map((call) => call.readUnits)),
    writeUnits: sum(calls.map((call) => call.writeUnits)),
    waitSeconds: longestChain(calls) / 1000,
    computeSeconds: cpuSeconds * aws.lambda.slowdown,
    hotWrites,
  };
}

/** Calls that began before the one before had ended ran at the same time: the slowest of them counts. */
function longestChain(calls: readonly Call[]): number {
  let [total, end, slowest] = [0, Number.NEGATIVE_INFINITY, 0];
  for (const call of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (call.startedAt >= end) {
      total += slowest;
      [slowest, end] = [0, call.endedAt];
    }
    slowest = Math.max(slowest, call.milliseconds);
    end = Math.min(end, call.endedAt);
  }
  return total + slowest;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
