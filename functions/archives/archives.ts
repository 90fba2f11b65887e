import { archiveFormat } from '#shared/archives/contract/archive-format.ts';
import { archiveOperations } from '#shared/archives/contract/operations/archives.ts';
import { listArchiveFiles } from '#shared/archives/verbs/list-files.ts';
import { readArchiveHead } from '#shared/archives/verbs/read-archive.ts';
import { readArchiveRecords } from '#shared/archives/verbs/read-records.ts';
import { version } from '#shared/kernel/version.ts';
import { endpoint } from '../http/endpoint.ts';
import { Reply, Unchanged } from '../http/response.ts';
import { withFiles } from '../ports.ts';
import { presentLink } from '../results/present-artifacts.ts';

export const getProjectArchive = endpoint(archiveOperations.getProjectArchive, async ({ ctx }) => {
  const { projectId: project_id, name, lines, digest } = await readArchiveHead(ctx);
  return { format: archiveFormat, service_version: version, project_id, name, lines, digest };
});

export const getProjectArchiveFiles = endpoint(archiveOperations.getProjectArchiveFiles, async ({ ctx, query }) => {
  const { files, nextCursor: next_cursor } = await listArchiveFiles(withFiles(ctx), query.cursor);
  const present = files.map(({ path, link }) => ({ path, size_bytes: link.sizeBytes, link: presentLink(link) }));
  return { files: present, next_cursor };
});

export const getProjectArchiveRecords = endpoint(
  archiveOperations.getProjectArchiveRecords,
  async ({ ctx, query, headers }) => {
    const { lines, nextCursor: next_cursor, digest } = await readArchiveRecords(ctx, query.cursor);
    const etag = `"${digest}"`;
    if (headers['if-none-match'] === etag) return new Unchanged(etag);
    return new Reply({ lines, next_cursor, digest }, { etag });
  },
);
