import * as z from 'zod';
import { define } from '../define.ts';
import { booleanParam, integerParam, pageFields, projectId, username } from '../schemas/common.ts';
import {
  createProjectBody,
  inviteBody,
  member,
  memberRoleBody,
  project,
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
    response: z.object({ projects: z.array(project), ...pageFields }),
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
    summary: 'Rename, describe or tag a project, or say how long its values are fresh',
    params: inProject,
    body: updateProjectBody,
    status: 200,
    response: project,
    errors: ['already_exists'],
  }),
  deleteProject: define('deleteProject', {
    summary: 'Hide a project at once; it is purged after 30 days',
    params: inProject,
    status: 204,
    errors: ['run_active'],
  }),
  restoreProject: define('restoreProject', {
    summary: 'Take back the deletion of a project, by its owner, within 30 days',
    params: inProject,
    status: 200,
    response: project,
    errors: ['no_project_access', 'conflict'],
  }),
  transferProjectOwnership: define('transferProjectOwnership', {
    summary: 'Make another user the owner; the former owner becomes an editor',
    description: 'By the owner, or by a system administrator.',
    params: inProject,
    body: transferBody,
    status: 200,
    response: project,
    errors: ['forbidden', 'unknown_reference', 'already_exists', 'limit_reached', 'no_project_access'],
  }),
  listProjectMembers: define('listProjectMembers', {
    summary: 'Members of a project, in every state',
    params: inProject,
    query: page,
    status: 200,
    response: z.object({ members: z.array(member), ...pageFields }),
  }),
  inviteProjectMember: define('inviteProjectMember', {
    summary: 'Add a user; active at once unless acceptance is required',
    params: inProject,
    body: inviteBody,
    status: 201,
    response: member,
    errors: ['unknown_reference', 'already_exists', 'limit_reached'],
  }),
  acceptProjectInvitation: define('acceptProjectInvitation', {
    summary: 'Accept an invitation addressed to the caller',
    params: inMembership,
    status: 200,
    response: member,
    errors: ['no_project_access', 'conflict', 'already_exists'],
  }),
  updateProjectMember: define('updateProjectMember', {
    summary: "Change a member's role",
    params: inMembership,
    body: memberRoleBody,
    status: 200,
    response: member,
    errors: ['not_found'],
  }),
  removeProjectMember: define('removeProjectMember', {
    summary: 'Revoke a membership',
    params: inMembership,
    status: 204,
    errors: ['not_found'],
  }),
};
