import type { BatchGetItemCommandInput } from '@aws-sdk/client-dynamodb';
import { readUnits } from './page.ts';
import { asksOnly, type ReadInput, rowOf, wantsUnits } from './read-parts.ts';
import type { TableFile } from './table-file.ts';

const fields = new Set(['RequestItems', 'ReturnConsumedCapacity']);
const fieldsOfTable = new Set(['Keys', 'ConsistentRead']);

/** Limits of a call: keys, and bytes of the response. The rest stays unprocessed. */
const mostKeys = 100;
const answerBytes = 16 * 1024 * 1024;

/** BatchGetItem of one table. */
export function readBatch(file: TableFile, input: BatchGetItemCommandInput): string | undefined {
  const [[table, request] = ['', {}], ...others] = Object.entries(input.RequestItems ?? {});
  if (others.length > 0 || !asksOnly(input, fields) || !asksOnly(request, fieldsOfTable)) return undefined;
  const { Keys: keys = [], ConsistentRead: isConsistent = false } = request;
  const isTwice = new Set(keys.map((key) => JSON.stringify(key))).size < keys.length;
  if (keys.length === 0 || keys.length > mostKeys || isTwice) return undefined;
  const items: string[] = [];
  let [bytes, units, done] = [0, 0, 0];
  for (const key of keys) {
    const found = rowOf(file, table, key);
    if (!found) return undefined;
    const size = found.row?.item_size ?? 0;
    if (bytes + size > answerBytes) break;
    bytes += size;
    units += readUnits(size, isConsistent);
    if (found.row) items.push(found.row.item_json);
    done += 1;
  }
  const rest = keys.slice(done);
  const unprocessed = rest.length > 0 ? { [table]: { Keys: rest, ConsistentRead: isConsistent } } : {};
  const capacity = wantsUnits(input as ReadInput)
    ? { ConsumedCapacity: [{ TableName: table, CapacityUnits: units }] }
    : {};
  const rest2 = JSON.stringify({ UnprocessedKeys: unprocessed, ...capacity }).slice(1);
  return `{"Responses":{${JSON.stringify(table)}:[${items.join(',')}]},${rest2}`;
}
