import * as z from 'zod';
import { define } from '../../../api/define.ts';
import {
  booleanParam,
  integerParam,
  message,
  pageFields,
  pageQuery,
  projectId,
  username,
} from '../../../api/schemas/common.ts';
import { reportedImport } from '../../../archives/contract/schemas/import-reports.ts';
import {
  addMemberBody,
  createProjectBody,
  invitation,
  inviteBody,
  listedProject,
  member,
  memberRoleBody,
  ownProject,
  project,
  projectOffer,
  projectTransfer,
  projectUsage,
  transferBody,
  updateProjectBody,
} from '../schemas/projects.ts';

const inProject = z.object({ project_id: projectId });
const inMembership = z.object({ project_id: projectId, username });

// QDash's clients read these lists whole, so the page is large.
const page = z.object({
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 1000, fallback: 1000 }),
});

/** Projects and their members. */
export const projectOperations = {
  listProjects: define('listProjects', {
    summary: 'Projects in which the caller is an active member',
    query: page.extend({
      deleted: booleanParam(false).meta({ description: 'Instead, those of the caller that wait to be purged' }),
    }),
    status: 200,
    response: z.object({ projects: z.array(ownProject), ...pageFields }),
  }),
  createProject: define('createProject', {
    summary: 'Create a project; the caller owns it',
    body: createProjectBody,
    status: 201,
    response: project,
    errors: ['already_exists', 'limit_reached'],
  }),
  getProject: define('getProject', { summary: 'One project', params: inProject, status: 200, response: project }),
  updateProject: define('updateProject', {
    summary: 'Rename, describe or tag a project, or change its settings',
    params: inProject,
    body: updateProjectBody,
    status: 200,
    response: project,
    errors: ['already_exists', 'conflict', 'run_active', 'run_queued'],
  }),
  deleteProject: define('deleteProject', {
    summary: 'Hide a project at once; it is purged after 30 days',
    params: inProject,
    status: 204,
    errors: ['run_active'],
  }),
  restoreProject: define('restoreProject', {
    summary: 'Take back the deletion of a project, by its owner or a system administrator, within 30 days',
    params: inProject,
    status: 200,
    response: project,
    errors: ['no_project_access', 'conflict'],
  }),
  transferProjectOwnership: define('transferProjectOwnership', {
    summary: 'Offer a project to an active member, who becomes its owner by accepting',
    description:
      'By the owner; `offered_to` says who has to accept, and nothing else changes until then. By a system administrator who does not own the project the user becomes the owner at once, unless they left it. The former owner becomes an editor.',
    params: inProject,
    body: transferBody,
    status: 200,
    response: projectTransfer,
    errors: ['forbidden', 'unknown_reference', 'already_exists', 'conflict', 'limit_reached', 'no_project_access'],
  }),
  withdrawProjectTransfer: define('withdrawProjectTransfer', {
    summary: 'Withdraw the offer of a project',
    params: inProject,
    status: 200,
    response: message,
    errors: ['conflict'],
  }),
  acceptProjectTransfer: define('acceptProjectTransfer', {
    summary: 'Become the owner of a project that is offered to the caller',
    params: inProject,
    status: 200,
    response: project,
    errors: ['no_project_access', 'conflict', 'already_exists', 'limit_reached'],
  }),
  declineProjectTransfer: define('declineProjectTransfer', {
    summary: 'Decline a project that is offered to the caller, who stays a member',
    params: inProject,
    status: 200,
    response: message,
    errors: ['no_project_access', 'conflict'],
  }),
  getProjectUsage: define('getProjectUsage', {
    summary: 'What a project keeps and may keep: bytes of files, and rows',
    description: 'Counted anew where the last count is older than an hour.',
    params: inProject,
    status: 200,
    response: projectUsage,
  }),
  listProjectImports: define('listProjectImports', {
    summary: 'Reports of the imports from another service, the newest first',
    description:
      'What came, what was left out and what needs a decision. A project keeps the report of the full import and those of the last 49 deltas.',
    params: inProject,
    query: z.object({
      skip: integerParam({ min: 0, fallback: 0 }),
      limit: integerParam({ min: 1, max: 50, fallback: 10 }),
    }),
    status: 200,
    response: z.object({ imports: z.array(reportedImport), ...pageFields }),
  }),
  listProjectMembers: define('listProjectMembers', {
    summary: 'Members of a project, in every state',
    params: inProject,
    query: page,
    status: 200,
    response: z.object({ members: z.array(member), ...pageFields }),
  }),
  inviteProjectMember: define('inviteProjectMember', {
    summary: 'Invite a user, who is pending until they accept',
    description:
      'The answer is the same for a name that no account has. Until the invitation is accepted, the member list shows the name and nothing of an account: `user_id` is empty.',
    params: inProject,
    body: inviteBody,
    status: 201,
    response: member,
    errors: ['already_exists', 'limit_reached'],
  }),
  acceptProjectInvitation: define('acceptProjectInvitation', {
    summary: 'Accept an invitation addressed to the caller',
    params: inMembership,
    status: 200,
    response: member,
    errors: ['no_project_access', 'conflict', 'already_exists', 'limit_reached'],
  }),
  listProjectInvitations: define('listProjectInvitations', {
    summary: 'Invitations of the caller, and projects offered to them, that wait to be accepted, the newest first',
    description: 'Pages are of invitations; every page has all offers.',
    query: page,
    status: 200,
    response: z.object({ invitations: z.array(invitation), offers: z.array(projectOffer), ...pageFields }),
  }),
  leaveProject: define('leaveProject', {
    summary: 'Leave a project, or decline the invitation to it',
    description: 'Its owner cannot: they transfer or delete it.',
    params: inProject,
    status: 200,
    response: message,
    errors: ['no_project_access'],
  }),
  updateProjectMember: define('updateProjectMember', {
    summary: "Change a member's role",
    params: inMembership,
    body: memberRoleBody,
    status: 200,
    response: member,
    errors: ['not_found'],
  }),
  listAllProjects: define('listAllProjects', {
    summary: 'Every project of the service, those that wait to be purged as well, by id',
    query: z.object({
      ...pageQuery,
      limit: integerParam({ min: 1, max: 100, fallback: 100 }),
      search: z.string().max(100).optional().meta({ description: "A part of a name, an owner's username or an id" }),
      usage_days: integerParam({ min: 0, max: 31, fallback: 0 }).meta({
        description: 'Days of `usage`, today among them; 0 for none',
      }),
    }),
    status: 200,
    response: z.object({ projects: z.array(listedProject), ...pageFields }),
  }),
  adminDeleteProject: define('adminDeleteProject', {
    summary: "Hide any project but one's own; it is purged after 30 days",
    params: inProject,
    status: 200,
    response: message,
    errors: ['not_found', 'run_active'],
  }),
  listProjectMembersAdmin: define('listProjectMembersAdmin', {
    summary: 'Members of any project, in every state',
    params: inProject,
    query: page,
    status: 200,
    response: z.object({ members: z.array(member), ...pageFields }),
    errors: ['not_found'],
  }),
  addProjectMemberAdmin: define('addProjectMemberAdmin', {
    summary: 'Make a user a member of any project, active at once; one who left it is invited',
    params: inProject,
    body: addMemberBody,
    status: 201,
    response: member,
    errors: ['not_found', 'unknown_reference', 'already_exists', 'limit_reached'],
  }),
  removeProjectMemberAdmin: define('removeProjectMemberAdmin', {
    summary: 'Revoke a membership of any project',
    params: inMembership,
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
  removeProjectMember: define('removeProjectMember', {
    summary: 'Revoke a membership',
    params: inMembership,
    status: 204,
    errors: ['not_found'],
  }),
};
