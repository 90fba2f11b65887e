import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { ExportFolder } from './export-state.ts';
import { fileNameOf, type Manifest, manifestName } from './manifest.ts';
import { type Head, recordsFile } from './read-project.ts';
import { type TarSource, tarOf } from './tar.ts';

/** Files per part that lists files. */
const filesOfPart = 500;

/** Writes the archive next to its destination, then renames it into place. */
export async function writeArchive(
  file: string,
  { state, fileOf }: ExportFolder,
  of: { head: Head; at: Date },
): Promise<Manifest> {
  const files = Object.entries(state.files).sort(([a], [b]) => (a < b ? -1 : 1));
  const lists = listsOf(files);
  const name = (n: number) => `parts/${String(n).padStart(6, '0')}.jsonl.gz`;
  const records: TarSource[] = state.pages.map((page, n) => ({
    name: name(n),
    file: fileOf(recordsFile(page.sha256)),
  }));
  const parts = [...state.pages, ...lists].map(({ lines, sha256 }, n) => ({ name: name(n), lines, sha256 }));
  const manifest: Manifest = {
    format: of.head.format,
    service_version: of.head.service_version,
    project_id: of.head.project_id,
    name: of.head.name,
    exported_at: of.at.toISOString(),
    exported_from: state.url,
    head: of.head.lines,
    parts,
    records: countsOf(state.pages),
    files: files.length,
    file_bytes: files.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0),
  };
  const contents = new Set(files.map(([, { sha256 }]) => sha256));
  const sources: TarSource[] = [
    { name: manifestName, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...records,
    ...lists.map(({ text }, n) => ({ name: name(state.pages.length + n), bytes: gzipSync(text) })),
    ...[...contents].map((sha256) => ({ name: fileNameOf(sha256), file: fileOf(fileNameOf(sha256)) })),
  ];
  await pipeline(Readable.from(tarOf(sources)), createWriteStream(`${file}.new`, { mode: 0o600 }));
  await rename(`${file}.new`, file);
  return manifest;
}

function listsOf(files: readonly (readonly [string, { sizeBytes: number; sha256: string }])[]) {
  const lines = files.map(([path, { sizeBytes, sha256 }]) =>
    JSON.stringify({ kind: 'file', path, size_bytes: sizeBytes, sha256 }),
  );
  return Array.from({ length: Math.ceil(lines.length / filesOfPart) }, (_, n) => {
    const own = lines.slice(n * filesOfPart, (n + 1) * filesOfPart);
    const text = own.map((line) => `${line}\n`).join('');
    return { text, lines: own.length, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

function countsOf(pages: readonly { records: Record<string, number> }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { records } of pages)
    for (const [kind, count] of Object.entries(records)) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}
