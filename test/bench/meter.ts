import { setTimeout } from 'node:timers/promises';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { itemBytes, readUnits } from './item-size.ts';

/** One call of DynamoDB that was measured. */
export interface MeteredCall {
  /** `GetItem`, `Query`, ... */
  operation: string;
  startedAt: number;
  endedAt: number;
  /** Read units that the engine reports. */
  reportedUnits: number;
  /** Read units that follow from the sizes of the items; undefined where the items are not answered whole. */
  computedUnits: number | undefined;
  consistent: boolean;
  items: number;
  /** Partition keys that were read. */
  partitions: string[];
  /** It is the one that reads the caller's user and membership. */
  authenticates: boolean;
}

/** Watches the calls of a client between `begin` and `end`. */
export interface Meter {
  /** @param delayMs holds each call back, so that calls which are made side by side are also seen side by side. */
  begin(delayMs?: number): void;
  end(): MeteredCall[];
}

type Image = Record<string, AttributeValue>;

/** The fields that the client's commands for reading have between them; items as they are on the wire. */
interface Input {
  Key?: Image;
  RequestItems?: Record<string, { Keys?: Image[]; ConsistentRead?: boolean }>;
  ExpressionAttributeValues?: Image;
  ConsistentRead?: boolean;
  Select?: string;
  ProjectionExpression?: string;
}

interface Consumed {
  CapacityUnits?: number;
}

interface Output {
  Item?: Image;
  Items?: Image[];
  Count?: number;
  Responses?: Record<string, Image[]>;
  ConsumedCapacity?: Consumed | Consumed[];
}

/** Adds a middleware to the client that asks for the consumed capacity and records every call. */
export function attachMeter(client: DynamoDBClient): Meter {
  let calls: MeteredCall[] | undefined;
  let heldBackMs = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as Input;
      if (!calls || isOfLimits(input)) return next(args);
      const sink = calls;
      const startedAt = performance.now();
      if (heldBackMs > 0) await setTimeout(heldBackMs);
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const output = result.output as unknown as Output;
      sink.push(describe(String(context.commandName).replace(/Command$/, ''), input, output, startedAt));
      return result;
    },
    { step: 'initialize', name: 'benchMeter', priority: 'high' },
  );
  return {
    begin: (delayMs = 0) => {
      heldBackMs = delayMs;
      calls = [];
    },
    end: () => {
      const recorded = calls ?? [];
      calls = undefined;
      return recorded;
    },
  };
}

/** Buckets of limits, and what a project used: written now and then by whichever request is next (rule LIMIT-11). */
const isOfLimits = ({ Key }: Input): boolean => Key?.pk?.S?.startsWith('LIMIT#') === true;

function describe(operation: string, input: Input, output: Output, startedAt: number): MeteredCall {
  const requests = Object.values(input.RequestItems ?? {});
  const keys = input.Key ? [input.Key] : requests.flatMap((request) => request.Keys ?? []);
  const consistent = input.ConsistentRead ?? requests.some((request) => request.ConsistentRead === true);
  const single = output.Item ? [output.Item] : [];
  const images = output.Items ?? (output.Responses ? Object.values(output.Responses).flat() : single);
  const items = structuredClone(images).map(fromImage);
  const partition = input.ExpressionAttributeValues?.[':pk'];
  return {
    operation,
    startedAt,
    endedAt: performance.now(),
    reportedUnits: [output.ConsumedCapacity ?? []]
      .flat()
      .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
    computedUnits: areWhole(input) ? computeUnits(keys.length, items, consistent) : undefined,
    consistent,
    items: output.Items || input.Select ? (output.Count ?? items.length) : items.length,
    partitions: partition === undefined ? keys.map((key) => String(key.pk?.S)) : [String(partition.S)],
    authenticates: requests.length > 0 && keys.some((key) => key.sk?.S === 'USER'),
  };
}

const areWhole = ({ Select, ProjectionExpression }: Input): boolean =>
  Select !== 'COUNT' && ProjectionExpression === undefined;

/** Reads by key are rounded up one by one, a query as a whole; a key without an item costs the least unit. */
function computeUnits(keys: number, items: Item[], consistent: boolean): number {
  const sizes = items.map(itemBytes);
  if (keys === 0) return readUnits(sum(sizes), consistent);
  const missing = (keys - items.length) * readUnits(0, consistent);
  return missing + sum(sizes.map((bytes) => readUnits(bytes, consistent)));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Sequential round trips: the longest chain of calls of which each began after the one before had ended. Calls side
 * by side count once.
 */
export function roundTrips(calls: readonly MeteredCall[]): number {
  let trips = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const call of [...calls].sort((a, b) => a.endedAt - b.endedAt)) {
    if (call.startedAt < end) continue;
    trips += 1;
    end = call.endedAt;
  }
  return trips;
}

/** What was read alongside the read that authenticates or after it; everything where nothing does. */
export function besideAuthentication(calls: readonly MeteredCall[]): MeteredCall[] {
  const authentication = calls.find((call) => call.authenticates);
  return calls.filter(
    (call) => !authentication || (call !== authentication && call.endedAt > authentication.startedAt),
  );
}

/** What came after the read that authenticates; everything where nothing does. */
export function afterAuthentication(calls: readonly MeteredCall[]): MeteredCall[] {
  const authentication = calls.find((call) => call.authenticates);
  return calls.filter((call) => !authentication || call.startedAt >= authentication.endedAt);
}

/** Units that the engine reports for these calls. */
export const unitsOf = (calls: readonly MeteredCall[]): number => sum(calls.map((call) => call.reportedUnits));

/** Items that these calls read. */
export const itemsOf = (calls: readonly MeteredCall[]): number => sum(calls.map((call) => call.items));
