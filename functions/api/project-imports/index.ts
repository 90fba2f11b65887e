import { groupHandler } from '../../http/group.ts';
import { appendProjectImportLines } from './appendProjectImportLines.ts';
import { createProjectImport } from './createProjectImport.ts';
import { createProjectImportUploads } from './createProjectImportUploads.ts';
import { deleteProjectImport } from './deleteProjectImport.ts';
import { finishProjectImport } from './finishProjectImport.ts';
import { getProjectImport } from './getProjectImport.ts';

export const handler = groupHandler({
  createProjectImport,
  getProjectImport,
  deleteProjectImport,
  createProjectImportUploads,
  appendProjectImportLines,
  finishProjectImport,
});
