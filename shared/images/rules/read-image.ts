import type { ImageEnding } from './reference.ts';

/** What the bytes of an image say. */
export interface ReadImage {
  ending: ImageEnding;
  /** In pixels, as it is shown. */
  width: number;
  height: number;
}

/**
 * The kind and size of an image, from its bytes only: the kind by their beginning, the size by their header; undefined
 * for bytes other than PNG, JPEG, GIF and WebP, or without a size. W3C PNG 11.2.1, ITU T.81 B.2.2, GIF89a 18, RFC 9649.
 */
export function readImage(bytes: Uint8Array): ReadImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

const has = (view: DataView, at: number, text: string): boolean =>
  at + text.length <= view.byteLength && [...text].every((sign, n) => view.getUint8(at + n) === sign.charCodeAt(0));

function readPng(view: DataView): ReadImage | undefined {
  if (view.byteLength < 24 || !has(view, 0, '\x89PNG\r\n\x1a\n') || !has(view, 12, 'IHDR')) return undefined;
  return { ending: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): ReadImage | undefined {
  if (view.byteLength < 10 || !(has(view, 0, 'GIF87a') || has(view, 0, 'GIF89a'))) return undefined;
  return { ending: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(view: DataView): ReadImage | undefined {
  if (view.byteLength < 30 || !has(view, 0, 'RIFF') || !has(view, 8, 'WEBP')) return undefined;
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (has(view, 12, 'VP8X')) return { ending: 'webp', width: uint24(24) + 1, height: uint24(27) + 1 };
  if (has(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { ending: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!has(view, 12, 'VP8 ') || !has(view, 23, '\x9d\x01\x2a')) return undefined;
  return { ending: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Segment by segment up to the frame; each step goes on, so that no bytes keep it here. */
function readJpeg(view: DataView): ReadImage | undefined {
  if (!has(view, 0, '\xff\xd8\xff')) return undefined;
  let turned = false;
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of these may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2) return undefined;
    if (marker === 0xe1) turned = isTurned(view, at + 4, Math.min(at + 2 + length, view.byteLength)) ?? turned;
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return turned ? { ending: 'jpg', width: height, height: width } : { ending: 'jpg', width, height };
    }
    // The picture itself: a frame would have come before.
    if (marker === 0xda || marker === 0xd9) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** SOF0 to SOF15; the three others in that range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Whether a camera was held upright, as its Exif says (orientations 5 to 8); undefined where it says nothing. */
function isTurned(view: DataView, from: number, end: number): boolean | undefined {
  const tiff = from + 6;
  if (!has(view, from, 'Exif\0\0') || tiff + 8 > end) return undefined;
  const little = has(view, tiff, 'II');
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > end) return undefined;
  const entries = view.getUint16(directory, little);
  for (let n = 0; n < entries; n += 1) {
    const entry = directory + 2 + 12 * n;
    if (entry + 12 > end) return undefined;
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little) >= 5;
  }
  return undefined;
}
