import { describe, expect, it } from 'vitest';
import { operations } from '#shared/api/registry.ts';
import type { Group, OperationId } from '#shared/api/routes.ts';

/** Groups in which nothing concerns passwords, tokens, sessions, roles, keys or other secrets. */
const groupsOfData: ReadonlySet<Group> = new Set([
  'system',
  'chips',
  'imports',
  'exports',
  'export-jobs',
  'calibrations',
  'metrics',
  'executions',
  'run-queue',
  'cooldowns',
  'flows',
  'notes',
  'images',
  'discussions',
  'search',
  'task-results',
  'artifacts',
  'reanalysis',
  'archives',
  'project-imports',
  'workers',
  'schedules',
  'provenance',
]);

/** Of all other groups, what an API token may do: it neither gives rights nor shows or changes a secret. */
const openToTokens: ReadonlySet<OperationId> = new Set<OperationId>([
  'getCurrentUser',
  'updateCurrentUserProfile',
  'reloadConfigCaches',
  'listAllUsers',
  'getUserDetails',
  'createProjectForUser',
  'listSystemAuditEntries',
  'exportSystemAudit',
  'listNotifications',
  'getUnreadNotificationCount',
  'markAllNotificationsRead',
  'markNotificationRead',
  'getNotificationSettings',
  'replaceNotificationSettings',
  'getEmailSettings',
  'replaceEmailSettings',
  'confirmEmailAddress',
  'getChat',
  'deleteChat',
  'testChat',
  'replayChatMessage',
  'listChatMessages',
  'listWebhooks',
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'listWebhookDeliveries',
  'replayWebhookDelivery',
  'listProjects',
  'createProject',
  'getProject',
  'getProjectUsage',
  'updateProject',
  'deleteProject',
  'restoreProject',
  // Administrators and the next owner need a session all the same, where it gives rights at once.
  'transferProjectOwnership',
  'undoProjectAuditEntry',
  'withdrawProjectTransfer',
  'declineProjectTransfer',
  'listProjectImports',
  'listProjectMembers',
  'inviteProjectMember',
  'updateProjectMember',
  'removeProjectMember',
  'acceptProjectInvitation',
  'listProjectInvitations',
  'leaveProject',
  'listProjectAuditEntries',
  'exportProjectAudit',
  'listAllProjects',
  'adminDeleteProject',
  'listProjectMembersAdmin',
]);

const guarded = operations.filter(({ route }) => route.auth !== 'none');

describe('operations that take a session alone', () => {
  it('every operation is classified: it takes a session alone, or an API token may call it', () => {
    const unclassified = guarded
      .filter(({ route, operationId }) => !groupsOfData.has(route.group) && !openToTokens.has(operationId))
      .filter(({ route }) => route.sessionOnly !== true);
    expect(unclassified.map(({ operationId }) => operationId)).toEqual([]);
    const both = guarded.filter(({ route, operationId }) => route.sessionOnly && openToTokens.has(operationId));
    expect(both.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('whatever answers or takes a secret takes a session alone', () => {
    const open = guarded.filter(({ secret, route }) => secret && route.sessionOnly !== true);
    expect(open.map(({ operationId }) => operationId)).toEqual([]);
  });
});
