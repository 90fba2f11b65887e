import { itemBytes } from './item-size.ts';

/** A row of a table or an index. */
export interface Row {
  /** JSON of the item, or of what the index carries of it. */
  item_json: string;
  /** Bytes of the item by the rules of DynamoDB; an index does not keep them. */
  item_size?: number;
}

/** At how many bytes a page of a Query or Scan ends. */
export const pageBytes = 1_048_576;

/** A page and whether it was cut off, by its bytes or by the limit. */
export interface Page {
  rows: Row[];
  isCut: boolean;
}

/** Takes rows up to the limit of a page. As DynamoDB does, it cuts off at the limit although nothing may follow. */
export function pageOf(rows: Iterable<Row>, limit: number): Page {
  const taken: Row[] = [];
  // Of an index: at most that many, by the length of their JSON, until they must be known.
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

/** Units that reading takes: a unit for 4 KB that are begun, half of it where the read is eventually consistent. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
