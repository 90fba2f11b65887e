import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * The other end of a transfer, in a thread of its own, so that what is measured meanwhile is the service and not this
 * program: sends or reads a file of so many bytes, piece by piece, and says its hash.
 */

/** What is transferred: sent where there are headers of an upload, read where there are none. */
export interface Transfer {
  url: string;
  upload: { headers: Record<string, string>; sizeBytes: number } | undefined;
}

/** The outcome of it. */
export interface Transferred {
  status: number;
  bytes: number;
  sha256: string;
}

const pieceBytes = 1 << 20;

/** Sends a file that no disk holds: pieces of chance, each made of the one before. */
async function send(url: string, { headers, sizeBytes }: NonNullable<Transfer['upload']>): Promise<Transferred> {
  const hash = createHash('sha256');
  const put = request(url, { method: 'PUT', headers: { ...headers, 'content-length': sizeBytes } });
  const answered = once(put, 'response');
  const piece = randomBytes(pieceBytes);
  for (let sent = 0; sent < sizeBytes; sent += pieceBytes) {
    piece.writeUInt32LE(sent / pieceBytes, 0);
    const part = Buffer.from(piece.subarray(0, Math.min(pieceBytes, sizeBytes - sent)));
    hash.update(part);
    if (!put.write(part)) await once(put, 'drain');
  }
  put.end();
  const [response] = await answered;
  response.resume();
  return { status: response.statusCode, bytes: sizeBytes, sha256: hash.digest('hex') };
}

async function read(url: string): Promise<Transferred> {
  const hash = createHash('sha256');
  let bytes = 0;
  const response = await fetch(url);
  for await (const part of response.body ?? []) {
    hash.update(part);
    bytes += part.length;
  }
  return { status: response.status, bytes, sha256: hash.digest('hex') };
}

const { url, upload } = workerData as Transfer;
parentPort?.postMessage(await (upload ? send(url, upload) : read(url)));
