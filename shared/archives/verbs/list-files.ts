import type { ProjectContext } from '../../kernel/context.ts';
import type { DownloadAddresses } from '../../kernel/objects/downloads.ts';
import type { ListedObject, ObjectStore } from '../../kernel/objects/port.ts';
import { type FileLink, signedLink } from '../../results/verbs/files/read-artifact.ts';
import { archivedProjectFolders } from '../../runs/rules/artifact-path.ts';

/** A file of an archive, and its address. */
export interface ArchiveFile {
  path: string;
  link: FileLink;
}

/** A verb's context with the store of files and what gives out their addresses. */
export type ListingContext = ProjectContext & { objects: Pick<ObjectStore, 'list'>; downloads: DownloadAddresses };

/** Files of a page. */
const pageSize = 500;

/** A page of the files of a project, behind the one that the cursor names; each with an address that is good for five minutes. */
export async function listArchiveFiles(
  ctx: ListingContext,
  cursor: string | undefined,
  limit: number = pageSize,
): Promise<{ files: ArchiveFile[]; nextCursor: string | null }> {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8');
  const found: ListedObject[] = [];
  for (const folder of archivedProjectFolders(ctx.projectId)) {
    // Behind everything of this folder, or before it.
    if (after > `${folder}0`) continue;
    const behind = after.startsWith(`${folder}/`) ? after : undefined;
    if (found.length < limit) found.push(...(await ctx.objects.list(folder, behind, limit - found.length)));
  }
  const files = await Promise.all(
    found.map(async ({ key, sizeBytes }) => {
      const fileName = key.slice(key.lastIndexOf('/') + 1);
      const link = await signedLink(ctx, { key, fileName, contentType: 'application/octet-stream', sizeBytes });
      return { path: key, link };
    }),
  );
  const last = found.length === limit ? found.at(-1) : undefined;
  return { files, nextCursor: last ? Buffer.from(last.key).toString('base64url') : null };
}
