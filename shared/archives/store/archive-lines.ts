import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { archivedKinds, leftOut } from './archived-kinds.ts';

/**
 * A line of an archive: one record by its contents, and not by its place in the table, so that keys and indexes may
 * change (rule ARCHIVE-2).
 */
export interface ArchiveLine {
  /** Name of its entity. */
  kind: string;
  /** Version of the record's shape. */
  version: number;
  rev: number;
  /** Fields of the record that are bytes, in base64. */
  bytes?: string[];
  record: Item;
}

/** The line of an item; undefined for one that the archive leaves out. @throws Error for one that it does not know. */
export function lineOf(item: Item): string | undefined {
  if (leftOut.has(String(item.entity))) return undefined;
  const kind = archivedKinds.get(String(item.entity));
  if (!kind) throw new Error(`No archive knows what an item of '${String(item.entity)}' is`);
  const { rev, ...decoded } = kind.entity.decode(item);
  const left = kind.leaving(decoded, item);
  if (!left) return undefined;
  const fields: Field[] = Object.entries(left).sort(byName);
  const bytes = fields.filter(([, value]) => value instanceof Uint8Array).map(([field]) => field);
  const record: Item = {};
  for (const [field, value] of fields) {
    if (value instanceof Uint8Array) record[field] = Buffer.from(value).toString('base64');
    // What is kept as a text has the order of its writer; the table gives the fields of a map in any.
    else record[field] = isAttribute(item, field) ? ordered(value) : value;
  }
  const line: ArchiveLine = {
    kind: kind.entity.name,
    version: kind.entity.version,
    rev,
    ...(bytes.length > 0 ? { bytes } : {}),
    record,
  };
  return JSON.stringify(line);
}

type Field = [name: string, value: unknown];
const byName = ([a]: Field, [b]: Field): number => (a < b ? -1 : 1);

const isAttribute = (item: Item, field: string): boolean => field in item || field in ((item.slim as Item) ?? {});

/** A value with the fields of its maps in order, so that equal records are equal lines. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(byName)
      .map(([name, one]) => [name, ordered(one)]),
  );
}
