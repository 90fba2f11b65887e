import { deflateSync } from 'node:zlib';

/** The parts of a PNG (W3C PNG 11). */
function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.from(type, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc(Buffer.concat([head, data])));
  return Buffer.concat([length, head, data, check]);
}

function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let n = 0; n < 8; n += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** A PNG of one grey. */
export function png(width: number, height: number, grey = 128): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height, grey);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.from(Uint8Array.from(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])).buffer);
}

export const samplePng = png(3, 2);

const boundary = 'a-boundary-of-a-test';

/** The type of `multipartOf`. */
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A form with one file, as it goes over the wire. */
export const multipartOf = (bytes: Uint8Array, field = 'file', type = 'image/png', name = 'a.png'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
