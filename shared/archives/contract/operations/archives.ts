import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { projectId } from '../../../api/schemas/common.ts';
import { archiveFiles, archiveRecords, projectArchive } from '../schemas/archives.ts';

const ofProject = z.object({ project_id: projectId });
const cursor = z.string().max(8000).optional().meta({ description: '`next_cursor` of the page before' });

/** Archives of whole projects (rules ARCHIVE-1 to ARCHIVE-6). */
export const archiveOperations = {
  getProjectArchive: define('getProjectArchive', {
    summary: 'How the archive of a project begins: the project, its members and its chips',
    description:
      'An archive is this, every page of its records, and every file; `npx fiducial export project` makes it. It is of one instant where all its pages were read twice and were the same. 409 while a run is active or queued, or a delta is imported.',
    params: ofProject,
    status: 200,
    response: projectArchive,
    errors: ['conflict', 'run_active', 'run_queued'],
  }),
  getProjectArchiveRecords: define('getProjectArchiveRecords', {
    summary: 'Records of the archive of a project, a page at a time',
    description:
      'In the order in which an import takes them. With `If-None-Match`, the `digest` of a page in quotes, it is 304 while the page is the same. 409 while a chip is being created, imported into or deleted.',
    params: ofProject,
    headers: z.object({ 'if-none-match': z.string().optional() }),
    query: z.object({ cursor }),
    status: 200,
    response: archiveRecords,
    errors: ['invalid_cursor', 'conflict', 'concurrent_change'],
    etag: true,
    conditional: true,
  }),
  getProjectArchiveFiles: define('getProjectArchiveFiles', {
    summary: 'Files of the archive of a project, and where they are read, a page at a time',
    description:
      'Figures, raw data and what executions started from, as the service keeps them: several may be in one.',
    params: ofProject,
    query: z.object({ cursor }),
    status: 200,
    response: archiveFiles,
  }),
};
