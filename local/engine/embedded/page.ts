import { itemBytes } from '#shared/kernel/store/dynamodb/item-size.ts';

/** A row of a table or an index. */
export interface Row {
  /** JSON of the item, or of its projection in the index. */
  item_json: string;
  /** Size of the item in bytes by DynamoDB's rules; not stored in an index. */
  item_size?: number;
}

/** Size in bytes at which a page of a Query or Scan ends. */
export const pageBytes = 1_048_576;

/** A page, and whether its size or the limit cut it off. */
export interface Page {
  rows: Row[];
  isCut: boolean;
}

/** Takes rows up to the limit of a page. Like DynamoDB, it cuts at the limit even if nothing follows. */
export function pageOf(rows: Iterable<Row>, limit: number): Page {
  const taken: Row[] = [];
  // For an index this is an upper bound from the length of the JSON, until the exact size matters.
  let bytes = 0;
  let isExact = false;
  for (const row of rows) {
    let next = isExact ? sizeOf(row) : mostBytes(row);
    if (!isExact && bytes + next > pageBytes) {
      isExact = true;
      bytes = taken.reduce((sum, one) => sum + sizeOf(one), 0);
      next = sizeOf(row);
    }
    if (taken.length > 0 && bytes + next > pageBytes) return { rows: taken, isCut: true };
    bytes += next;
    taken.push(row);
    if (taken.length === limit) return { rows: taken, isCut: true };
  }
  return { rows: taken, isCut: false };
}

const mostBytes = ({ item_size, item_json }: Row): number => item_size ?? Buffer.byteLength(item_json);

export const sizeOf = ({ item_size, item_json }: Row): number => item_size ?? itemBytes(JSON.parse(item_json));

/** Read units: one per started 4 KB, half of that for an eventually consistent read. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
