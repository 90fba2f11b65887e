import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** A page of records that was read: where it begins and ends, and what is in it. */
const pageSchema = z.object({
  cursor: z.string(),
  next: z.string().nullable(),
  digest: z.string(),
  lines: z.int(),
  sha256: z.string(),
  records: z.record(z.string(), z.int()),
});

const stateSchema = z.object({
  url: z.string(),
  projectId: z.string(),
  /** Digest of the head that was read last. */
  head: z.string(),
  pages: z.array(pageSchema),
  files: z.record(z.string(), z.object({ sizeBytes: z.int(), sha256: z.string() })),
});

/** A page of records that was read; the first has an empty cursor. */
export type ReadPage = z.output<typeof pageSchema>;
/** What an export has read so far. */
export type ExportState = z.output<typeof stateSchema>;

/** The folder of an export that goes on: beside the archive, until that is whole. */
export interface ExportFolder {
  state: ExportState;
  fileOf(name: string): string;
  /** Keeps what was read so far: an export that is broken off goes on from there. */
  save(): Promise<void>;
}

/** Opens the folder of an export, with what an earlier try at the same has left. */
export async function openExportFolder(folder: string, url: string, projectId: string): Promise<ExportFolder> {
  await mkdir(join(folder, 'files'), { recursive: true });
  await mkdir(join(folder, 'records'), { recursive: true });
  const path = join(folder, 'state.json');
  const kept = await readFile(path, 'utf8').then(parse, () => undefined);
  const isSame = kept?.url === url && kept.projectId === projectId;
  const state: ExportState = isSame ? kept : { url, projectId, head: '', pages: [], files: {} };
  return {
    state,
    fileOf: (name) => join(folder, name),
    save: async () => {
      await writeFile(`${path}.new`, JSON.stringify(state));
      await rename(`${path}.new`, path);
    },
  };
}

function parse(text: string): ExportState | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
