import { databaseOf } from '#local/table-in-memory/client.ts';
import { execute, type Request } from '#local/table-in-memory/commands.ts';
import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { Database } from '#shared/kernel/store/dynamodb/database.ts';
import { call } from './call.ts';
import { labelOf } from './labels.ts';
import { currentProcess } from './process.ts';
import type { World } from './world.ts';

/** Changes what the table is asked, as a defect of the service would. */
export type Defect = (request: Request) => Request;

/** What a test does between the service and its table. */
export interface TableHooks {
  defect?: Defect;
  /** Sees each request that is carried out, with its answer or error. */
  onAnswered?: (request: Request, answer: { value: object } | { error: unknown }) => void;
}

/** The table as the processes of a world reach it. */
export function simulatedTable(world: World, table: MemoryTable, { defect, onAnswered }: TableHooks): Database {
  table.pageItems = world.climate.pageItems;
  table.clock = () => world.now;
  table.lag = () => world.random.below(world.climate.lagMilliseconds + 1);
  return databaseOf((given) => {
    const request = defect ? defect(given) : given;
    return call(world, {
      label: labelOf(request),
      transaction: request.name === 'TransactWriteItems',
      carryOut: () => {
        if (request.name.startsWith('Batch') && currentProcess().mortal && world.random.chance(world.mood.partial))
          return inPart(world, table, request);
        try {
          const value = execute(table, request);
          onAnswered?.(request, { value });
          return value;
        } catch (error) {
          onAnswered?.(request, { error });
          throw error;
        }
      },
    });
  });
}

/** The entries of a batch for one table: writes, or keys to be read. */
type Entries = readonly unknown[] | { Keys?: readonly unknown[] };

/** Carries out the first entries of a batch, and answers the others as not processed. */
function inPart(world: World, table: MemoryTable, { name, input }: Request): object {
  const { RequestItems = {} } = input as { RequestItems?: Record<string, Entries> };
  const first: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [tableName, entries] of Object.entries(RequestItems)) {
    const list = 'Keys' in entries ? (entries.Keys ?? []) : (entries as readonly unknown[]);
    const done = world.random.below(list.length + 1);
    const as = (part: readonly unknown[]) => ('Keys' in entries ? { ...entries, Keys: part } : part);
    first[tableName] = as(list.slice(0, done));
    if (done < list.length) rest[tableName] = as(list.slice(done));
  }
  const left = name === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  return { ...execute(table, { name, input: { ...input, RequestItems: first } }), [left]: rest };
}
