import type { Readable } from 'node:stream';

/** Writes objects as they come about, however large they become. Nobody sees one before all of it is there. */
export interface ObjectWriter {
  putStream(key: string, body: Readable, contentType: string): Promise<void>;
}
