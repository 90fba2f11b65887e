import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { projectId } from '../../../api/schemas/common.ts';
import {
  createProjectImportBody,
  projectImport,
  projectImportFiles,
  projectImportLines,
  projectImportRef,
  projectImportUploads,
} from '../schemas/project-imports.ts';

const ofProject = z.object({ project_id: projectId });

/** The import of a project's archive by a system administrator (rules ARCHIVE-8 to ARCHIVE-12). */
export const projectImportOperations = {
  createProjectImport: define('createProjectImport', {
    summary: 'Begin to import a project from its archive, or ask how far the same import has come',
    description:
      '`npx fiducial import project` does all of it. The project keeps its id, and is invisible until the end. Begun again with the same archive and name it answers its state. 409 where the id or the name is taken (`errors` then names `body.name`), or another archive of the project is being imported.',
    params: ofProject,
    body: createProjectImportBody,
    status: 201,
    response: projectImport,
    errors: ['already_exists', 'conflict', 'limit_reached'],
  }),
  getProjectImport: define('getProjectImport', {
    summary: 'State of the import of a project',
    params: ofProject,
    status: 200,
    response: projectImport,
    errors: ['not_found', 'concurrent_change'],
  }),
  deleteProjectImport: define('deleteProjectImport', {
    summary: 'Give an import up; the sweep removes what it wrote',
    description: 'Ten minutes later, when no address for a file is good any more. 409 once its end has begun.',
    params: ofProject,
    status: 204,
    errors: ['not_found', 'conflict'],
  }),
  createProjectImportUploads: define('createProjectImportUploads', {
    summary: 'Ask where those files of an archive are uploaded that are not there yet',
    description: 'Each address takes the bytes of its hash alone, once, for five minutes.',
    params: ofProject,
    body: projectImportFiles,
    status: 201,
    response: projectImportUploads,
    errors: ['not_found', 'conflict', 'limit_reached'],
  }),
  appendProjectImportLines: define('appendProjectImportLines', {
    summary: 'Send the next lines of an archive',
    description:
      'In the order of its parts. Lines that came before change nothing, and those behind them are taken; 409 for lines behind a gap, and for a line that names a file which is not there. A line that is not taken is named by its number, and then none of the request is.',
    params: ofProject,
    body: projectImportLines,
    status: 200,
    response: projectImport,
    errors: ['not_found', 'conflict'],
  }),
  finishProjectImport: define('finishProjectImport', {
    summary: 'End an import whose lines are all there; the project is seen from then on',
    description:
      '`finishing` where there was not time enough: send it again, or leave it to the sweep. 409 where lines are missing, or are not those that were announced.',
    params: ofProject,
    body: projectImportRef,
    status: 200,
    response: projectImport,
    errors: ['not_found', 'conflict'],
  }),
};
