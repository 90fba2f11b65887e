import { crc32 } from 'node:zlib';

/*
 * An animated PNG of still ones, as the third edition of the PNG specification has it (chunks acTL, fcTL and fdAT):
 * without loss, and shown by every browser where a PNG is.
 */

/** A still picture, and how long it is shown. */
export interface Frame {
  png: Uint8Array;
  milliseconds: number;
}

interface Chunk {
  type: string;
  data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Plays the frames for ever. Throws where they differ in size or in how their pixels are written. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first, ...others] = frames.map(({ png }) => chunksOf(png));
  if (first === undefined) throw new Error('An animation has one frame at least');
  const header = headerOf(first);
  for (const [n, chunks] of others.entries())
    if (!headerOf(chunks).equals(header))
      throw new Error(`Frame ${n + 2} differs from the first in size or in the form of its pixels`);
  let sequence = 0;
  const pictures = frames.flatMap(({ milliseconds }, n) => {
    const data = Buffer.concat(
      (n === 0 ? first : (others[n - 1] ?? [])).filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data),
    );
    const control: Chunk = { type: 'fcTL', data: frameControl(sequence++, header, milliseconds) };
    if (n === 0) return [control, { type: 'IDAT', data }];
    return [control, { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) }];
  });
  return Buffer.concat([
    signature,
    ...[
      { type: 'IHDR', data: header },
      // Zero plays: for ever.
      { type: 'acTL', data: numbers(frames.length, 0) },
      ...pictures,
      { type: 'IEND', data: Buffer.alloc(0) },
    ].map(chunkBytes),
  ]);
}

function chunksOf(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png);
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new Error('A frame is not a PNG');
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function headerOf(chunks: readonly Chunk[]): Buffer {
  const header = chunks.find(({ type }) => type === 'IHDR');
  if (header === undefined) throw new Error('A frame has no header');
  return header.data;
}

/** The whole picture replaces the one before it. */
function frameControl(sequence: number, header: Buffer, milliseconds: number): Buffer {
  const rest = Buffer.alloc(6);
  rest.writeUInt16BE(milliseconds, 0);
  rest.writeUInt16BE(1000, 2);
  return Buffer.concat([numbers(sequence), header.subarray(0, 8), numbers(0, 0), rest]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
}

function chunkBytes({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}
