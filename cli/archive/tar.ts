import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Failure } from '../failure.ts';

/** The tar format (POSIX.1-2017, pax, ustar interchange), as far as a project's archive needs it. */

const blockBytes = 512;
/** Largest size in octal digits; larger ones are written in base 256, as in GNU tar. */
const largestOctal = 8 ** 11 - 1;

/** A file of an archive, and where its bytes are. */
export interface TarEntry {
  name: string;
  start: number;
  sizeBytes: number;
}

const padding = (sizeBytes: number): number => (blockBytes - (sizeBytes % blockBytes)) % blockBytes;

function headerOf(name: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  const text = (value: string, at: number) => header.write(value, at, 'latin1');
  const octal = (value: number, digits: number, at: number) => text(value.toString(8).padStart(digits, '0'), at);
  text(name, 0);
  octal(0o644, 7, 100);
  octal(0, 7, 108);
  octal(0, 7, 116);
  if (sizeBytes <= largestOctal) octal(sizeBytes, 11, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  // No modification time, so that the bytes depend only on the files.
  octal(0, 11, 136);
  text(' '.repeat(8), 148);
  text('0', 156);
  text('ustar\0', 257);
  text('00', 263);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    6,
    148,
  );
  header.write('\0 ', 154, 'latin1');
  return header;
}

/** Source of a file's content: bytes, or a file on disk. */
export type TarSource = { name: string } & ({ bytes: Uint8Array } | { file: string });

/** Yields the bytes of an archive piece by piece. */
export async function* tarOf(sources: AsyncIterable<TarSource> | Iterable<TarSource>): AsyncGenerator<Uint8Array> {
  for await (const source of sources) {
    const sizeBytes = 'bytes' in source ? source.bytes.length : (await stat(source.file)).size;
    yield headerOf(source.name, sizeBytes);
    if ('bytes' in source) yield source.bytes;
    else yield* createReadStream(source.file) as AsyncIterable<Buffer>;
    yield Buffer.alloc(padding(sizeBytes));
  }
  yield Buffer.alloc(2 * blockBytes);
}

/** Lists the files of an archive from their headers. @throws Failure if it is not an archive or is truncated. */
export async function entriesOf(path: string): Promise<TarEntry[]> {
  const file = await open(path).catch((error: Error) => {
    throw new Failure(`${path} cannot be read: ${error.message}`);
  });
  try {
    return await readEntries(file, path);
  } finally {
    await file.close();
  }
}

async function readEntries(file: FileHandle, path: string): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  const { size: fileBytes } = await file.stat();
  for (let at = 0; ; ) {
    const header = Buffer.alloc(blockBytes);
    const { bytesRead } = await file.read(header, 0, blockBytes, at);
    if (bytesRead < blockBytes) throw new Failure(`${path} was cut short`);
    if (header.every((byte) => byte === 0)) return entries;
    const entry = entryOf(header, at + blockBytes);
    if (!entry) throw new Failure(`${path} is not a project archive, or is damaged`);
    at = entry.start + entry.sizeBytes + padding(entry.sizeBytes);
    if (at > fileBytes) throw new Failure(`${path} was cut short`);
    entries.push(entry);
  }
}

function entryOf(header: Buffer, start: number): TarEntry | undefined {
  const field = (from: number, to: number) => header.toString('latin1', from, to).replace(/[\0 ].*$/s, '');
  const sum = Number.parseInt(header.toString('latin1', 148, 156), 8);
  const summed = header.reduce((total, byte, n) => total + (n >= 148 && n < 156 ? 0x20 : byte), 0);
  if (sum !== summed || !header.toString('latin1', 257, 262).startsWith('ustar')) return undefined;
  const sizeBytes = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(field(124, 136), 8);
  return Number.isSafeInteger(sizeBytes) ? { name: field(0, 100), start, sizeBytes } : undefined;
}
