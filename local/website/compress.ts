import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** Text types, compressed if larger than one network packet. */
const compressedTypes = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const minBytes = 1024;

const encoders = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } }),
  gz: (content: Buffer) => promisify(gzip)(content),
};

/** Writes `<file>.br` and `<file>.gz` next to each file that benefits; the static site serves them. */
export async function compressFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressedTypes.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length <= minBytes) continue;
    for (const [extension, encode] of Object.entries(encoders))
      await writeFile(`${file}.${extension}`, await encode(content));
  }
}
