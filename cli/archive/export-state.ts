import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** A downloaded page of records: its cursors and its content. */
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
  /** Digest of the most recent head. */
  head: z.string(),
  pages: z.array(pageSchema),
  files: z.record(z.string(), z.object({ sizeBytes: z.int(), sha256: z.string() })),
});

/** A downloaded page of records; the first one has an empty cursor. */
export type ReadPage = z.output<typeof pageSchema>;
/** Progress of an export. */
export type ExportState = z.output<typeof stateSchema>;

/** The working folder of an unfinished export, next to the archive. */
export interface ExportFolder {
  state: ExportState;
  fileOf(name: string): string;
  /** Saves the progress, so that an interrupted export can continue. */
  save(): Promise<void>;
}

/** Opens the working folder, including the progress of an earlier attempt. */
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
