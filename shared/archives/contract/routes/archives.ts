import { admin, owner, type Route } from '../../../api/route.ts';

/** Archives of projects, and imports of whole projects. */
export const archivesRoutes = {
  getProjectArchive: { method: 'GET', path: '/projects/{project_id}/archive', group: 'archives', ...owner },
  getProjectArchiveRecords: {
    method: 'GET',
    path: '/projects/{project_id}/archive/records',
    group: 'archives',
    ...owner,
  },
  getProjectArchiveFiles: { method: 'GET', path: '/projects/{project_id}/archive/files', group: 'archives', ...owner },
  createProjectImport: { method: 'POST', path: '/projects/{project_id}/import', group: 'project-imports', ...admin },
  getProjectImport: { method: 'GET', path: '/projects/{project_id}/import', group: 'project-imports', ...admin },
  deleteProjectImport: { method: 'DELETE', path: '/projects/{project_id}/import', group: 'project-imports', ...admin },
  createProjectImportUploads: {
    method: 'POST',
    path: '/projects/{project_id}/import/uploads',
    group: 'project-imports',
    ...admin,
  },
  appendProjectImportLines: {
    method: 'POST',
    path: '/projects/{project_id}/import/lines',
    group: 'project-imports',
    ...admin,
  },
  finishProjectImport: {
    method: 'POST',
    path: '/projects/{project_id}/import/finish',
    group: 'project-imports',
    ...admin,
  },
} as const satisfies Record<string, Route>;
