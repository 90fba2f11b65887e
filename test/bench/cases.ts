import type { OperationId } from '#shared/api/routes.ts';
import { QUBITS_PER_MUX } from '#shared/chips/rules/topology/muxes.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import type { QueryRange } from '#shared/kernel/store/dynamodb/database.ts';
import {
  chatKeys,
  chipKeys,
  cooldownKeys,
  dayKeys,
  flowKeys,
  monthOf,
  noteEventKeys,
  noteKeys,
  openSpanKeys,
  projectImportKeys,
  projectKeys,
  rollUpKeys,
  runKeys,
  sampleKeys,
  scheduleKeys,
  systemKeys,
  taskKeys,
  userKeys,
  utcDayOf,
  webhookKeys,
  workerKeys,
} from '#shared/kernel/store/keys.ts';
import { keptSince } from '#shared/notifications/rules/inbox.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { busyChipCases } from './busy-chip.ts';
import { discussionCases } from './discussions.ts';
import { noteCases } from './notes.ts';
import { provenanceCases } from './provenance.ts';
import { type Contribution, headOf, type ReadCase } from './read-case.ts';
import { benchChannel, benchWebhookId, notedTaskId, type Seeded, type SeededChip } from './seed.ts';
import { taskResultCases } from './task-results.ts';

/** All reads: every GET of the registry, those of a chip on every chip. */
export function readCases(seeded: Seeded): ReadCase[] {
  return [
    ...serviceCases(seeded),
    ...projectCases(seeded),
    ...seeded.chips.flatMap((chip) => chipCases(seeded, chip)),
    ...notesOf(seeded),
    ...imageCases(seeded),
    ...discussionCases(seeded.projectId, seeded.threads),
    ...busyChipCases(seeded.projectId),
    ...taskResultCases(seeded.results, seeded.archiveId, seeded.exportId),
    ...provenanceCases(seeded.provenance),
  ];
}

/** Of the table they read who calls, and of the bucket one object. */
const imageCases = ({ projectId, imageName }: Seeded): ReadCase[] =>
  (['getImage', 'getForumImage', 'getIssueImage'] as const).map((operationId) => ({
    ...{ name: operationId, operationId, projectId, contributes: [] },
    params: { filename: imageName },
  }));

const today = () => calendarDate(new Date().toISOString(), 'Asia/Tokyo');

const notesOf = ({ projectId }: Seeded): ReadCase[] =>
  noteCases(projectId, notedTaskId, { get: [taskKeys.result(projectId, notedTaskId)] });

