import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const projectsSamples = {
  leaveProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjects: () => ({}),
  createProject: ({ fresh }) => ({ body: { name: fresh } }),
  getProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  getProjectUsage: ({ projectId }) => ({ params: { project_id: projectId } }),
  updateProject: ({ projectId, fresh }) => ({ params: { project_id: projectId }, body: { description: fresh } }),
  deleteProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  restoreProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  transferProjectOwnership: ({ projectId, member }) => ({
    params: { project_id: projectId },
    body: { username: member },
  }),
  withdrawProjectTransfer: ({ projectId }) => ({ params: { project_id: projectId } }),
  acceptProjectTransfer: ({ projectId }) => ({ params: { project_id: projectId } }),
  declineProjectTransfer: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjectAuditEntries: ({ projectId }) => ({ params: { project_id: projectId } }),
  undoProjectAuditEntry: ({ projectId, auditId }) => ({ params: { project_id: projectId, audit_id: auditId } }),
  exportProjectAudit: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjectImports: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjectMembers: ({ projectId }) => ({ params: { project_id: projectId } }),
  inviteProjectMember: ({ projectId, outsider }) => ({
    params: { project_id: projectId },
    body: { username: outsider },
  }),
  updateProjectMember: ({ projectId, member }) => ({
    params: { project_id: projectId, username: member },
    body: { role: 'editor' },
  }),
  removeProjectMember: ({ projectId, member }) => ({ params: { project_id: projectId, username: member } }),
  acceptProjectInvitation: ({ projectId, caller }) => ({
    params: { project_id: projectId, username: caller.username },
  }),
  listAllProjects: () => ({}),
  adminDeleteProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjectMembersAdmin: ({ projectId }) => ({ params: { project_id: projectId } }),
  addProjectMemberAdmin: ({ projectId, outsider }) => ({
    params: { project_id: projectId },
    body: { username: outsider },
  }),
  removeProjectMemberAdmin: ({ projectId, member }) => ({ params: { project_id: projectId, username: member } }),
  getProjectArchive: ({ projectId }) => ({ params: { project_id: projectId } }),
  getProjectArchiveRecords: ({ projectId }) => ({ params: { project_id: projectId } }),
  getProjectArchiveFiles: ({ projectId }) => ({ params: { project_id: projectId } }),
  createProjectImport: ({ projectImport: { project_id, begun } }) => ({ params: { project_id }, body: begun }),
  getProjectImport: ({ projectImport: { project_id } }) => ({ params: { project_id } }),
  deleteProjectImport: ({ projectImport: { project_id } }) => ({ params: { project_id } }),
  createProjectImportUploads: ({ projectImport: { project_id, import_id } }) => ({
    params: { project_id },
    body: { import_id, files: [{ path: `raw/${project_id}/run/1.zip`, size_bytes: 1, sha256: '0'.repeat(64) }] },
  }),
  appendProjectImportLines: ({ projectImport: { project_id, import_id, line } }) => ({
    params: { project_id },
    body: { import_id, from: 0, lines: [line] },
  }),
  finishProjectImport: ({ projectImport: { project_id, import_id } }) => ({
    params: { project_id },
    body: { import_id },
  }),
} satisfies Partial<SamplesOf<typeof routes>>;
