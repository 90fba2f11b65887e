import { listImportReports } from '#shared/archives/store/import-reports.ts';
import { projectOperations } from '#shared/projects/contract/operations/projects.ts';
import * as administration from '#shared/projects/verbs/administration.ts';
import { administeredProject, deleteAnyProject, membersOfAny } from '#shared/projects/verbs/administration.ts';
import { listInvitations } from '#shared/projects/verbs/invitations.ts';
import * as members from '#shared/projects/verbs/members.ts';
import { acceptOffer, declineOffer, transferOwnership, withdrawOffer } from '#shared/projects/verbs/ownership.ts';
import * as projects from '#shared/projects/verbs/projects.ts';
import { countUsage } from '#shared/projects/verbs/usage/count-usage.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf, wholePage } from '../http/page.ts';
import { withObjects } from '../ports.ts';
import {
  presentImportReport,
  presentInvitation,
  presentListedProject,
  presentMember,
  presentMemberWithUser,
  presentOffer,
  presentUsage,
} from './present.ts';
import { presentOwnProject, presentProject } from './present-project.ts';

export const acceptProjectInvitation = endpoint(projectOperations.acceptProjectInvitation, async ({ ctx, params }) => {
  const { project_id: projectId, username } = params;
  return presentMemberWithUser(await members.acceptInvitation(ctx, { projectId, username }));
});

export const acceptProjectTransfer = endpoint(projectOperations.acceptProjectTransfer, async ({ ctx, params }) =>
  presentProject(await acceptOffer(ctx, params.project_id)),
);

export const addProjectMemberAdmin = endpoint(
  projectOperations.addProjectMemberAdmin,
  async ({ ctx, params, body }) => {
    const inProject = await administeredProject(ctx, params.project_id);
    return presentMemberWithUser(await members.admitMember(inProject, body));
  },
);

export const adminDeleteProject = endpoint(projectOperations.adminDeleteProject, async ({ ctx, params }) => {
  await deleteAnyProject(ctx, params.project_id);
  return { message: `Project '${params.project_id}' deleted` };
});

export const createProject = endpoint(projectOperations.createProject, async ({ ctx, body }) =>
  presentProject(await projects.createProject(ctx, body)),
);

export const declineProjectTransfer = endpoint(projectOperations.declineProjectTransfer, async ({ ctx, params }) => {
  await declineOffer(ctx, params.project_id);
  return { message: `You declined project '${params.project_id}'` };
});

export const deleteProject = endpoint(projectOperations.deleteProject, async ({ ctx }) =>
  projects.deleteProject(ctx).then(() => undefined),
);

export const getProject = endpoint(projectOperations.getProject, async ({ ctx }) =>
  presentProject(await projects.readProject(ctx)),
);

export const getProjectUsage = endpoint(projectOperations.getProjectUsage, async ({ ctx }) =>
  presentUsage(await countUsage(withObjects(ctx), ctx.projectId), ctx.config.quotas),
);

export const inviteProjectMember = endpoint(projectOperations.inviteProjectMember, async ({ ctx, body }) => {
  const { username, role } = body;
  return presentMember(await members.inviteMember(ctx, { username, role }));
});

export const leaveProject = endpoint(projectOperations.leaveProject, async ({ ctx, params }) => {
  await members.leaveProject(ctx, params.project_id);
  return { message: `You left project '${params.project_id}'` };
});

export const listAllProjects = endpoint(projectOperations.listAllProjects, async ({ ctx, query }) => {
  const { search, usage_days: usageDays, ...request } = query;
  const page = await administration.listAllProjects(ctx, { search, usageDays }, request);
  return { projects: page.records.map(presentListedProject), ...pageOf(page) };
});

export const listProjectImports = endpoint(projectOperations.listProjectImports, async ({ ctx, query }) => {
  const { records, page } = wholePage(await listImportReports(ctx.db, ctx.projectId), query);
  return { imports: records.map(presentImportReport), ...page, next_cursor: null };
});

export const listProjectInvitations = endpoint(projectOperations.listProjectInvitations, async ({ ctx, query }) => {
  const { invitations, offers } = await listInvitations(ctx);
  const { records, page } = wholePage(invitations, query);
  return {
    invitations: records.map(presentInvitation),
    offers: offers.map(presentOffer),
    ...page,
    next_cursor: null,
  };
});

export const listProjectMembers = endpoint(projectOperations.listProjectMembers, async ({ ctx, query }) => {
  const { records, page } = wholePage(await members.listProjectMembers(ctx), query);
  return { members: records.map(presentMember), ...page, next_cursor: null };
});

export const listProjectMembersAdmin = endpoint(
  projectOperations.listProjectMembersAdmin,
  async ({ ctx, params, query }) => {
    const { records, page } = wholePage(await membersOfAny(ctx, params.project_id), query);
    return { members: records.map(presentMemberWithUser), ...page, next_cursor: null };
  },
);

export const listProjects = endpoint(projectOperations.listProjects, async ({ ctx, query }) => {
  const { records, page } = wholePage(await projects.listProjects(ctx, { deleted: query.deleted }), query);
  return { projects: records.map(presentOwnProject), ...page, next_cursor: null };
});

export const removeProjectMember = endpoint(projectOperations.removeProjectMember, async ({ ctx, params }) =>
  members.revokeMember(ctx, params.username).then(() => undefined),
);

export const removeProjectMemberAdmin = endpoint(
  projectOperations.removeProjectMemberAdmin,
  async ({ ctx, params: { project_id: projectId, username } }) => {
    await members.revokeMember(await administeredProject(ctx, projectId), username);
    return { message: `User '${username}' removed from project '${projectId}'` };
  },
);

export const restoreProject = endpoint(projectOperations.restoreProject, async ({ ctx, params }) =>
  presentProject(await projects.restoreProject(ctx, params.project_id)),
);

export const transferProjectOwnership = endpoint(
  projectOperations.transferProjectOwnership,
  async ({ ctx, params, body }) => {
    const { project, offeredTo } = await transferOwnership(ctx, {
      projectId: params.project_id,
      username: body.username,
    });
    return { ...presentProject(project), offered_to: offeredTo ?? null };
  },
);

export const updateProject = endpoint(projectOperations.updateProject, async ({ ctx, body }) => {
  const { default_role: defaultRole, freshness_hours: freshnessHours, value_gate: gate, ...others } = body;
  const { value_limits: limits, lock_scope: lockScope, ...named } = others;
  const changes = { ...named, defaultRole, freshnessHours, gate, limits, lockScope };
  return presentProject(await projects.updateProject(ctx, changes));
});

export const updateProjectMember = endpoint(projectOperations.updateProjectMember, async ({ ctx, params, body }) =>
  presentMember(await members.changeMemberRole(ctx, { username: params.username, role: body.role })),
);

export const withdrawProjectTransfer = endpoint(projectOperations.withdrawProjectTransfer, async ({ ctx, params }) => {
  await withdrawOffer(ctx);
  return { message: `Project '${params.project_id}' is no longer offered` };
});
