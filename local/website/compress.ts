import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** Content types of texts by extension; a text is compressed if it is larger than one network packet. */
export const textTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const minBytes = 1024;

const encoders = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } }),
  gz: (content: Buffer) => promisify(gzip)(content),
};

/** Writes `<file>.br` and `<file>.gz` next to each file that benefits; the static site serves them. */
export async function compressFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in textTypes)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length <= minBytes) continue;
    for (const [extension, encode] of Object.entries(encoders))
      await writeFile(`${file}.${extension}`, await encode(content));
  }
}
