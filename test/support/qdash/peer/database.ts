import type { Doc } from '../dump/fields.ts';

/** An answer of QDash other than 200. */
export class PeerError extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The documents of a dump by collection. */
export class Database {
  readonly #collections: Map<string, Doc[]>;

  constructor(documents: Iterable<[collection: string, doc: Doc]>) {
    this.#collections = new Map();
    for (const [collection, doc] of documents) {
      const docs = this.#collections.get(collection) ?? [];
      docs.push(doc);
      this.#collections.set(collection, docs);
    }
  }

  /** Documents in which all of these fields have these values; an undefined value matches everything. */
  find(collection: string, fields: Doc = {}): Doc[] {
    const wanted = Object.entries(fields).filter(([, value]) => value !== undefined);
    return (this.#collections.get(collection) ?? []).filter((doc) =>
      wanted.every(([field, value]) => doc[field] === value),
    );
  }

  first(collection: string, fields: Doc): Doc | undefined {
    return this.find(collection, fields)[0];
  }
}

/** A read that reached QDash, after its checks of the token and the project. */
export interface PeerRead {
  db: Database;
  user: Doc;
  projectId: string;
  /** Parts of the path that have a name in the route. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** The text of a file on QDash's server. */
  fileText(path: string): string | undefined;
}

/** Answers a read. @throws PeerError */
export type PeerRoute = (read: PeerRead) => unknown;

/** A whole number of the query within its bounds. @throws PeerError 422, as FastAPI answers. */
export function numberIn(query: URLSearchParams, name: string, otherwise: number, min: number, max: number): number {
  const text = query.get(name);
  const number = text === null ? otherwise : Number(text);
  if (!Number.isInteger(number) || number < min || number > max) throw new PeerError(422, `query ${name}`);
  return number;
}

/** A parameter of the query that QDash requires. @throws PeerError 422 */
export function required(query: URLSearchParams, name: string): string {
  const text = query.get(name);
  if (text === null) throw new PeerError(422, `query ${name}`);
  return text;
}
