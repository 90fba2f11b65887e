import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ApiError, type CallOutput, type Client } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { Failure } from '../failure.ts';
import { downloadFiles } from './download-files.ts';
import type { ExportFolder, ReadPage } from './export-state.ts';
import type { Exporting } from './exporting.ts';

/** The head of an archive. */
export type Head = CallOutput<Registry['getProjectArchive']>;

/** Most passes over a project that changes meanwhile. */
const mostPasses = 6;

/**
 * Reads a project until a whole pass finds no change. The result then matches the project at the start of that pass
 * (rule ARCHIVE-4).
 * @returns the head and that instant.
 * @throws Failure if the project changed during every pass.
 */
export async function readProject(exporting: Exporting): Promise<{ head: Head; at: Date }> {
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const at = new Date();
    const { head, isSame } = await readHead(exporting);
    const arePagesSame = await readPages(exporting, pass);
    const areFilesSame = await downloadFiles(exporting);
    const after = await readHead(exporting);
    if (isSame && arePagesSame && areFilesSame && after.isSame) return { head, at };
  }
  throw new Failure('The project changed during every pass. What was read is kept: run the same command again.');
}

async function readHead({ client, projectId, folder }: Exporting): Promise<{ head: Head; isSame: boolean }> {
  const head = await client.getProjectArchive({ params: { project_id: projectId } });
  const isSame = folder.state.head === head.digest;
  folder.state.head = head.digest;
  return { head, isSame };
}

/** Reads every page that has changed. @returns whether none had. */
async function readPages({ client, projectId, folder, progress }: Exporting, pass: number): Promise<boolean> {
  const { state } = folder;
  const known = new Map(state.pages.map((page) => [page.cursor, page]));
  const pages: ReadPage[] = [];
  let isSame = true;
  for (let cursor: string | null = ''; cursor !== null; ) {
    progress.step(
      `Reading records, pass ${pass}: page ${pages.length + 1}${pass > 1 ? ` of ${state.pages.length}` : ''}`,
    );
    const before = known.get(cursor);
    const page = await readPage(client, projectId, cursor, before?.digest);
    if (page) {
      isSame = false;
      const read = await keepPage(folder, cursor, page);
      pages.push(read);
      // Replaces the old page. The next page is looked up under its own cursor.
      known.set(cursor, read);
      state.pages = [...known.values()];
      await folder.save();
    } else if (before) pages.push(before);
    cursor = pages.at(-1)?.next ?? null;
  }
  if (pages.length !== state.pages.length) isSame = false;
  state.pages = pages;
  await folder.save();
  return isSame;
}

type Page = CallOutput<Registry['getProjectArchiveRecords']>;

/** Returns a page; undefined if it has not changed. */
async function readPage(
  client: Client,
  project_id: string,
  cursor: string,
  digest: string | undefined,
): Promise<Page | undefined> {
  try {
    return await client.getProjectArchiveRecords({
      params: { project_id },
      query: cursor === '' ? {} : { cursor },
      headers: digest === undefined ? {} : { 'if-none-match': `"${digest}"` },
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 304) return undefined;
    throw error;
  }
}

const gzipped = promisify(gzip);

async function keepPage({ fileOf }: ExportFolder, cursor: string, { lines, digest, next_cursor }: Page) {
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(fileOf(recordsFile(sha256)), await gzipped(text));
  const records: Record<string, number> = {};
  for (const line of lines) {
    const { kind } = JSON.parse(line) as { kind: string };
    records[kind] = (records[kind] ?? 0) + 1;
  }
  return { cursor, next: next_cursor, digest, lines: lines.length, sha256, records };
}

/** File with the records of a page, named by the hash of its lines. */
export const recordsFile = (sha256: string): string => `records/${sha256}.jsonl.gz`;
