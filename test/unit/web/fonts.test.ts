import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../../web/public/fonts');
const cmapFlag = 0;
const knownTables = 63;
const [glyf, loca] = [10, 11];

/** The table `cmap` of a WOFF2 file: which characters it has glyphs for. */
function cmapOf(file: string): Buffer {
  const data = readFileSync(join(folder, file));
  expect(data.toString('latin1', 0, 4)).toBe('wOF2');
  let at = 48;
  const base128 = (): number => {
    for (let value = 0; ; ) {
      const byte = data[at++] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let found = -1;
  for (let table = 0; table < data.readUInt16BE(12); table += 1) {
    const flags = data[at++] ?? 0;
    const kind = flags & knownTables;
    if (kind === knownTables) at += 4;
    const length = base128();
    // Outlines are packed unless their version is 3, everything else only if it is not 0.
    const isPacked = kind === glyf || kind === loca ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (kind === cmapFlag) found = offset;
    offset += isPacked ? base128() : length;
  }
  return brotliDecompressSync(data.subarray(at, at + data.readUInt32BE(20))).subarray(found);
}

/** The code points of a `cmap`, by its segments of format 4 or 12. */
function rangesOf(cmap: Buffer): [number, number][] {
  const ranges: [number, number][] = [];
  for (let record = 0; record < cmap.readUInt16BE(2); record += 1) {
    const own = cmap.subarray(cmap.readUInt32BE(8 + record * 8));
    const format = own.readUInt16BE(0);
    const count = format === 4 ? own.readUInt16BE(6) / 2 : format === 12 ? own.readUInt32BE(12) : 0;
    for (let n = 0; n < count; n += 1)
      ranges.push(
        format === 4
          ? [own.readUInt16BE(16 + 2 * count + 2 * n), own.readUInt16BE(14 + 2 * n)]
          : [own.readUInt32BE(16 + 12 * n), own.readUInt32BE(20 + 12 * n)],
      );
  }
  return ranges;
}

const lacking = (file: string, text: string) => {
  const ranges = rangesOf(cmapOf(file));
  return [...text].filter((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    return !ranges.some(([from, to]) => from <= point && point <= to);
  });
};

describe('the fonts of the pages', () => {
  it('the font of words and numbers has every sign that values are written with', () => {
    expect(lacking('inter.woff2', 'µ±×−σΔ≤≥→←⁻⁰⁷²°·…–%0123456789()Ωπφ|✓')).toEqual([]);
    expect(lacking('inter.woff2', '冷')).toEqual(['冷']);
  });

  it('the font of what is copied has every sign of ids, keys and code', () => {
    const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('');
    expect(lacking('geist-mono.woff2', printable)).toEqual([]);
  });

  it('there are two fonts with their licences, of at most 77 KB together', () => {
    expect(readdirSync(folder).sort()).toEqual([
      'geist-mono-license.txt',
      'geist-mono.woff2',
      'inter-license.txt',
      'inter.woff2',
    ]);
    const bytes = ['inter.woff2', 'geist-mono.woff2'].reduce(
      (sum, file) => sum + readFileSync(join(folder, file)).length,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(77 * 1024);
    for (const font of ['inter', 'geist-mono'])
      expect(readFileSync(join(folder, `${font}-license.txt`), 'utf8')).toContain('SIL Open Font License');
  });
});
