import { archiveOperations } from '#shared/contract/operations/archives.ts';
import { listArchiveFiles } from '#shared/services/archives/list-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withFiles } from '../../ports/downloads.ts';
import { presentLink } from '../artifacts/present.ts';

export const getProjectArchiveFiles = endpoint(archiveOperations.getProjectArchiveFiles, async ({ ctx, query }) => {
  const { files, nextCursor: next_cursor } = await listArchiveFiles(withFiles(ctx), query.cursor);
  const present = files.map(({ path, link }) => ({ path, size_bytes: link.sizeBytes, link: presentLink(link) }));
  return { files: present, next_cursor };
});
