import { createHash } from 'node:crypto';
import type { Item } from '../dynamodb/codec.ts';
import { isWithin, type Key } from '../keys.ts';
import { archivedKinds, leftOut } from './archived-kinds.ts';

/**
 * A line of an archive: one record, by what it says and not by where it is kept, so that keys and indexes may change
 * (rule ARCHIVE-2).
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

/** A digest of lines, each with its break, and of more. */
export function digestOf(lines: readonly string[], more = ''): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return hash.update(more).digest('hex');
}

/** Why a line of an archive is not taken. */
export class UnknownLine extends Error {}

/** Says who somebody of the archive is here; undefined for whom nobody is. */
export type AccountOf = (userId: string) => string | undefined;

/** Fields that name an account by its id. */
const accountField = /^(?:u|\w+U)serId$/;

/**
 * The item of a line, as it is imported into its project.
 * @throws UnknownLine for a kind or version that this service does not know, or a record that is of another project or none.
 */
export function itemOf(text: string, projectId: string, accountOf: AccountOf): Item & Key {
  const line = parse(text);
  const kind = archivedKinds.get(line.kind);
  if (!kind) throw new UnknownLine(`is of the kind '${line.kind}', which this service does not know`);
  const { entity } = kind;
  if (!(line.version >= 1 && line.version <= entity.version))
    throw new UnknownLine(`is a '${line.kind}' of version ${line.version}; this service knows up to ${entity.version}`);
  const record: Item = { ...line.record };
  for (const field of line.bytes ?? []) record[field] = Uint8Array.from(Buffer.from(String(record[field]), 'base64'));
  for (const [field, value] of Object.entries(record))
    if (accountField.test(field) && typeof value === 'string') record[field] = accountOf(value) ?? value;
  const item = encode(kind, entity.upgrade(record, line.version), line);
  if (record.projectId !== projectId || !isWithin(item, projectId))
    throw new UnknownLine(`is no record of project '${projectId}'`);
  return item;
}

function parse(text: string): ArchiveLine {
  try {
    const line = JSON.parse(text) as ArchiveLine;
    if (typeof line.kind === 'string' && typeof line.record === 'object' && Number.isSafeInteger(line.rev)) return line;
  } catch {
    // Told below, as what is JSON and no line.
  }
  throw new UnknownLine('is no line of an archive');
}

function encode(kind: NonNullable<ReturnType<typeof archivedKinds.get>>, record: object, { rev }: ArchiveLine) {
  try {
    return kind.entity.encode(kind.entering(record), rev) as Item & Key;
  } catch {
    throw new UnknownLine(`is no record of the kind '${kind.entity.name}'`);
  }
}
