import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Row } from './page.ts';
import { quoted, stored, type TableFile } from './table-file.ts';

export interface ReadInput {
  ReturnConsumedCapacity?: string | undefined;
}

/** Whether a request uses only these fields, and asks at most for the sum of its units. */
export function asksOnly(input: object, fields: ReadonlySet<string>): boolean {
  for (const name in input) if (!fields.has(name)) return false;
  const { ReturnConsumedCapacity: capacity = 'NONE' } = input as ReadInput;
  return capacity === 'NONE' || capacity === 'TOTAL';
}

export const wantsUnits = ({ ReturnConsumedCapacity: capacity }: ReadInput): boolean => capacity === 'TOTAL';

/** The consumed capacity as JSON; empty if it was not requested. */
export const unitsText = (input: ReadInput, table: string, units: number): string =>
  wantsUnits(input) ? `"ConsumedCapacity":${JSON.stringify({ TableName: table, CapacityUnits: units })}` : '';

/** Returns the row of a key, if it exists; undefined for a table or key that this code does not understand. */
export function rowOf(
  file: TableFile,
  table: string,
  key: Readonly<Record<string, AttributeValue>>,
): { row: Row | undefined } | undefined {
  const keys = file.keysOf(table);
  if (!keys || Object.keys(key).length !== 2) return undefined;
  const [pk, sk] = [stored(key[keys.partition]), stored(key[keys.sort])];
  if (pk === undefined || sk === undefined) return undefined;
  const sql = `SELECT item_json, item_size FROM ${quoted(table)} WHERE pk = ? AND sk = ?`;
  return { row: file.get(sql, [pk, sk]) as Row | undefined };
}

const listed = /^[#\w]+(?:\s*,\s*[#\w]+)*$/;

/**
 * Applies a projection to an item's JSON; undefined for one that names more than top-level attributes.
 * @param text as in the request; undefined for the whole item.
 */
export function projectionOf(
  text: string | undefined,
  names: Readonly<Record<string, string>>,
): ((json: string) => string) | undefined {
  if (text === undefined) return (json) => json;
  if (!listed.test(text)) return undefined;
  const asked = text.split(',').map((name) => (name.trim().startsWith('#') ? names[name.trim()] : name.trim()));
  return (json) => {
    const item = JSON.parse(json) as Record<string, unknown>;
    return JSON.stringify(
      Object.fromEntries(
        asked.flatMap((name) => (name !== undefined && Object.hasOwn(item, name) ? [[name, item[name]]] : [])),
      ),
    );
  };
}
