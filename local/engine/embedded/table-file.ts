import { DatabaseSync, type StatementSync } from 'node:sqlite';

type Value = string | number;

/** The attributes that are a key, the sort key last. */
export interface KeyNames {
  partition: string;
  sort: string;
}

/** The keys of a table and of its indexes; only those that are text. */
export interface TableKeys extends KeyNames {
  indexes: ReadonlyMap<string, KeyNames>;
}

interface KeyElement {
  AttributeName: string;
  KeyType: 'HASH' | 'RANGE';
}

/**
 * The file of the embedded engine, read beside it. Each statement sees what was committed before it and keeps no writer waiting
 * (SQLite's write-ahead log). The forms of the engine's tables that are known here: a row an item, with its JSON as it is on the
 * wire, and a row an item in each index.
 */
export class TableFile {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #keys = new Map<string, TableKeys | undefined>();

  constructor(path: string) {
    this.#path = path;
  }

  /** The keys of a table; undefined for one that is not there, or has keys that are not text. */
  keysOf(table: string): TableKeys | undefined {
    const known = this.#keys.get(table);
    if (known) return known;
    const row = this.get(
      'SELECT key_schema, attribute_definitions, gsi_definitions FROM _tables WHERE table_name = ?',
      [table],
    );
    const keys = row && tableKeysOf(row);
    if (keys) this.#keys.set(table, keys);
    return keys;
  }

  /** The JSON of the item that has the key of an image; undefined where there is none. */
  itemOf(table: string, image: Record<string, unknown>): string | undefined {
    const keys = this.keysOf(table);
    const [pk, sk] = keys ? [stored(image[keys.partition]), stored(image[keys.sort])] : [];
    if (pk === undefined || sk === undefined) return undefined;
    return this.get(`SELECT item_json FROM ${quoted(table)} WHERE pk = ? AND sk = ?`, [pk, sk])?.item_json as
      | string
      | undefined;
  }

  get(sql: string, values: readonly Value[]): Record<string, unknown> | undefined {
    return this.#prepared(sql).get(...values);
  }

  rows(sql: string, values: readonly Value[]): Iterable<Record<string, unknown>> {
    return this.#prepared(sql).iterate(...values);
  }

  /** Forgets what it knows of the tables: one may have been deleted or made anew. */
  forget(): void {
    this.#statements.clear();
    this.#keys.clear();
  }

  close(): void {
    this.forget();
    this.#database?.close();
    this.#database = undefined;
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#open().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #open(): DatabaseSync {
    if (this.#database) return this.#database;
    this.#database = new DatabaseSync(this.#path, { readOnly: true, timeout: busyMilliseconds });
    return this.#database;
  }
}

const busyMilliseconds = 5000;

/** A text key as the engine stores it; undefined for what is no text, or empty, which it refuses. */
export function stored(value: unknown): string | undefined {
  const text = (value as { S?: unknown } | undefined)?.S;
  return typeof text === 'string' && text !== '' ? `S:${text}` : undefined;
}

/** A table's name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function tableKeysOf(row: Record<string, unknown>): TableKeys | undefined {
  const types = new Map(
    (JSON.parse(String(row.attribute_definitions)) as { AttributeName: string; AttributeType: string }[]).map((one) => [
      one.AttributeName,
      one.AttributeType,
    ]),
  );
  const namesOf = (schema: readonly KeyElement[]): KeyNames | undefined => {
    const [partition, sort] = (['HASH', 'RANGE'] as const).map(
      (type) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName,
    );
    if (partition === undefined || sort === undefined) return undefined;
    return types.get(partition) === 'S' && types.get(sort) === 'S' ? { partition, sort } : undefined;
  };
  const own = namesOf(JSON.parse(String(row.key_schema)));
  if (!own) return undefined;
  const indexes = new Map<string, KeyNames>();
  const definitions = JSON.parse(String(row.gsi_definitions ?? '[]')) as {
    IndexName: string;
    KeySchema: KeyElement[];
  }[];
  for (const { IndexName, KeySchema } of definitions) {
    const names = namesOf(KeySchema);
    if (names) indexes.set(IndexName, names);
  }
  return { ...own, indexes };
}
