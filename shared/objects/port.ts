/** Where figures and raw data are kept: a bucket, or a folder on one machine. */
export interface ObjectStore {
  /** Writes an object; the same key written again with the same bytes changes nothing that a reader sees. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of an object; undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deletes every object whose key begins with `<folder>/`. */
  deleteBelow(folder: string): Promise<void>;
}
