import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Key } from '../keys.ts';
import { writesReleasedForms } from './written-forms.ts';

/** How records become items and back (rule STORE-3). */

/** Keys of an item on the table and on the indexes that it appears in. */
export interface ItemKeys extends Key {
  gsi1pk?: string;
  gsi1sk?: string;
  gsi2pk?: string;
  gsi2sk?: string;
  gsi3pk?: string;
  gsi3sk?: string;
  gsi4pk?: string;
  gsi4sk?: string;
}

/** An item as DynamoDB's document client gives it. */
export type Item = Record<string, unknown>;

/** A record with the revision that it was read at. */
export type Stored<T> = T & { readonly rev: number };

/**
 * The first revision of a thing that may be deleted and made again under its id: later than any that the one before had, so
 * that who has read that one does not take this one for it (rule STORE-11).
 */
export const firstRevision = (createdAt: string): number => Date.parse(createdAt);

type Field<T> = keyof T & string;

/** Describes how one kind of record is stored. */
export interface EntityDefinition<T> {
  name: string;
  /** Newest version that is read, and written unless the released forms are; raise it together with an entry in `upgrades`. */
  version: number;
  /** The form that the last release reads, if `version` is newer (rule STORE-13). */
  released?: ReleasedForm<T>;
  keys(record: T): ItemKeys;
  /** Present for rows of slim indexes: the fields of the list's row. */
  slim?(record: T): Item;
  /** Fields of the row that are kept in `slim` alone; no expression names them on the item. */
  onlyInSlim?: readonly Field<T>[];
  /** The whole record lives in `slim`, so that slim indexes carry all of it without storing it twice. */
  packed?: boolean;
  /** Fields that are read and written together, and no expression names: one attribute of JSON, deflated. */
  deflated?: readonly Field<T>[];
  /** When the item may be removed, in epoch seconds. */
  expiresAt?(record: T): number | undefined;
  /** From version n to n + 1, applied in order to what was stored. */
  upgrades?: Record<number, (old: Item) => Item>;
}

/** An older form that is still written. Every field is an attribute of its own, except as said here. */
interface ReleasedForm<T> {
  version: number;
  onlyInSlim?: readonly Field<T>[];
  deflated?: readonly Field<T>[];
  /** Its fields; those of the record by default. */
  downgrade?(record: T): Item;
  /** Keys on indexes that only this form has. */
  indexKeys?(record: T): Omit<ItemKeys, keyof Key>;
}

export interface Entity<T> {
  readonly name: string;
  readonly version: number;
  /** The version that the last release reads; `version` if that is the one. */
  readonly releasedVersion: number;
  keys(record: T): ItemKeys;
  encode(record: T, rev: number): Item;
  /** @throws NewerForm for a version that only newer code knows; Error for an item of another entity. */
  decode(item: Item): Stored<T>;
  /** Brings a record of an earlier version to this one. @throws as `decode`. */
  upgrade(record: Item, version: number): T;
}

/** An item that newer code has written, in a form that this code cannot read without losing a part. */
export class NewerForm extends Error {
  override readonly name = 'NewerForm';
  constructor(entity: string, version: number, newest: number) {
    super(`Item of '${entity}' has version ${version}; this version of the service reads up to ${newest}`);
  }
}

/** `importedRev`: the revision at which an import wrote an item; it differs from `rev` once the item was changed here. */
const reserved = new Set([
  ...['pk', 'sk', 'entity', 'v', 'slim', 'deflated', 'expires_at', 'rev', 'importedRev'],
  ...indexAttributes(),
]);

function indexAttributes(): string[] {
  return [1, 2, 3, 4].flatMap((n) => [`gsi${n}pk`, `gsi${n}sk`]);
}

/** Makes the codec of an entity. */
export function defineEntity<T extends object>(definition: EntityDefinition<T>): Entity<T> {
  const { name, version, upgrades = {}, onlyInSlim = [], released } = definition;
  const present = { ...layoutOf<T>(definition), mark: {} };
  const older = released && { ...layoutOf(released), mark: { form: version } };
  const upgrade = (record: Item, from: number): Item => {
    if (from > version) throw new NewerForm(name, from, version);
    if (!(from >= 1)) throw new Error(`Item of '${name}' has unknown version ${String(from)}`);
    let upgraded = record;
    for (let v = from; v < version; v += 1) {
      const step = upgrades[v];
      if (!step) throw new Error(`No upgrade of '${name}' from version ${v}`);
      upgraded = step(upgraded);
    }
    return upgraded;
  };
  return {
    name,
    version,
    releasedVersion: released?.version ?? version,
    keys: definition.keys,
    encode(record, rev) {
      const layout = older && writesReleasedForms() ? older : present;
      const { deflated } = layout;
      const fields = Object.entries(layout.downgrade?.(record) ?? record);
      const body = Object.fromEntries(
        fields.filter(([field, value]) => value !== undefined && !layout.elsewhere.has(field)),
      );
      const expiresAt = definition.expiresAt?.(record);
      return {
        ...(definition.packed ? { slim: body } : body),
        ...definition.keys(record),
        ...layout.indexKeys?.(record),
        entity: name,
        v: layout.version,
        rev,
        ...(definition.slim ? { slim: { ...definition.slim(record), ...layout.mark } } : {}),
        ...(deflated.length > 0 ? { deflated: deflate(pick(record, deflated)) } : {}),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      };
    },
    decode(item) {
      if (item.entity !== name) throw new Error(`Expected an item of '${name}', found '${String(item.entity)}'`);
      const body: Item = definition.packed ? { ...(item.slim as Item) } : withoutReserved(item);
      if (onlyInSlim.length > 0) Object.assign(body, pick(item.slim as Item | undefined, onlyInSlim));
      if (item.deflated !== undefined) Object.assign(body, inflate(item.deflated as Uint8Array));
      const record = upgrade(body, Number(item.v));
      record.rev = Number(item.rev);
      // The shape is what `encode` wrote, brought to the current version above.
      return record as Stored<T>;
    },
    // The shape is what was decoded, brought to the current version.
    upgrade: (record, from) => upgrade(record, from) as T,
  };
}

/** A form, and which fields have no attribute of their own in it. */
function layoutOf<T>({ version, onlyInSlim = [], deflated = [], downgrade, indexKeys }: ReleasedForm<T>) {
  const elsewhere = new Set<string>([...reserved, ...onlyInSlim, ...deflated]);
  return { version, deflated, downgrade, indexKeys, elsewhere };
}

/**
 * The version that the row of an index is as complete as. Rows of a released form are as complete as those of the
 * present one; a row that the last release wrote is not.
 */
export const formOf = ({ v, slim }: Item): number => Math.max(Number(v), Number((slim as Item | undefined)?.form ?? 0));

/** In the order of the fields, so that equal records are equal bytes. */
function pick(record: object | undefined, fields: readonly string[]): Item {
  const values = (record ?? {}) as Item;
  return Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));
}

const deflate = (fields: Item): Uint8Array => Uint8Array.from(deflateRawSync(JSON.stringify(fields)));

const inflate = (bytes: Uint8Array): Item => JSON.parse(inflateRawSync(bytes).toString('utf8'));

/** In one order, since every item of the table comes in another: objects of one form are made and read in a fraction of the time. */
function withoutReserved(item: Item): Item {
  const body: Item = {};
  // No field of an item is called `__proto__`: `encode` writes those of records.
  for (const field of Object.keys(item).sort()) if (!reserved.has(field)) body[field] = item[field];
  return body;
}
