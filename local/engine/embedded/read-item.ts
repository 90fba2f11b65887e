import type { GetItemCommandInput } from '@aws-sdk/client-dynamodb';
import { readUnits } from './page.ts';
import { asksOnly, rowOf, unitsText } from './read-parts.ts';
import type { TableFile } from './table-file.ts';

const fields = new Set(['TableName', 'Key', 'ConsistentRead', 'ReturnConsumedCapacity']);

/** GetItem. */
export function readItem(file: TableFile, input: GetItemCommandInput): string | undefined {
  const { TableName: table = '', Key: key = {}, ConsistentRead: isConsistent = false } = input;
  if (!asksOnly(input, fields)) return undefined;
  const found = rowOf(file, table, key);
  if (!found) return undefined;
  const units = readUnits(found.row?.item_size ?? 0, isConsistent);
  const capacity = unitsText(input, table, units);
  if (found.row) return `{"Item":${found.row.item_json}${capacity && `,${capacity}`}}`;
  return `{${capacity}}`;
}
