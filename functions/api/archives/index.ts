import { groupHandler } from '../../http/group.ts';
import { getProjectArchive } from './getProjectArchive.ts';
import { getProjectArchiveFiles } from './getProjectArchiveFiles.ts';
import { getProjectArchiveRecords } from './getProjectArchiveRecords.ts';

export const handler = groupHandler({
  getProjectArchive,
  getProjectArchiveRecords,
  getProjectArchiveFiles,
});
