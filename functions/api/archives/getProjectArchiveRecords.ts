import { archiveOperations } from '#shared/contract/operations/archives.ts';
import { readArchiveRecords } from '#shared/services/archives/read-records.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply, Unchanged } from '../../http/response.ts';

export const getProjectArchiveRecords = endpoint(
  archiveOperations.getProjectArchiveRecords,
  async ({ ctx, query, headers }) => {
    const { lines, nextCursor: next_cursor, digest } = await readArchiveRecords(ctx, query.cursor);
    const etag = `"${digest}"`;
    if (headers['if-none-match'] === etag) return new Unchanged(etag);
    return new Reply({ lines, next_cursor, digest }, { etag });
  },
);
