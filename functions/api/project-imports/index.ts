import { groupHandler } from '../../http/group.ts';
import {
  appendProjectImportLines,
  createProjectImport,
  createProjectImportUploads,
  deleteProjectImport,
  finishProjectImport,
  getProjectImport,
} from './project-imports.ts';

export const handler = groupHandler({
  createProjectImport,
  getProjectImport,
  deleteProjectImport,
  createProjectImportUploads,
  appendProjectImportLines,
  finishProjectImport,
});
