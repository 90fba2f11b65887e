/** A part of an object, as the store knows it. */
export interface WrittenPart {
  part: number;
  etag: string;
}

/**
 * Writes an object in parts over several calls and processes. It is visible only once it is complete; parts that are
 * not named then are dropped.
 */
export interface PartWriter {
  /** @returns the id of the upload. */
  begin(key: string, contentType: string): Promise<string>;
  /** Every part but the last has 5 MiB or more. */
  write(upload: { key: string; uploadId: string }, part: number, bytes: Uint8Array): Promise<WrittenPart>;
  complete(upload: { key: string; uploadId: string }, parts: readonly WrittenPart[]): Promise<void>;
  abandon(upload: { key: string; uploadId: string }): Promise<void>;
}
