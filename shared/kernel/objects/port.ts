import type { Readable } from 'node:stream';
import type { Deadline } from '../deadline.ts';

/** An object that is larger than its reader's limit. */
export class TooLarge {
  readonly sizeBytes: number;
  constructor(sizeBytes: number) {
    this.sizeBytes = sizeBytes;
  }
}

/** An entry in a list of objects. */
export interface ListedObject {
  key: string;
  sizeBytes: number;
}

/** Where figures and raw data are kept: a bucket, or a folder on one machine. */
export interface ObjectStore {
  /** Writes an object; writing the same bytes under the same key again changes nothing that a reader sees. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of an object; undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** The same with a size limit; a larger object is not read. */
  getUpTo(key: string, largestBytes: number): Promise<Uint8Array | TooLarge | undefined>;
  /** The bytes of an object as a stream; undefined when there is none. */
  stream(key: string): Promise<Readable | undefined>;
  /** The size of an object in bytes; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** The objects whose keys begin with `<folder>/`, in the order of their keys, after a given one; at most `limit`. */
  list(folder: string, after: string | undefined, limit: number): Promise<ListedObject[]>;
  /** Deletes every object whose key begins with `<folder>/`; checks `deadline` between its requests. */
  deleteBelow(folder: string, deadline?: Deadline): Promise<void>;
}
