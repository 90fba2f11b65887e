import type { Measured } from './read-case.ts';

/** What is read on every page behind the login, before anything of its own. */
export const shell = ['getCurrentUser, with projects', 'getExecutionLockStatus'];

const ofChip = ', 133 qubits';
const ofRuns = ', of 1,000 results';
const provenance = [
  'getParameterHistory, of the chip calibrated last',
  'getProvenanceLineage, of an imported topology',
  'getProvenanceImpact, of an imported topology',
];

/** The cases of the bench that the pages of the web application read when they are opened, by the path of the page (`web/router.tsx`). */
export const pages: Record<string, readonly string[]> = {
  '/login': [],
  '/execution': ['listExecutions, 20 of 60', 'listChips, 20 of 50', 'listFlows', 'listAllFlowSchedules'],
  '/execution/$executionId': [
    ...['getExecution', 'getExecutionSnapshot', 'getRepeatableTasks', 'getMetricsConfig'],
    ...[`getChipDifferences, since the past${ofChip}`, 'listForumPosts, of a qubit'],
  ],
  '/compare': ['listExecutions, 20 of 60', 'getExecution'],
  '/topologies/new': [],
  '/tasks': [`listTaskResults, 50 of a chip${ofRuns}`, 'listTasks', 'listChips, 20 of 50', 'listCooldowns, 20 of 30'],
  '/tasks/archived': ['listArchivedMonths'],
  '/tasks/$taskId': [
    `getTaskResult${ofRuns}`,
    'getExecution',
    `getQubitTaskHistory${ofRuns}`,
    'listForumPosts, of a qubit',
  ],
  '/task-knowledge': ['listTaskKnowledge'],
  '/task-knowledge/$taskName': ['getTaskKnowledge'],
  '/cases': ['listIssueKnowledge'],
  '/cases/$caseId': ['getIssueKnowledge'],
  '/reviews': ['listTaskResultAiReviews', 'listChips, 20 of 50', 'listTasks'],
  '/flows': ['listFlows', 'listFlowTemplates', 'listAllFlowSchedules'],
  '/flows/$flowName': ['getFlow', 'listFlowVersions, 20 of 30', 'listFlowSchedules'],
  '/schedules': ['listAllFlowSchedules', 'listFlows'],
  '/schedules/$scheduleId': ['getFlowSchedule', 'listScheduleFirings'],
  '/dashboard': [
    ...['listChips, 20 of 50', 'getMetricsConfig', `getChip, without maps${ofChip}`, `getChipMetrics${ofChip}`],
    ...['getTopologyById', 'listCooldowns, of a chip', `getChipNotesSummary${ofChip} noted`],
    'getChipDiscussionsSummary',
  ],
  '/chips': [
    ...['listChips, 20 of 50', 'listTopologies'],
    ...[`getChipOverview, since the past${ofChip}`, `getChipDrift${ofChip}`],
  ],
  '/chips/$chipId': [
    ...[`getChip, without maps${ofChip}`, `getChipOverview, since the past${ofChip}`],
    ...['getMetricsConfig', `getChipDrift${ofChip}`],
    ...[`getChipMetrics${ofChip}`, 'getTopologyById', `getChipMedians, of days without values${ofChip}`],
  ],
  '/chips/$chipId/qubits/$target': [
    ...[`getChipQubit${ofChip}`, `getQubitMetricHistory${ofChip}`, 'getMetricsConfig', `getChipDrift${ofChip}`],
    ...[`getChip, without maps${ofChip}`, `getChipMetrics${ofChip}`, 'getTopologyById'],
    'listForumPosts, of a qubit',
    'listTasks',
    ...provenance,
  ],
  '/chips/$chipId/couplings/$target': [
    ...[`getChipCoupling${ofChip}`, `getCouplingMetricHistory${ofChip}`, `getChipDrift${ofChip}`],
    ...['getMetricsConfig', `getChipMetrics${ofChip}`, 'listForumPosts, of a qubit', 'listTasks'],
    ...provenance,
  ],
  '/chips/$chipId/days': [`getChip, without maps${ofChip}`, `listChipDays${ofChip}`],
  '/chips/$chipId/muxes': [`getChip, without maps${ofChip}`, `listChipMuxes${ofChip}`, 'getMetricsConfig'],
  '/chips/$chipId/wall': [
    ...[`getChip, without maps${ofChip}`, 'listTasks', `listTaskResults, 50 of a chip${ofRuns}`],
    `getLatestQubitTaskResults${ofRuns}`,
    ...['listExecutions, 20 of 60', 'getMetricsConfig', 'getTopologyById'],
  ],
  '/chips/$chipId/values': [
    ...[`getChip, without maps${ofChip}`, `getChipMetrics${ofChip}`, 'getMetricsConfig', 'getTopologyById'],
  ],
  '/chips/$chipId/analysis': [
    ...[`getChipMetrics${ofChip}`, 'getMetricsConfig', `getQubitMetricHistory${ofChip}`],
    ...['listCooldowns, 20 of 30', 'listExecutions, 20 of 60'],
  ],
  '/chips/$chipId/differences': [
    ...[`getChip, without maps${ofChip}`, `getChipDifferences, since the past${ofChip}`, 'getMetricsConfig'],
    ...['getTopologyById', 'listCooldowns, of a chip', 'listExecutions, 20 of 60'],
  ],
  '/cryo': ['listCryostats', 'listCooldowns, 20 of 30', 'listChips, 20 of 50'],
  '/discussions': ['listForumPosts, 50 of 61', 'listForumCategories', 'listChips, 20 of 50', 'listProjectMembers'],
  '/discussions/new': ['listForumCategories', `getTaskResult${ofRuns}`],
  '/discussions/$postId': ['getForumPost', 'getForumPostReplies, 30', 'listForumCategories', 'listProjectMembers'],
  '/notes': ['listChips, 20 of 50', 'searchNoteEvents'],
  '/inbox': ['listNotifications, 50 of 200'],
  '/settings': ['listSessions', 'listApiTokens', 'getNotificationSettings'],
  '/projects': ['listProjectInvitations'],
  '/projects/$projectId': ['listProjectMembers', 'listProjectAuditEntries', 'listWebhooks'],
  '/projects/$projectId/imports': ['listProjectImports'],
  '/projects/$projectId/webhooks/$webhookId': ['getWebhook', 'listWebhookDeliveries'],
  '/admin': ['listAllUsers', 'listSystemAuditEntries'],
};

/** What the reads of a page take together, in milliseconds of CPU; undefined where times were not measured. */
export interface PageCost {
  path: string;
  reads: number;
  milliseconds: number;
  floor: number;
}

/** @throws Error for a page that reads what the bench has no case for. */
export function pageCosts(reads: readonly Measured[]): PageCost[] {
  const byName = new Map(reads.map((read) => [read.name, read.times]));
  return Object.entries(pages).map(([path, own]) => {
    const names = path === '/login' ? own : [...shell, ...own];
    const times = names.map((name) => {
      if (!byName.has(name)) throw new Error(`The page ${path} reads '${name}', which is not a case of the bench`);
      return byName.get(name);
    });
    const sum = (of: 'read' | 'floor') => times.reduce((all, one) => all + (one?.[of] ?? 0), 0);
    return { path, reads: names.length, milliseconds: sum('read'), floor: sum('floor') };
  });
}
