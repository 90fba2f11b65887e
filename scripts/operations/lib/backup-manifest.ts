import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writePrivateFile } from '#local/data-folder/private-file.ts';
import { UsageError } from '#local/settings.ts';

/** The manifest of a backup. It is written last: a folder without it is not a backup. */
export const manifestFile = 'manifest.json';

/** Format of the folder that this version writes; format 1 was one file without objects. */
const format = 2;

const manifestSchema = z.object({
  format: z.literal(format),
  /** Start of the backup, ISO 8601. */
  madeAt: z.string(),
  /** Version of Fiducial that made it. */
  version: z.string(),
  fileCount: z.int(),
  totalBytes: z.int(),
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int(), sha256: z.string() })),
});

/** The manifest of a backup. */
export type Manifest = z.output<typeof manifestSchema>;

/** Writes the manifest. */
export async function writeManifest(
  folder: string,
  label: Pick<Manifest, 'madeAt' | 'version' | 'files'>,
): Promise<Manifest> {
  const totalBytes = label.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const manifest = { format, ...label, fileCount: label.files.length, totalBytes } as const;
  await writePrivateFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/**
 * @throws UsageError for a folder that is not a backup or has another format.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new UsageError(`${folder} is not a Fiducial backup, or one that was cut short: it has no ${manifestFile}`);
  const value = parse(text);
  const found = (value as { format?: unknown } | undefined)?.format;
  if (typeof found === 'number' && found !== format)
    throw new UsageError(`${folder} has format ${found}; this Fiducial reads format ${format}`);
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new UsageError(`The ${manifestFile} of ${folder} is damaged`);
  return parsed.data;
}

/**
 * Compares a folder with its manifest.
 * @throws UsageError that names the first file that is missing, changed or unlisted.
 */
export function checkFiles(folder: string, { files, fileCount, totalBytes }: Manifest, found: Manifest['files']): void {
  const refuse = (what: string) =>
    new UsageError(`${folder} is not whole: ${what}. Nothing was restored; use another backup`);
  const present = new Map(found.map((file) => [file.path, file]));
  for (const { path, sizeBytes, sha256 } of files) {
    const file = present.get(path);
    if (!file) throw refuse(`'${path}' is missing`);
    if (file.sizeBytes !== sizeBytes || file.sha256 !== sha256)
      throw refuse(`'${path}' is not what it was (${file.sizeBytes} of ${sizeBytes} bytes)`);
    present.delete(path);
  }
  const [other] = present.keys();
  if (other !== undefined) throw refuse(`'${other}' does not belong to it`);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (files.length !== fileCount || bytes !== totalBytes)
    throw refuse(`its list has ${files.length} files of ${fileCount}, ${bytes} bytes of ${totalBytes}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
