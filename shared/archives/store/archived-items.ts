import { isNestedDeeper } from '../../kernel/rules/nesting.ts';
import type { Item, Stored } from '../../kernel/store/dynamodb/codec.ts';
import { isWithin, type Key } from '../../kernel/store/keys.ts';
import { memberEntity, projectEntity } from '../../projects/store/projects.ts';
import type { ArchiveLine } from './archive-lines.ts';
import { type ArchivedKind, archivedKinds } from './archived-kinds.ts';

/** Why a line of an archive is not taken. */
export class UnknownLine extends Error {}

/** Maps a user id of the archive to a user here; undefined for no match. */
export type AccountOf = (userId: string) => string | undefined;

/** A line that names a file of the archive. */
export interface FileLine {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/** Fields that name an account by its id. */
const accountField = /^(?:u|\w+U)serId$/;

/** Fields that name several. */
const accountsField = /^\w+UserIds$/;

/** Kinds of which the head alone has records. */
const inHeadAlone: ReadonlySet<string> = new Set([projectEntity.name, memberEntity.name]);

/** Whether a line names a file instead of a record. */
export const isFileLine = (text: string): boolean => text.startsWith('{"kind":"file"');

/** @throws UnknownLine for what names no file. */
export function fileOf(text: string): FileLine {
  const { path, size_bytes: sizeBytes, sha256 } = fieldsOf(text);
  const isSize = Number.isSafeInteger(sizeBytes) && Number(sizeBytes) >= 0;
  if (typeof path !== 'string' || !isSize || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw new UnknownLine('names no file');
  return { path, sizeBytes: Number(sizeBytes), sha256 };
}

/**
 * The record of a line of the head.
 * @throws UnknownLine for one of another kind, or of a version that this service does not know.
 */
export function headRecordOf(text: string): { kind: string; record: Stored<Item> } {
  const line = parse(text);
  const kind = kindOf(line);
  return { kind: line.kind, record: { ...recordOf(line, kind), rev: line.rev } };
}

/**
 * The item of a line, as it is imported into its project.
 * @throws UnknownLine for a kind or version that this service does not know, or a record that is of another project or none.
 */
export function itemOf(text: string, projectId: string, accountOf: AccountOf): Item & Key {
  const line = parse(text);
  const kind = kindOf(line);
  if (inHeadAlone.has(line.kind)) throw new UnknownLine(`is a '${line.kind}', which belongs into the head alone`);
  const record = recordOf(line, kind);
  for (const [field, value] of Object.entries(record))
    if (accountField.test(field) && typeof value === 'string') record[field] = accountOf(value) ?? value;
    else if (accountsField.test(field) && Array.isArray(value))
      record[field] = value.map((one) => (typeof one === 'string' ? (accountOf(one) ?? one) : one));
  const item = encode(kind, record, line.rev);
  if (record.projectId !== projectId || !isWithin(item, projectId))
    throw new UnknownLine(`is not a record of project '${projectId}'`);
  if (isLong(text) && bytesOf(item) > mostItemBytes)
    throw new UnknownLine(
      `is a '${line.kind}' of more than ${mostItemBytes / 1000} KB, the most that a record may have`,
    );
  if (isNestedDeeper(item, mostItemLevels))
    throw new UnknownLine(
      `is a '${line.kind}' nested more than ${mostItemLevels} levels deep, the most that a record may have`,
    );
  const long = Object.entries(item).find(([name, value]) => isLongKey(name, value));
  if (long) throw new UnknownLine(`is a '${line.kind}' with an id that is too long`);
  return item;
}

/** Most levels of an item: DynamoDB nests attributes 32 levels deep. */
const mostItemLevels = 32;

/** Most bytes of a key of the table and its indexes (DynamoDB). */
const mostKeyBytes = { pk: 2048, sk: 1024 };

function isLongKey(name: string, value: unknown): boolean {
  const [, part] = /^(?:gsi\d)?(pk|sk)$/.exec(name) ?? [];
  return (
    part !== undefined && typeof value === 'string' && Buffer.byteLength(value) > mostKeyBytes[part as 'pk' | 'sk']
  );
}

/** Largest item of a line, below the 400 KB of DynamoDB: what the service adds to an item has room. */
const mostItemBytes = 390_000;

/** Whether the item of a line could be too large. */
const isLong = (text: string): boolean => text.length > mostItemBytes / 4;

/** About the size of an item in DynamoDB: its JSON, with bytes as they are. */
function bytesOf(item: Item): number {
  let bytes = 0;
  const json = JSON.stringify(item, (_, value) => {
    if (!(value instanceof Uint8Array)) return value;
    bytes += value.byteLength;
    return 0;
  });
  return bytes + Buffer.byteLength(json);
}

function kindOf({ kind: name, version }: ArchiveLine): ArchivedKind {
  const kind = archivedKinds.get(name);
  if (!kind) throw new UnknownLine(`is of the kind '${name}', which this service does not know`);
  if (!(version >= 1 && version <= kind.entity.version))
    throw new UnknownLine(
      `is a '${name}' of version ${String(version)}; this service knows up to ${kind.entity.version}`,
    );
  return kind;
}

/** The record as it is now, with its bytes. */
function recordOf({ record: said, bytes = [], version, kind: name }: ArchiveLine, kind: ArchivedKind): Item {
  const record: Item = { ...said };
  for (const field of bytes) record[field] = Uint8Array.from(Buffer.from(String(record[field]), 'base64'));
  try {
    return kind.entity.upgrade(record, version) as Item;
  } catch {
    throw new UnknownLine(`is not a record of the kind '${name}'`);
  }
}

function parse(text: string): ArchiveLine {
  const { kind, version, rev, record, bytes = [] } = fieldsOf(text);
  const isRecord = typeof record === 'object' && record !== null && !Array.isArray(record);
  const areNames = Array.isArray(bytes) && bytes.every((field) => typeof field === 'string');
  // A field of this name would be the prototype of what is read.
  const isSafe = isRecord && !Object.hasOwn(record, '__proto__');
  const isRevision = Number.isSafeInteger(rev) && Number(rev) >= 1;
  if (typeof kind !== 'string' || !isSafe || !areNames || !isRevision) throw noLine();
  return { kind, version: Number(version), rev: Number(rev), bytes, record: record as Item };
}

const noLine = () => new UnknownLine('is not a line of an archive');

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below, like JSON that is not a line.
  }
  throw noLine();
}

/** Keys are made of texts: a record with a field of another type in its key is invalid. */
function encode({ entity, entering }: ArchivedKind, record: object, rev: number): Item & Key {
  try {
    const item = entity.encode(entering(record), rev) as Item & Key;
    if ([item.pk, item.sk].every((key) => typeof key === 'string' && key !== '')) return item;
  } catch {
    // Reported below.
  }
  throw new UnknownLine(`is not a record of the kind '${entity.name}'`);
}
