import { groupHandler } from '../../http/group.ts';
import { getProjectArchive, getProjectArchiveFiles, getProjectArchiveRecords } from './archives.ts';

export const handler = groupHandler({
  getProjectArchive,
  getProjectArchiveRecords,
  getProjectArchiveFiles,
});
