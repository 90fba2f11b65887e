import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { animatedPng } from '#test/pictures/animated-png.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([bytes.subarray(0, 4), body, bytes.subarray(4)]);
}

function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  // Eight bits of grey.
  bytes[8] = 8;
  return bytes;
}

/** A grey picture whose pixels are written in so many parts. */
function still(width: number, height: number, grey: number, parts = 1): Buffer {
  const rows = Buffer.alloc((width + 1) * height, grey);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const data = deflateSync(rows);
  const size = Math.ceil(data.length / parts);
  const pieces = Array.from({ length: parts }, (_, n) => chunk('IDAT', data.subarray(n * size, (n + 1) * size)));
  return Buffer.concat([signature, chunk('IHDR', header(width, height)), ...pieces, chunk('IEND', Buffer.alloc(0))]);
}

interface Read {
  type: string;
  data: Buffer;
}

/** Every chunk of a PNG; throws where a checksum is wrong. */
function read(png: Buffer): Read[] {
  const chunks: Read[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

describe('an animated PNG', () => {
  const animation = animatedPng([
    { png: still(3, 2, 10), milliseconds: 1500 },
    { png: still(3, 2, 200, 3), milliseconds: 700 },
  ]);
  const chunks = read(animation);

  it('an animated PNG has the first frame where viewers of still pictures look for it', () => {
    expect(animation.subarray(0, 8)).toEqual(signature);
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
    expect(inflateSync(chunks[3]?.data ?? '')[1]).toBe(10);
  });

  it('an animated PNG has the pixels of each later frame, of however many parts, with its place in the sequence', () => {
    const { data } = chunks[5] ?? { data: Buffer.alloc(4) };
    expect(data.readUInt32BE(0)).toBe(2);
    expect(inflateSync(data.subarray(4))[1]).toBe(200);
  });

  it('an animated PNG says how many frames there are, that they repeat, and how long each is shown', () => {
    expect(chunks[1]?.data).toEqual(Buffer.from('0000000200000000', 'hex'));
    const controls = chunks.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
    expect(controls.map((data) => data.readUInt32BE(0))).toEqual([0, 1]);
    expect(controls.map((data) => [data.readUInt32BE(4), data.readUInt32BE(8)])).toEqual([
      [3, 2],
      [3, 2],
    ]);
    expect(controls.map((data) => data.readUInt16BE(20) / data.readUInt16BE(22))).toEqual([1.5, 0.7]);
  });

  it('an animated PNG is refused of frames that differ in size, of none, and of what is not a PNG', () => {
    const frame = (png: Buffer) => ({ png, milliseconds: 1 });
    expect(() => animatedPng([frame(still(3, 2, 1)), frame(still(2, 2, 1))])).toThrow('Frame 2 differs');
    expect(() => animatedPng([])).toThrow('one frame at least');
    expect(() => animatedPng([frame(Buffer.from('GIF89a, and more'))])).toThrow('not a PNG');
  });
});
