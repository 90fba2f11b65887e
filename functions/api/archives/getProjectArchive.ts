import { archiveFormat } from '#shared/contract/archive-format.ts';
import { archiveOperations } from '#shared/contract/operations/archives.ts';
import { readArchiveHead } from '#shared/services/archives/read-archive.ts';
import { version } from '#shared/version.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getProjectArchive = endpoint(archiveOperations.getProjectArchive, async ({ ctx }) => {
  const { projectId: project_id, name, lines, digest } = await readArchiveHead(ctx);
  return { format: archiveFormat, service_version: version, project_id, name, lines, digest };
});
