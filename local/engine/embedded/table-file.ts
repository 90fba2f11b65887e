import { DatabaseSync, type StatementSync } from 'node:sqlite';

type Value = string | number;

/** The key attributes, sort key last. */
export interface KeyNames {
  partition: string;
  sort: string;
}

/** Keys of a table and of its indexes, if they are text. */
export interface TableKeys extends KeyNames {
  indexes: ReadonlyMap<string, KeyNames>;
}

interface KeyElement {
  AttributeName: string;
  KeyType: 'HASH' | 'RANGE';
}

/**
 * The file of the embedded engine, opened read-only next to the engine. Each statement sees what was committed before
 * it and blocks no writer (SQLite's write-ahead log). It knows the engine's tables: one row per item with its JSON in
 * wire format, and one row per item in each index.
 */
export class TableFile {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #keys = new Map<string, TableKeys | undefined>();

  constructor(path: string) {
    this.#path = path;
  }

  /** The keys of a table; undefined if the table does not exist or has keys that are not text. */
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

  /** The JSON of the item with the key of an image; undefined if there is none. */
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

  /** Clears the cached table definitions, since a table may have been deleted or recreated. */
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

/** A text key as the engine stores it; undefined for other types and for the empty text, which the engine refuses. */
export function stored(value: unknown): string | undefined {
  const text = (value as { S?: unknown } | undefined)?.S;
  return typeof text === 'string' && text !== '' ? `S:${text}` : undefined;
}

/** A table name quoted for SQL. */
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
