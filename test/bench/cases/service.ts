import type { OperationId } from '#shared/api/routes.ts';
import { projectKeys, systemKeys, userKeys } from '#shared/kernel/store/keys.ts';
import { keptSince } from '#shared/notifications/rules/inbox.ts';
import type { Contribution, ReadCase } from '../read-case.ts';
import type { Seeded } from '../seed.ts';

/** Reads of the service and of the caller. */
export function serviceCases({
  projectId,
  crowded,
  provenance,
  userId,
  memberIds,
  importedTopology,
}: Seeded): ReadCase[] {
  const plain = (operationId: OperationId, contributes: Contribution[] = []): ReadCase => ({
    name: operationId,
    operationId,
    projectId,
    contributes,
  });
  return [
    plain('getHealth', [{ get: [systemKeys.signingKey('none')] }]),
    plain('getServiceHealth', [{ get: [systemKeys.signingKey('none')] }]),
    plain('getOpenApiDocument'),
    plain('getConfigAll'),
    plain('getSettings'),
    plain('getSignInMethods'),
    plain('getMetricsConfig'),
    plain('listFlowTemplates'),
    { ...plain('getFlowTemplate'), params: { template_id: 'bringup' } },
    plain('getCalibrationPipelineCatalog'),
    plain('getCurrentUser'),
    plain('listSystemAuditEntries', [{ query: systemKeys.audits() }]),
    plain('exportSystemAudit', [{ query: systemKeys.audits() }]),
    plain('listApiTokens', [{ query: userKeys.tokens(userId) }]),
    {
      ...plain('listNotifications', [
        ...inboxOf(userId),
        { query: userKeys.notifications(userId, keptSince(new Date())) },
      ]),
      name: 'listNotifications, 50 of 200',
    },
    plain('getUnreadNotificationCount', inboxOf(userId)),
    plain('getNotificationSettings', [{ get: [userKeys.notificationSettings(userId)] }]),
    plain('getEmailSettings', [{ get: [userKeys.notificationSettings(userId)] }]),
    plain('listSessions', [{ query: userKeys.sessions(userId) }]),
    {
      ...plain('listUserSessions', [
        { get: [userKeys.username('admin')] },
        { get: [userKeys.user(userId)] },
        { query: userKeys.sessions(userId) },
      ]),
      params: { username: 'admin' },
    },
    plain('listProjectInvitations', [{ query: userKeys.memberships(userId) }]),
    plain('listAllUsers', [{ query: userKeys.allListed() }, { get: memberIds.map((id) => userKeys.user(id)) }]),
    {
      ...plain('getUserDetails', [
        { get: [userKeys.username('admin')] },
        { get: [userKeys.user(userId)] },
        { query: userKeys.memberships(userId) },
        { get: [projectId, crowded, provenance.projectId].map((id) => projectKeys.project(id)) },
      ]),
      params: { username: 'admin' },
    },
    plain('listTopologies', [{ query: projectKeys.topologies(projectId) }]),
    plain('listProjectTopologies', [{ query: projectKeys.topologies(projectId) }]),
    {
      ...plain('getTopology', [{ get: [projectKeys.topology(projectId, importedTopology)] }]),
      params: { topology_id: importedTopology },
    },
    {
      ...plain('getTopologyById', [{ get: [projectKeys.topology(projectId, importedTopology)] }]),
      params: { topology_id: importedTopology },
    },
  ];
}

/** What tells which notifications a user sees, and which are unread. */
const inboxOf = (userId: string): Contribution[] => [
  { query: userKeys.memberships(userId) },
  { query: userKeys.allUnread(userId, keptSince(new Date())) },
];
