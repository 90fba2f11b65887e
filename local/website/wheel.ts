import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { deflateRaw } from 'pako';
import { pythonWheel } from '#shared/workers/rules/python-wheel.ts';

/*
 * The wheel of the Python package, without Python: the bytes that `uv build --wheel` makes of the same folder
 * (`npm run test:python` compares them).
 */

const packageFolder = fileURLToPath(new URL('../../python', import.meta.url));
const distInfo = pythonWheel.replace(/-py3-none-any\.whl$/, '.dist-info');

/** What a wheel's files are dated: reproducible builds of hatchling begin with 2020-02-02. */
const dosDate = ((2020 - 1980) << 9) | (2 << 5) | 2;
const regularFile = 0o100644;
const metadataFile = 0o644;
const deflated = 8;
const zipVersion = 20;
const madeOnUnix = 3;

interface Entry {
  name: string;
  mode: number;
  content: Buffer;
}

/** Writes the wheel below `site`, at the path under which the service offers it. */
export async function writeWheel(site: string): Promise<void> {
  const folder = join(site, 'downloads');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, pythonWheel), await buildWheel());
}

/** The bytes of the wheel. */
export async function buildWheel(): Promise<Buffer> {
  const read = (...names: string[]) => readFile(join(packageFolder, ...names));
  const metadata = Buffer.concat([await read('wheel', 'METADATA'), await read('README.md')]);
  const entries: Entry[] = [
    ...(await filesOf('fiducial_lab')),
    { name: `${distInfo}/METADATA`, mode: metadataFile, content: metadata },
    { name: `${distInfo}/WHEEL`, mode: metadataFile, content: await read('wheel', 'WHEEL') },
    { name: `${distInfo}/entry_points.txt`, mode: metadataFile, content: await read('wheel', 'entry_points.txt') },
    { name: `${distInfo}/licenses/LICENSE`, mode: metadataFile, content: await read('LICENSE') },
  ];
  const rows = entries.map(({ name, content }) => `${name},sha256=${sha256(content)},${content.length}\n`);
  const record = Buffer.from(`${rows.join('')}${distInfo}/RECORD,,\n`);
  return zip([...entries, { name: `${distInfo}/RECORD`, mode: metadataFile, content: record }]);
}

/** The files of a folder of the package, then those of its folders. */
async function filesOf(folder: string): Promise<Entry[]> {
  const found = await readdir(join(packageFolder, 'src', folder), { withFileTypes: true });
  const sorted = found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const entries: Entry[] = [];
  for (const { name } of sorted.filter((entry) => entry.isFile() && /\.py$|^py\.typed$/.test(entry.name)))
    entries.push({
      name: `${folder}/${name}`,
      mode: regularFile,
      content: await readFile(join(packageFolder, 'src', folder, name)),
    });
  for (const { name } of sorted.filter((entry) => entry.isDirectory() && entry.name !== '__pycache__'))
    entries.push(...(await filesOf(`${folder}/${name}`)));
  return entries;
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');

function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, mode, content } of entries) {
    // Node's own zlib is another one than Python's, and compresses to other bytes.
    const packed = Buffer.from(deflateRaw(content, { level: 6 }));
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(zipVersion, 0);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(dosDate, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), common, path, packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([zipVersion, madeOnUnix]), common, more, path);
    offset += 4 + common.length + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\x05\x06'), end]);
}
