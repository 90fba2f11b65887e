import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import type { Context } from '../../../kernel/context.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import type { UploadAddress, UploadAddresses } from '../../../kernel/objects/uploads.ts';
import { orRefuse, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import { projectImportKeys } from '../../../kernel/store/keys.ts';
import type { UsageOwner } from '../../../projects/verbs/usage/count-usage.ts';
import { requireQuota } from '../../../projects/verbs/usage/require-quota.ts';
import { isArchivedPath } from '../../../runs/rules/artifact-path.ts';
import type { FileLine } from '../../store/archived-items.ts';
import { ifEntering } from '../../store/project-imports.ts';
import { uploadSeconds } from './due.ts';
import { type ImportRef, openImport } from './import-state.ts';

/** Where a file of an archive is uploaded. */
export interface ImportUpload extends UploadAddress {
  path: string;
  expiresAt: string;
}

/** Files that are looked up concurrently. */
const concurrency = 16;

/**
 * Creates upload addresses for the missing files: each accepts only the bytes of its hash, once.
 * @throws ServiceError `not-found`; `invalid` for a path outside the project; `conflict` for another import, and if the
 * existing files exceed the quota of a project.
 */
export async function askForUploads(
  ctx: Context & { objects: Pick<ObjectStore, 'size' | 'list'>; uploads: UploadAddresses },
  { files, ...ref }: ImportRef & { files: readonly FileLine[] },
): Promise<ImportUpload[]> {
  if (!(await takesLines(ctx.db, ref))) return [];
  for (const { path } of files)
    if (!isArchivedPath(ref.projectId, path))
      throw invalid(`File '${path}' does not belong to project '${ref.projectId}'`);
  await requireQuota(ctx, ref.projectId, ['fileBytes'], ownerOf(ref));
  const expiresAt = new Date(ctx.clock().getTime() + uploadSeconds * 1000).toISOString();
  const uploads = new Map<string, ImportUpload>();
  await forEachConcurrent(files, concurrency, async ({ path, sizeBytes, sha256 }) => {
    const found = await ctx.objects.size(path);
    if (found === sizeBytes) return;
    if (found !== undefined) throw conflict(`File '${path}' is there with ${found} bytes and not ${sizeBytes}`);
    const about = { key: path, contentType: 'application/octet-stream', expiresSeconds: uploadSeconds };
    uploads.set(path, { ...(await ctx.uploads.sign({ ...about, sizeBytes, sha256 })), path, expiresAt });
  });
  // If the import is abandoned from now on, it is removed only after these addresses expire (rule ARCHIVE-11).
  return (await takesLines(ctx.db, ref)) ? [...uploads.values()] : [];
}

/** While a project is being imported, its own item is not there. */
const ownerOf = ({ projectId, importId }: ImportRef): UsageOwner => ({
  key: projectImportKeys.import(projectId),
  condition: ifEntering(importId),
});

/** Whether lines may be missing yet; of one that is finished, all files are there. */
const takesLines = (db: Database, ref: ImportRef): Promise<boolean> =>
  retryOnConflict(orRefuse(`The import of project '${ref.projectId}'`), async () => {
    const found = await openImport(db, ref);
    return !('status' in found) && found.stored.finishingSince === undefined;
  });
