import type { Readable } from 'node:stream';

/** Streams objects of any size. An object is visible only once it is complete. */
export interface ObjectWriter {
  putStream(key: string, body: Readable, contentType: string): Promise<void>;
}