function serviceCases({ projectId, crowded, provenance, userId, memberIds, importedTopology }: Seeded): ReadCase[] {
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

function projectCases({
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

function executionCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
): ReadCase[] {
  const list = (note: string, contributes: Contribution[], query: Record<string, string>): ReadCase => ({
    ...make('listExecutions', contributes),
    name: `listExecutions, ${note}`,
    query,
  });
  const executionId = '20260201-000';
  const { flowRunId } = executionRecord({ projectId, executionId });
  // The newest, by the table and by the index, and the last change by a run of the past: up to when the list is complete.
  const newestBy = (range: QueryRange): Contribution[] => [
    { query: range },
    { get: [runKeys.pastHead(projectId, range.pk)] },
    { query: { ...projectKeys.executions(projectId), descending: true }, limit: 1 },
    { query: { ...range, descending: true }, limit: 1 },
  ];
  const ofChip = newestBy({ index: 'gsi1', pk: runKeys.ofChip(projectId, 'chip-0') });
  const completed = newestBy({ index: 'gsi2', pk: runKeys.ofStatus(projectId, 'completed') });
  return [
    list('of a chip', ofChip, { chip_id: 'chip-0' }),
    list('completed', completed, { status: 'completed' }),
    {
      ...make('getExecution', [
        { get: [projectKeys.execution(projectId, executionId)] },
        { query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) } },
      ]),
      params: { execution_id: executionId },
    },
    {
      ...make('getExecution', [{ get: [projectKeys.execution(projectId, executionId)] }]),
      name: 'getExecution, unchanged',
      params: { execution_id: executionId },
      isKnown: true,
    },
    {
      ...make('getExecutionSnapshot', [{ get: [projectKeys.execution(projectId, executionId)] }]),
      params: { execution_id: executionId },
    },
    {
      ...make('getRepeatableTasks', [
        { get: [projectKeys.execution(projectId, executionId)] },
        { get: [runKeys.run(projectId, flowRunId)] },
        { query: { index: 'gsi2', pk: taskKeys.ofExecution(projectId, executionId) } },
      ]),
      params: { execution_id: executionId },
      query: { which: 'failed' },
    },
    make('getExecutionLockStatus', [{ get: [runKeys.lock(projectId)] }]),
    { ...make('listWorkers', [{ query: workerKeys.workers(projectId) }]), name: 'listWorkers, 20' },
    {
      ...make('getRunContext', [
        { get: [runKeys.run(projectId, flowRunId)] },
        { get: [projectKeys.execution(projectId, executionId)] },
        { get: [chipKeys.chip(projectId, 'chip-0'), flowKeys.version(projectId, 'check', 1)] },
        { query: { ...chipKeys.qubits(projectId, 'chip-0'), consistent: true }, limit: 64 },
      ]),
      params: { flow_run_id: flowRunId },
    },
    {
      ...make('listRunLog', [
        { get: [projectKeys.execution(projectId, executionId)] },
        { query: runKeys.logs(projectId, executionId), limit: 20 },
      ]),
      name: 'listRunLog, 200 of 400 lines',
      params: { execution_id: executionId },
    },
    {
      ...make('getChipDates', [
        { get: [chipKeys.chip(projectId, 'chip-0')] },
        { query: runKeys.counters(projectId, 'chip-0') },
      ]),
      params: { chip_id: 'chip-0' },
    },
  ];
}

function cooldownCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
  cooldownIds: readonly string[],
): ReadCase[] {
  const items = cooldownIds.map((id) => cooldownKeys.cooldown(projectId, id));
  const list = (note: string, contributes: Contribution[], query: Record<string, string> = {}): ReadCase => ({
    ...make('listCooldowns', contributes),
    name: `listCooldowns, ${note}`,
    query,
  });
  const chip = chipKeys.chip(projectId, 'chip-0');
  const headed = (index: 'gsi2' | 'gsi3', pk: string): Contribution[] => [
    { query: { index, pk } },
    ...headOf(projectId, index, pk),
  ];
  return [
    list('20 of 30', headed('gsi2', cooldownKeys.ofProject(projectId))),
    list('ongoing', headed('gsi3', cooldownKeys.ongoing(projectId)), { ongoing: 'true' }),
    list('of a chip', [{ get: [chip] }, { get: items }], { chip_id: 'chip-0' }),
    {
      ...make('listCooldownWiringEvents', [
        { get: items.slice(0, 1) },
        { query: cooldownKeys.wiringEvents(projectId, cooldownIds[0] ?? '') },
      ]),
      params: { cooldown_id: cooldownIds[0] ?? '' },
    },
    {
      ...make('getCooldownWiringEvent', [
        { get: [...items.slice(0, 1), cooldownKeys.wiringEvent(projectId, cooldownIds[0] ?? '', 1)] },
      ]),
      params: { cooldown_id: cooldownIds[0] ?? '', event_id: '1' },
    },
    {
      ...make('getCooldown', [{ get: items.slice(0, 1) }]),
      params: { cooldown_id: cooldownIds[0] ?? '' },
    },
  ];
}

function flowCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
): ReadCase[] {
  const name = 'flow_29';
  const flow: Contribution = { get: [flowKeys.flow(projectId, name)] };
  const versions = { index: 'gsi2' as const, pk: flowKeys.versionsOf(projectId, name), descending: true };
  const version = (n: number): Contribution => ({ get: [flowKeys.version(projectId, name, n)] });
  return [
    make('listFlows', [
      { query: { index: 'gsi2', pk: flowKeys.ofProject(projectId) } },
      ...headOf(projectId, 'gsi2', flowKeys.ofProject(projectId)),
    ]),
    { ...make('getFlow', [flow, version(30)]), params: { name } },
    // The total is exact, so every version contributes to the first page.
    {
      ...make('listFlowVersions', [flow, { query: versions }]),
      name: 'listFlowVersions, 20 of 30',
      params: { name },
    },
    { ...make('getFlowVersion', [version(1)]), params: { name, version: '1' } },
    make('getFileTree', [{ query: flowKeys.flows(projectId) }]),
    make('getGitStatus', [{ query: flowKeys.flows(projectId) }]),
    make('listFlowHelperFiles', [{ query: flowKeys.flows(projectId) }]),
    { ...make('getFlowHelperFile', [flow, version(30)]), params: { filename: `${name}.yaml` } },
    { ...make('getFileContent', [version(1)]), query: { path: `flows/${name}/v1.yaml` } },
    {
      ...make('downloadZipFile', [flow, ...Array.from({ length: 20 }, (_, n) => version(11 + n))]),
      query: { path: `flows/${name}` },
    },
    ...(['listTaskFileBackends', 'getBackendConfig', 'getTaskFileSettings'] as const).map((id) => make(id, [])),
    { ...make('getTaskFileTree', []), query: { backend: 'simulator' } },
    { ...make('getTaskFileContent', []), query: { path: 'simulator/1q_coarse/CheckT1.yaml' } },
  ];
}

function scheduleCases(
  make: (operationId: OperationId, contributes: Contribution[]) => ReadCase,
  projectId: string,
  scheduleId: string,
): ReadCase[] {
  const all: Contribution = { query: scheduleKeys.schedules(projectId) };
  const own: Contribution = { get: [scheduleKeys.schedule(projectId, scheduleId)] };
  const params = { schedule_id: scheduleId };
  return [
    make('listAllFlowSchedules', [all]),
    {
      ...make('listFlowSchedules', [all, { get: [flowKeys.flow(projectId, 'flow_29')] }]),
      params: { name: 'flow_29' },
    },
    { ...make('getFlowSchedule', [own]), params },
    { ...make('listScheduleFirings', [own, { query: scheduleKeys.firings(projectId, scheduleId) }]), params },
    make('getRunQueue', [{ get: [runKeys.queue(projectId), runKeys.lock(projectId), projectKeys.project(projectId)] }]),
  ];
}

