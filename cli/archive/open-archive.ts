import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { archiveFormat } from '#shared/archives/contract/archive-format.ts';
import { Failure } from '../failure.ts';
import { type FileLine, fileLineSchema, type Manifest, manifestName, manifestSchema } from './manifest.ts';
import { entriesOf, type TarEntry } from './tar.ts';

/** An archive, read part by part. */
export interface Archive {
  manifest: Manifest;
  /** Returns the lines of a part, after checking its hash. */
  linesOf(part: Manifest['parts'][number]): Promise<string[]>;
  /** Returns the bytes of a file. @throws Failure if the archive has no file of that hash and size. */
  fileOf(file: FileLine): AsyncIterable<Buffer>;
}

/** Opens an archive. @throws Failure if it is not an archive or has a newer format. */
export async function openArchive(path: string): Promise<Archive> {
  const entries = new Map((await entriesOf(path)).map((entry) => [entry.name, entry]));
  const found = (name: string): TarEntry => {
    const entry = entries.get(name);
    if (!entry) throw new Failure(`${path} is not a project archive, or is damaged: ${name} is missing.`);
    return entry;
  };
  const manifest = manifestOf(path, (await bytesOf(path, found(manifestName))).toString('utf8'));
  return {
    manifest,
    linesOf: async ({ name, lines, sha256 }) => {
      const text = await inflate(await bytesOf(path, found(name))).catch(() => undefined);
      const isSame = text && createHash('sha256').update(text).digest('hex') === sha256;
      const own = isSame ? text.toString('utf8').split('\n').slice(0, -1) : undefined;
      if (own?.length !== lines) throw new Failure(`${path} is damaged: ${name} is not what it was.`);
      return own;
    },
    fileOf: ({ sha256, size_bytes }) => {
      const entry = found(`files/${sha256}`);
      if (entry.sizeBytes !== size_bytes)
        throw new Failure(`${path} is damaged: ${entry.name} has ${entry.sizeBytes} bytes and not ${size_bytes}.`);
      return read(path, entry);
    },
  };
}

/** What there is to import: the number of lines, and the files that they refer to. */
export interface Contents {
  lines: number;
  records: number;
}

/**
 * Reads a whole archive and returns its lines in order, so that nothing of a damaged archive is sent.
 * @throws Failure for a damaged part or file, and for counts that differ from the manifest.
 */
export async function checkArchive(
  path: string,
  archive: Archive,
  onLines: (lines: string[]) => void,
): Promise<Contents> {
  const { manifest } = archive;
  const counts: Record<string, number> = {};
  let [lines, files] = [0, 0];
  const seen = new Set<string>();
  for (const part of manifest.parts) {
    const own = await archive.linesOf(part);
    onLines(own);
    lines += own.length;
    for (const line of own) {
      const file = fileLineOf(line);
      if (!file) {
        const kind = kindOf(line);
        counts[kind] = (counts[kind] ?? 0) + 1;
        continue;
      }
      files += 1;
      if (seen.has(file.sha256)) continue;
      seen.add(file.sha256);
      await checkFile(path, archive, file);
    }
  }
  const isWhole =
    files === manifest.files &&
    JSON.stringify(Object.entries(counts).sort()) === JSON.stringify(Object.entries(manifest.records).sort());
  if (!isWhole)
    throw new Failure(`${path} is damaged: it does not have as many records and files as its manifest says.`);
  return { lines, records: lines - files };
}

async function checkFile(path: string, archive: Archive, file: FileLine): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(archive.fileOf(file), hash);
  if (hash.digest('hex') !== file.sha256)
    throw new Failure(`${path} is damaged: the file of '${file.path}' is not what it was.`);
}

/** Returns the file that a line refers to; undefined for a record. */
export const fileLineOf = (line: string): FileLine | undefined =>
  line.startsWith('{"kind":"file"') ? fileLineSchema.safeParse(JSON.parse(line)).data : undefined;

const kindOf = (line: string): string => /^\{"kind":"([^"]*)"/.exec(line)?.[1] ?? '';

function manifestOf(path: string, text: string): Manifest {
  const parsed = manifestSchema.safeParse(parse(text));
  if (!parsed.success) throw new Failure(`${path} is not a project archive, or is damaged: its manifest is invalid.`);
  const { format, service_version } = parsed.data;
  if (format > archiveFormat)
    throw new Failure(`${path} has format ${format}, of Fiducial ${service_version}: upgrade to import it.`);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inflate = promisify(gunzip);

async function bytesOf(path: string, entry: TarEntry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of read(path, entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* read(path: string, { start, sizeBytes }: TarEntry): AsyncGenerator<Buffer> {
  if (sizeBytes === 0) return;
  yield* createReadStream(path, { start, end: start + sizeBytes - 1 }) as AsyncIterable<Buffer>;
}
