import { groupHandler } from '../../http/group.ts';
import { compareExecutions } from './compareExecutions.ts';
import { createFigureArchive } from './createFigureArchive.ts';
import { createUploads } from './createUploads.ts';
import { downloadFiguresAsZip } from './downloadFiguresAsZip.ts';
import { downloadFile } from './downloadFile.ts';
import { getExecutionSnapshot } from './getExecutionSnapshot.ts';
import { getFigureArchive } from './getFigureArchive.ts';
import { getFigureByPath } from './getFigureByPath.ts';
import { getFileLink } from './getFileLink.ts';

export const handler = groupHandler({
  getFigureByPath,
  downloadFile,
  getFileLink,
  downloadFiguresAsZip,
  createFigureArchive,
  getFigureArchive,
  createUploads,
  getExecutionSnapshot,
  compareExecutions,
});
