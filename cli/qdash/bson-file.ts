import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { deserialize } from 'bson';
import { Failure } from '../failure.ts';
import type { Doc } from './document.ts';
import { isTooDeep, ranOutOfStack } from './nesting.ts';

/** Largest document of MongoDB, with room for its envelope. */
const mostDocumentBytes = 17 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/**
 * The documents of a file that mongodump wrote, one after another.
 * @param onTooDeep gets the place of each document that is nested too deeply; it is left out.
 * @throws Failure for a damaged file.
 */
export async function* bsonDocuments(path: string, onTooDeep: (place: string) => void): AsyncGenerator<Doc> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for await (const chunk of chunksOf(path)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    while (rest.length - from >= 4) {
      const length = rest.readInt32LE(from);
      if (length < 5 || length > mostDocumentBytes) throw damaged(path, at);
      if (rest.length - from < length) break;
      const document = documentOf(path, at, rest.subarray(from, from + length));
      if (document) yield document;
      else onTooDeep(`the document at byte ${at}`);
      from += length;
      at += length;
    }
    rest = rest.subarray(from);
  }
  if (rest.length > 0) throw new Failure(`${path} was cut short: its last document is incomplete.`);
}

const damaged = (path: string, at: number) => new Failure(`${path} is damaged: there is no document at byte ${at}.`);

/** A document; undefined for one that is nested too deeply. @throws Failure for damaged bytes. */
function documentOf(path: string, at: number, bytes: Uint8Array): Doc | undefined {
  try {
    const document = deserialize(bytes, { promoteLongs: true, promoteBuffers: true }) as Doc;
    return isTooDeep(document) ? undefined : document;
  } catch (error) {
    if (ranOutOfStack(error)) return undefined;
    throw damaged(path, at);
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  if (path.endsWith('.gz')) yield* gunzipped(path);
  else {
    const file = await open(path);
    try {
      yield* plainChunks(file);
    } finally {
      await file.close();
    }
  }
}

async function* plainChunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await file.read(buffer, 0, chunkBytes);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The bytes of a gzip file. @throws Failure where it is damaged. */
export async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  const gunzip = createGunzip();
  const reading = pipeline(file.createReadStream(), gunzip);
  // It is awaited below; a failure also ends the loop.
  reading.catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
    await reading;
  } catch (error) {
    throw new Failure(`${path} is damaged: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    gunzip.destroy();
  }
}