/** The reads of a chip. @param date the day of the service's clock. */
export function chipCases(
  { projectId, asOf }: Pick<Seeded, 'projectId' | 'asOf'>,
  { chipId, qubits, measured }: SeededChip,
  date = today(),
): ReadCase[] {
  const chip: Contribution = { get: [chipKeys.chip(projectId, chipId)] };
  const allQubits: Contribution = { query: chipKeys.qubits(projectId, chipId) };
  const allCouplings: Contribution = { query: chipKeys.couplings(projectId, chipId) };
  const aQubit: Contribution = { get: [chipKeys.qubit(projectId, chipId, '0')] };
  const unsettled: Contribution = { query: taskKeys.allUnsettled(projectId, chipId) };
  const aCoupling: Contribution = { get: [chipKeys.coupling(projectId, chipId, '0-1')] };
  // The marks say which tasks have measured the metric.
  const marks = (metric: string): Contribution => ({ query: sampleKeys.seriesOf(projectId, chipId, metric) });
  const history = (target: { kind: 'qubit' | 'coupling'; id: string }, metric: string): Contribution => ({
    query: {
      index: 'gsi3',
      pk: sampleKeys.ofTarget(projectId, chipId, metric, target),
      from: '2026-01-01',
      through: '2027',
    },
  });
  const spans: Contribution[] = [
    { query: sampleKeys.allSeries(projectId, chipId) },
    { query: openSpanKeys.all(projectId, chipId) },
  ];
  /** Months and days before an instant from their roll-ups, and its own day from the samples. */
  const rolledUntil = (metric: string): Contribution[] => {
    const { pk } = rollUpKeys.all(projectId, chipId, metric);
    const [month, day] = [monthOf(asOf), utcDayOf(asOf)];
    return [
      { query: { pk, from: rollUpKeys.prefix('month', '0'), through: rollUpKeys.prefix('month', month) } },
      { query: { pk, from: rollUpKeys.prefix('day', month), through: rollUpKeys.prefix('day', day) } },
      {
        query: {
          pk: sampleKeys.month(projectId, chipId, metric, month).pk,
          from: asOf.slice(0, 10),
          through: `${asOf}~`,
        },
      },
    ];
  };
  const asOfThen = [chip, ...spans, allQubits, allCouplings, ...measured.flatMap(rolledUntil)];
  const runsOfChip: Contribution[] = [
    { query: projectKeys.executions(projectId) },
    { query: { index: 'gsi1', pk: runKeys.ofChip(projectId, chipId) }, limit: 1 },
  ];
  const definitions: Contribution = { query: taskKeys.definitions(projectId) };
  const standardTasks = taskCatalogue.filter(({ type }) => type === 'qubit').map(({ name }) => name);
  const latestOnQubits = (task: string): Contribution => ({
    query: { pk: taskKeys.latestOf(projectId, chipId, task).pk, prefix: taskKeys.latestKind('qubit') },
  });
  const [firstOfMux, lastOfMux] = ['0', String(QUBITS_PER_MUX - 1)];
  const latestInMux = (task: string): Contribution => {
    const keyOf = (id: string) => taskKeys.latest(projectId, chipId, task, { kind: 'qubit', id });
    return { query: { pk: keyOf(firstOfMux).pk, from: keyOf(firstOfMux).sk, through: keyOf(lastOfMux).sk } };
  };
  const make = (
    operationId: OperationId,
    contributes: Contribution[],
    more: { note?: string; params?: Record<string, string>; query?: Record<string, string> } = {},
  ): ReadCase => ({
    name: `${operationId}${more.note ? `, ${more.note}` : ''}, ${qubits} qubits`,
    operationId,
    projectId,
    contributes,
    params: { chip_id: chipId, ...more.params },
    ...(more.query ? { query: more.query } : {}),
  });
  const window = { as_of: '2026-03-01', within_days: '60' };
  const edits = sampleKeys.edits(projectId, { kind: 'qubit', id: '0' });
  return [
    make('getChip', [chip, allQubits, allCouplings]),
    make('exportChip', [chip, allQubits, allCouplings]),
    make('exportChipParameters', [chip, allQubits, allCouplings], { query: { format: 'qibolab' } }),
    make('exportChip', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChip', [chip], { note: 'without maps', query: { include: 'none' } }),
    make('getChip', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChipQubit', asOfThen, { note: 'as of the past', params: { qid: '0' }, query: { as_of: asOf } }),
    make('getChipDeletionImpact', [
      chip,
      { get: [chipKeys.statistics(projectId, chipId)] },
      { query: noteKeys.counts(projectId, chipId) },
      { get: [noteKeys.countOfAll(projectId, chipId)] },
    ]),
    make('listChipDays', [
      chip,
      { get: [chipKeys.statistics(projectId, chipId)] },
      { query: dayKeys.openDays(projectId, chipId) },
      { query: dayKeys.chipDays(projectId, chipId) },
    ]),
    make('getChipDay', [chip, allQubits, allCouplings], { note: 'today', params: { date } }),
    make(
      'listQubitDays',
      [chip, aQubit, { query: taskKeys.daysOf(projectId, chipId, { kind: 'qubit', id: '0' }) }, unsettled],
      { params: { qid: '0' } },
    ),
    make(
      'listCouplingDays',
      [chip, aCoupling, { query: taskKeys.daysOf(projectId, chipId, { kind: 'coupling', id: '0-1' }) }, unsettled],
      { params: { coupling_id: '0-1' } },
    ),
    make('listChipMuxes', [chip, definitions, ...standardTasks.map(latestOnQubits)]),
    make('getChipMux', [chip, definitions, ...standardTasks.map(latestInMux)], { params: { mux_id: '0' } }),
    make('listChipQubits', [chip, { ...allQubits, limit: 50 }]),
    make('listChipQubits', [chip, allQubits], { note: 'all', query: { limit: '1024' } }),
    make('listChipCouplings', [chip, { ...allCouplings, limit: 100 }]),
    make('getChipQubit', [chip, aQubit], { params: { qid: '0' } }),
    make('getChipCoupling', [chip, aCoupling], { params: { coupling_id: '0-1' } }),
    make('getManualEdits', [{ query: { index: 'gsi4', pk: edits } }, ...headOf(projectId, 'gsi4', edits)], {
      params: { qid: '0' },
    }),
    make('listHeldMeasurements', [chip, { query: { index: 'gsi2', pk: sampleKeys.allHeld(projectId, chipId) } }], {
      query: { chip_id: chipId },
    }),
    make('getChipMetrics', [chip, allQubits, allCouplings]),
    make('getChipMetricsSummary', [chip, allQubits, allCouplings]),
    make('getAvailableSeedParameters', [chip, allQubits, allCouplings]),
    make('getChipMetricHeatmap', [chip, allQubits, allCouplings], { params: { metric: 't1' } }),
    make('getChipMetrics', [chip, allQubits, allCouplings], { note: 'of one metric', query: { metrics: 't1' } }),
    make('getChipMetrics', [chip, allQubits, allCouplings], { note: 'within a day', query: { within_hours: '24' } }),
    make('getChipMetrics', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChipMetrics', [chip, ...spans, ...measured.flatMap(rolledUntil)], {
      note: 'best of all time until then',
      query: { as_of: asOf, selection_mode: 'best' },
    }),
    make(
      'getChipMedians',
      [
        ...[chip, ...spans],
        ...measured.map((metric): Contribution => {
          const { pk } = rollUpKeys.all(projectId, chipId, metric);
          return { query: { pk, from: rollUpKeys.prefix('month', '0'), through: rollUpKeys.prefix('month', '9') } };
        }),
      ],
      { note: 'of days without values', query: { timezone: 'Asia/Tokyo' } },
    ),
    make('getChipHealth', [chip, allQubits, allCouplings], { query: { couplings: 'true' } }),
    make('getChipHealth', asOfThen, { note: 'as of the past', query: { as_of: asOf } }),
    make('getChipBestPatch', [chip, allQubits, allCouplings], { note: 'of 10', query: { size: '10' } }),
    make('getChipBestPatch', [chip, allQubits, allCouplings], {
      note: 'of 64 at most',
      query: { size: String(Math.min(64, qubits)) },
    }),
    make('getChipDifferences', asOfThen, { note: 'since the past', query: { as_of_before: asOf } }),
    make(
      'getChipOverview',
      [
        ...asOfThen,
        ...runsOfChip,
        { get: [runKeys.queue(projectId)] },
        { query: scheduleKeys.schedules(projectId) },
        { query: { ...noteEventKeys.ofChip(projectId, chipId), from: asOf, through: '~' } },
      ],
      { note: 'since the past', query: { since: asOf } },
    ),
    make(
      'getChipOverview',
      [
        ...[...asOfThen, ...measured.flatMap(rolledUntil), ...runsOfChip],
        { query: dayKeys.chipDays(projectId, chipId) },
        { query: { ...noteEventKeys.ofChip(projectId, chipId), from: '2', through: asOf } },
      ],
      {
        note: 'as of the past',
        query: { since: new Date(Date.parse(asOf) - 86_400_000).toISOString(), as_of: asOf },
      },
    ),
    make('getChipDrift', [
      chip,
      { query: openSpanKeys.all(projectId, chipId) },
      { query: sampleKeys.allDrift(projectId, chipId) },
      { get: [sampleKeys.driftDecisions(projectId, chipId)] },
    ]),
    make('getQubitMetricHistory', [chip, aQubit, marks('t1'), history({ kind: 'qubit', id: '0' }, 't1')], {
      params: { qid: '0' },
      query: { metric: 't1', ...window },
    }),
    make(
      'getCouplingMetricHistory',
      [chip, aCoupling, marks('cz_gate_fidelity'), history({ kind: 'coupling', id: '0-1' }, 'cz_gate_fidelity')],
      {
        params: { coupling_id: '0-1' },
        query: { metric: 'cz_gate_fidelity', ...window },
      },
    ),
  ];
}
