import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { countedUnits } from '../../consumed-units.ts';
import { itemBytes } from './item-size.ts';
import { tableDefinition } from './table.ts';

interface Consumed {
  CapacityUnits?: number;
}

interface CountedOutput {
  ConsumedCapacity?: Consumed | Consumed[];
}

type Image = Readonly<Record<string, AttributeValue>>;

interface Write {
  Put?: { Item?: Image };
  Update?: object;
  Delete?: object;
}

const reads = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand']);

/** What a write takes at least, by its request, from an engine that reports no units. */
const writes: Readonly<Record<string, (input: never) => number>> = {
  PutItemCommand: ({ Item }: { Item?: Image }) => putUnits(Item),
  UpdateItemCommand: () => 1,
  DeleteItemCommand: () => 1,
  BatchWriteItemCommand: ({
    RequestItems = {},
  }: {
    RequestItems?: Record<string, { PutRequest?: { Item?: Image } }[]>;
  }) => sum(Object.values(RequestItems).flat(), ({ PutRequest }) => putUnits(PutRequest?.Item)),
  TransactWriteItemsCommand: ({ TransactItems = [] }: { TransactItems?: Write[] }) =>
    2 * sum(TransactItems, ({ Put }) => putUnits(Put?.Item)),
};

/** The item and its copies in the indexes, a unit for each kilobyte. */
function putUnits(item: Image | undefined): number {
  if (!item) return 1;
  const copies = 1 + tableDefinition.indexes.filter(({ partitionKey }) => partitionKey in item).length;
  return copies * Math.ceil(itemBytes(item) / 1024);
}

const sum = <T>(list: readonly T[], of: (entry: T) => number): number =>
  list.reduce((total, entry) => total + of(entry), 0);

/**
 * Counts the units that requests of a client use, for work within `countingUnits` only. Call it before the first request.
 * @param reportsWrites the engine reports the units of writes; otherwise they are estimated from the request
 */
export function countUnits(client: DynamoDBClient, { reportsWrites = true } = {}): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) => {
      const isRead = reads.has(commandName);
      const estimate = writes[commandName] as ((input: object) => number) | undefined;
      if (!isRead && !estimate) return next;
      const isReported = isRead || reportsWrites;
      return async (args) => {
        const units = countedUnits();
        if (!units) return next(args);
        const input = isReported ? { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const } : args.input;
        const result = await next({ ...args, input } as typeof args);
        const { ConsumedCapacity: consumed } = result.output as CountedOutput;
        const used = consumed
          ? sum([consumed].flat(), ({ CapacityUnits = 0 }) => CapacityUnits)
          : (estimate?.(args.input) ?? 0);
        units[isRead ? 'reads' : 'writes'] += used;
        return result;
      };
    },
    { step: 'initialize', name: 'countUnits' },
  );
}
