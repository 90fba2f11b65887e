import { zipSync } from 'fflate';
import type { ObjectStore } from '../../objects/port.ts';
import { type ArtifactContext, absentFile, type FoundFile, findFiles, isPacked, unpackFiles } from './find-files.ts';
import type { ArtifactFile } from './read-artifact.ts';

/** Figures in one archive, in the order asked for. @throws ServiceError `not-found` for the first that is not there. */
export async function zipFigures(
  ctx: ArtifactContext,
  paths: readonly string[],
  fileName: string,
): Promise<ArtifactFile> {
  const files = await findFiles(ctx, [...new Set(paths)], 'figures');
  const [packed, uploaded] = await Promise.all([unpackFiles(ctx.objects, files), readUploads(ctx.objects, files)]);
  const names = new Map<string, Uint8Array>();
  for (const file of files) {
    const bytes = packed.get(file.path) ?? uploaded.get(file.path);
    if (!bytes) throw absentFile(ctx, file);
    const name = file.ref.entry;
    let free = name;
    for (let n = 2; names.has(free); n += 1) free = `${n}-${name}`;
    names.set(free, bytes);
  }
  return { bytes: zipSync(Object.fromEntries(names), { level: 6 }), contentType: 'application/zip', fileName };
}

async function readUploads(
  objects: Pick<ObjectStore, 'get'>,
  files: readonly FoundFile[],
): Promise<Map<string, Uint8Array | undefined>> {
  const uploads = files.filter(({ ref }) => !isPacked(ref));
  return new Map(await Promise.all(uploads.map(async ({ path }) => [path, await objects.get(path)] as const)));
}
