import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from '../archive/manifest.ts';

/** Lines and bytes of a part. */
const largest = { lines: 2000, bytes: 4_000_000 };

/** Where the lines of a project go. */
export interface LineSink {
  add(kind: string, text: string): Promise<void>;
  /** Writes what is left. @returns the parts and the number of records by kind. */
  end(): Promise<Pick<Manifest, 'parts' | 'records'>>;
}

/** Writes lines to parts of an archive; without a folder it counts them only. */
export function partWriter(folder: string | undefined): LineSink {
  const parts: Manifest['parts'] = [];
  const records: Record<string, number> = {};
  let [lines, bytes]: [string[], number] = [[], 0];
  const flush = async () => {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${line}\n`).join('');
    const name = partName(parts.length);
    parts.push({ name, lines: lines.length, sha256: createHash('sha256').update(text).digest('hex') });
    [lines, bytes] = [[], 0];
    if (folder === undefined) return;
    if (parts.length === 1) await mkdir(join(folder, 'parts'), { recursive: true });
    await writeFile(join(folder, name), gzipSync(text), { mode: 0o600 });
  };
  return {
    async add(kind, text) {
      if (kind !== 'file') records[kind] = (records[kind] ?? 0) + 1;
      lines.push(text);
      bytes += text.length;
      if (lines.length >= largest.lines || bytes >= largest.bytes) await flush();
    },
    async end() {
      await flush();
      return { parts, records };
    },
  };
}

const partName = (n: number): string => `parts/${String(n).padStart(6, '0')}.jsonl.gz`;
