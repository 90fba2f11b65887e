import { acrossProjects, admin, editor, owner, type Route, sessionOnly, user, viewer } from '../../../api/route.ts';

/** Projects with their members and audits, their archives and what is imported. */
export const projectsRoutes = {
  listProjects: { method: 'GET', path: '/projects', group: 'projects', ...user },
  createProject: { method: 'POST', path: '/projects', group: 'projects', ...user },
  getProject: { method: 'GET', path: '/projects/{project_id}', group: 'projects', ...viewer },
  updateProject: {
    method: 'PATCH',
    path: '/projects/{project_id}',
    group: 'projects',
    ...owner,
    ...acrossProjects,
  },
  deleteProject: {
    method: 'DELETE',
    path: '/projects/{project_id}',
    group: 'projects',
    ...owner,
    ...acrossProjects,
  },
  restoreProject: { method: 'POST', path: '/projects/{project_id}/restore', group: 'projects', ...user },
  transferProjectOwnership: { method: 'POST', path: '/projects/{project_id}/transfer', group: 'projects', ...user },
  withdrawProjectTransfer: { method: 'DELETE', path: '/projects/{project_id}/transfer', group: 'projects', ...owner },
  acceptProjectTransfer: {
    method: 'POST',
    path: '/projects/{project_id}/transfer/accept',
    group: 'projects',
    ...user,
    ...sessionOnly,
  },
  declineProjectTransfer: {
    method: 'POST',
    path: '/projects/{project_id}/transfer/decline',
    group: 'projects',
    ...user,
  },
  getProjectUsage: { method: 'GET', path: '/projects/{project_id}/usage', group: 'projects', ...owner },
  listProjectImports: { method: 'GET', path: '/projects/{project_id}/imports', group: 'projects', ...viewer },
  listProjectMembers: { method: 'GET', path: '/projects/{project_id}/members', group: 'projects', ...viewer },
  inviteProjectMember: {
    method: 'POST',
    path: '/projects/{project_id}/members',
    group: 'projects',
    ...owner,
    ...acrossProjects,
  },
  updateProjectMember: {
    method: 'PATCH',
    path: '/projects/{project_id}/members/{username}',
    group: 'projects',
    ...owner,
  },
  removeProjectMember: {
    method: 'DELETE',
    path: '/projects/{project_id}/members/{username}',
    group: 'projects',
    ...owner,
  },
  acceptProjectInvitation: {
    method: 'POST',
    path: '/projects/{project_id}/members/{username}/accept',
    group: 'projects',
    ...user,
  },
  leaveProject: { method: 'POST', path: '/projects/{project_id}/leave', group: 'projects', ...user },
  listProjectAuditEntries: { method: 'GET', path: '/projects/{project_id}/audit-entries', group: 'projects', ...owner },
  exportProjectAudit: { method: 'GET', path: '/projects/{project_id}/audit-entries/csv', group: 'projects', ...owner },

  undoProjectAuditEntry: {
    method: 'POST',
    path: '/projects/{project_id}/audit-entries/{audit_id}/undo',
    group: 'undo',
    ...editor,
    ...acrossProjects,
  },

  listAllProjects: { method: 'GET', path: '/admin/projects', group: 'projects', ...admin },
  adminDeleteProject: { method: 'DELETE', path: '/admin/projects/{project_id}', group: 'projects', ...admin },
  listProjectMembersAdmin: {
    method: 'GET',
    path: '/admin/projects/{project_id}/members',
    group: 'projects',
    ...admin,
  },
  addProjectMemberAdmin: {
    method: 'POST',
    path: '/admin/projects/{project_id}/members',
    group: 'projects',
    ...admin,
    ...sessionOnly,
  },
  removeProjectMemberAdmin: {
    method: 'DELETE',
    path: '/admin/projects/{project_id}/members/{username}',
    group: 'projects',
    ...admin,
    ...sessionOnly,
  },

  listProjectInvitations: { method: 'GET', path: '/auth/invitations', group: 'projects', ...user },
  listSystemAuditEntries: { method: 'GET', path: '/audit-entries', group: 'auth', ...admin },
  exportSystemAudit: { method: 'GET', path: '/audit-entries/csv', group: 'auth', ...admin },
} as const satisfies Record<string, Route>;
