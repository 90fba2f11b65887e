import type { OperationId } from '#shared/api/routes.ts';
import {
  chatKeys,
  chipKeys,
  cooldownKeys,
  dayKeys,
  openSpanKeys,
  projectImportKeys,
  projectKeys,
  runKeys,
  userKeys,
  webhookKeys,
} from '#shared/kernel/store/keys.ts';
import type { Contribution, ReadCase } from '../read-case.ts';
import { benchChannel, benchWebhookId, type Seeded } from '../seed.ts';

import { cooldownCases, executionCases, flowCases, scheduleCases } from './runs.ts';
/** Reads of a project but those of its chips. */
export function projectCases({
  projectId: own,
  crowded: projectId,
  userId,
  memberIds,
  cooldownIds,
  scheduleId,
  provenance,
  entering,
}: Seeded): ReadCase[] {
  const inCrowd = (operationId: OperationId, contributes: Contribution[]): ReadCase => ({
    name: operationId,
    operationId,
    projectId,
    contributes,
  });
  const ofProjects: Contribution[] = [
    { query: userKeys.memberships(userId) },
    { get: [own, projectId, provenance.projectId].map((id) => projectKeys.project(id)) },
  ];
  return [
    inCrowd('listProjects', ofProjects),
    { ...inCrowd('getCurrentUser', ofProjects), name: 'getCurrentUser, with projects', query: { include: 'projects' } },
    inCrowd('listAllProjects', [
      { query: projectKeys.allListed() },
      { get: [own, projectId, provenance.projectId].map((id) => projectKeys.project(id)) },
      ...[own, projectId, provenance.projectId].map((id) => ({ query: projectKeys.members(id) })),
    ]),
    {
      ...inCrowd('listProjectMembersAdmin', [
        { get: [projectKeys.project(projectId)] },
        { query: projectKeys.members(projectId) },
        { get: memberIds.map((id) => userKeys.user(id)) },
      ]),
      params: { project_id: projectId },
    },
    { ...inCrowd('getProject', [{ get: [projectKeys.project(projectId)] }]), params: { project_id: projectId } },
    {
      ...inCrowd('listProjectMembers', [
        { query: projectKeys.members(projectId) },
        { get: memberIds.map((id) => userKeys.user(id)) },
      ]),
      params: { project_id: projectId },
    },
    {
      ...inCrowd('listProjectImports', [{ query: projectKeys.importReports(projectId) }]),
      params: { project_id: projectId },
    },
    {
      ...inCrowd('getProjectUsage', [{ get: [projectKeys.usage(projectId)] }]),
      params: { project_id: projectId },
    },
    ...['listProjectAuditEntries', 'exportProjectAudit'].map((operationId) => ({
      ...inCrowd(operationId as OperationId, [{ query: projectKeys.audits(projectId) }]),
      params: { project_id: projectId },
    })),
    ...archiveCases(inCrowd, projectId),
    {
      ...inCrowd('getProjectImport', [
        { get: [projectImportKeys.import(entering)] },
        { get: [projectImportKeys.head(entering)] },
      ]),
      params: { project_id: entering },
    },
    // The total is exact, so every chip contributes to the first page.
    { ...inCrowd('listChips', [{ query: chipKeys.chips(projectId) }]), name: 'listChips, 20 of 50' },
    {
      ...inCrowd('listExecutions', [{ query: projectKeys.executions(projectId) }]),
      name: 'listExecutions, 20 of 60',
    },
    ...executionCases(inCrowd, projectId),
    inCrowd('getRecentExecutions', [{ query: { ...projectKeys.executions(projectId), descending: true }, limit: 40 }]),
    // Its chips have no values yet: what costs more is of others (test/bench/provenance.ts).
    {
      ...inCrowd('getRecentChanges', [{ query: chipKeys.chips(projectId) }]),
      name: 'getRecentChanges, without values',
    },
    {
      ...inCrowd('getProvenanceStats', [{ query: chipKeys.chips(projectId) }]),
      name: 'getProvenanceStats, without values',
    },
    {
      ...inCrowd('getDegradationTrends', [{ query: chipKeys.chips(projectId) }]),
      name: 'getDegradationTrends, without values',
    },
    inCrowd('getChat', [{ get: [chatKeys.chat(projectId)] }]),
    inCrowd('listChatMessages', [
      { get: [chatKeys.chat(projectId)] },
      { query: chatKeys.ofChannel(projectId, benchChannel) },
    ]),
    inCrowd('listWebhooks', [{ query: webhookKeys.webhooks(projectId) }]),
    ...[
      { operationId: 'getWebhook' as const, contributes: [{ get: [webhookKeys.webhook(projectId, benchWebhookId)] }] },
      {
        operationId: 'listWebhookDeliveries' as const,
        contributes: [
          { get: [webhookKeys.webhook(projectId, benchWebhookId)] },
          { query: webhookKeys.deliveries(projectId, benchWebhookId) },
        ],
      },
    ].map(({ operationId, contributes }) => ({
      ...inCrowd(operationId, contributes),
      params: { webhook_id: benchWebhookId },
    })),
    inCrowd('listCryostats', [{ query: cooldownKeys.cryostats(projectId) }]),
    {
      ...inCrowd('getCryostat', [{ get: [cooldownKeys.cryostat(projectId, 'fridge-0')] }]),
      params: { cryo_id: 'fridge-0' },
    },
    ...cooldownCases(inCrowd, projectId, cooldownIds),
    ...flowCases(inCrowd, projectId),
    ...scheduleCases(inCrowd, projectId, scheduleId),
  ];
}

function archiveCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
): ReadCase[] {
  const params = { project_id: projectId };
  const head: Contribution[] = [
    { get: [projectKeys.project(projectId)] },
    { query: projectKeys.members(projectId) },
    { query: chipKeys.chips(projectId) },
    { get: [runKeys.lock(projectId)] },
    { get: [runKeys.queue(projectId)] },
    { get: [projectImportKeys.import(projectId)] },
  ];
  const lastChip = 'chip-9';
  const cursor = Buffer.from(JSON.stringify([8, lastChip, '', ''])).toString('base64url');
  // Any other page is as many ranges as it has room for, one after the other.
  const last: Contribution[] = [
    { query: chipKeys.chips(projectId) },
    { query: dayKeys.openDays(projectId, lastChip) },
    { query: openSpanKeys.all(projectId, lastChip) },
  ];
  return [
    { ...make('getProjectArchive', head), params },
    {
      ...make('getProjectArchiveRecords', last),
      name: 'getProjectArchiveRecords, the last',
      params,
      query: { cursor },
    },
    { ...make('getProjectArchiveFiles', []), params },
  ];
}
