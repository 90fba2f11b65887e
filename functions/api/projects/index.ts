import { groupHandler } from '../../http/group.ts';
import { acceptProjectInvitation } from './acceptProjectInvitation.ts';
import { acceptProjectTransfer } from './acceptProjectTransfer.ts';
import { addProjectMemberAdmin } from './addProjectMemberAdmin.ts';
import { adminDeleteProject } from './adminDeleteProject.ts';
import { createProject } from './createProject.ts';
import { declineProjectTransfer } from './declineProjectTransfer.ts';
import { deleteProject } from './deleteProject.ts';
import { exportProjectAudit } from './exportProjectAudit.ts';
import { getProject } from './getProject.ts';
import { getProjectUsage } from './getProjectUsage.ts';
import { inviteProjectMember } from './inviteProjectMember.ts';
import { leaveProject } from './leaveProject.ts';
import { listAllProjects } from './listAllProjects.ts';
import { listProjectAuditEntries } from './listProjectAuditEntries.ts';
import { listProjectImports } from './listProjectImports.ts';
import { listProjectInvitations } from './listProjectInvitations.ts';
import { listProjectMembers } from './listProjectMembers.ts';
import { listProjectMembersAdmin } from './listProjectMembersAdmin.ts';
import { listProjects } from './listProjects.ts';
import { removeProjectMember } from './removeProjectMember.ts';
import { removeProjectMemberAdmin } from './removeProjectMemberAdmin.ts';
import { restoreProject } from './restoreProject.ts';
import { transferProjectOwnership } from './transferProjectOwnership.ts';
import { undoProjectAuditEntry } from './undoProjectAuditEntry.ts';
import { updateProject } from './updateProject.ts';
import { updateProjectMember } from './updateProjectMember.ts';
import { withdrawProjectTransfer } from './withdrawProjectTransfer.ts';

export const handler = groupHandler({
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  getProjectUsage,
  restoreProject,
  transferProjectOwnership,
  withdrawProjectTransfer,
  acceptProjectTransfer,
  declineProjectTransfer,
  listProjectImports,
  listProjectMembers,
  inviteProjectMember,
  updateProjectMember,
  removeProjectMember,
  acceptProjectInvitation,
  listProjectAuditEntries,
  exportProjectAudit,
  undoProjectAuditEntry,
  listProjectInvitations,
  leaveProject,
  listAllProjects,
  adminDeleteProject,
  listProjectMembersAdmin,
  addProjectMemberAdmin,
  removeProjectMemberAdmin,
});
