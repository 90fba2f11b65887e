import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, routeList, type routes } from '#shared/api/routes.ts';
import { valuesLimitBytes } from '#shared/values/verbs/measured/target-values.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { type AnyInput, wireRequest } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';
import { fillCatalogue, filledNames } from './filled-catalogue.ts';
import { fillProject, largestChip, longRun, widestChip } from './filled-project.ts';

type ReadId = { [Id in OperationId]: (typeof routes)[Id]['method'] extends 'GET' ? Id : never }[OperationId];

/**
 * How large the answer of a read may become, and where that is shown:
 * - `constant`: the size of the answer does not depend on stored data
 * - `file`: another test fills it to its bound and reads it
 * - `inputs`: read here, in a project with the largest content that is allowed; each request answers 200
 * - `narrower`: the whole is refused with a hint at a narrower request, and these requests answer it in parts
 */
type ReadCase =
  | { constant: string }
  | { file: string }
  | { inputs: AnyInput[] }
  | { whole: AnyInput; narrower: AnyInput[] };

const ofChip = ({ chipId }: { chipId: string }, more: AnyInput = {}): AnyInput => ({
  ...more,
  params: { chip_id: chipId, ...more.params },
});
const both = (more: AnyInput = {}): ReadCase => ({ inputs: [ofChip(largestChip, more), ofChip(widestChip, more)] });
const projectBounds = { file: 'test/api/bounds/project-bounds.test.ts' };
const noteBounds = { file: 'test/api/notes/note-bounds.test.ts' };
const discussionBounds = { file: 'test/api/discussions/bounds.test.ts' };
const one = (input: AnyInput): ReadCase => ({ inputs: [input] });
const inSizes: ReadCase = { inputs: [{}, { query: { limit: 100 } }] };
const builtIn = { constant: 'what is built in' };
const file = { constant: 'a file is streamed, or answered by an address' };
const ofProject = { params: { project_id: '{project}' } };
/** `longest-run.test.ts` reads one of as many tasks as a plan may have. */
const ofRun = { params: { execution_id: longRun.executionId } };
const task = { params: { task_id: '6f1c2c0e-0000-5000-8000-000000000000' } };
const flow = { params: { name: filledNames.flow } };
const aSchedule = { params: { schedule_id: '{schedule}' } };
const latest = { query: { chip_id: largestChip.chipId, task: 'CheckT1' } };
const onDay = { query: { ...latest.query, date: '20250101' } };

const auditPage = { constant: 'at most 100 entries of a few kilobytes' };
const shortPage = { constant: 'at most 100 entries of less than a kilobyte' };
const auditFile = { constant: 'at most a megabyte of the table' };
const boundedGraph = { constant: 'at most 100 results and 8 values of each of their tasks' };

const cases: Record<ReadId, ReadCase> = {
  getHealth: builtIn,
  getServiceHealth: builtIn,
  getOpenApiDocument: builtIn,
  getConfigAll: builtIn,
  getSettings: builtIn,
  getSignInMethods: builtIn,
  getMetricsConfig: builtIn,
  listTaskInfo: builtIn,
  listTaskFileBackends: builtIn,
  getBackendConfig: builtIn,
  getTaskFileSettings: builtIn,
  getTaskFileTree: builtIn,
  getTaskFileContent: builtIn,
  getFileTree: one({}),
  getFileContent: one({ query: { path: `flows/${filledNames.flow}/v1.yaml` } }),
  downloadZipFile: { file: 'test/api/flows/flow-files.test.ts' },
  getGitStatus: { constant: 'the newest save of all' },
  listFlowHelperFiles: one({}),
  getFlowHelperFile: one({ params: { filename: `${filledNames.flow}.yaml` } }),
  listTaskResultAiReviews: { file: 'test/api/results/reviews.test.ts' },
  listTaskResultAiReviewRuns: { constant: 'at most 200 rows of a few kilobytes' },
  getTaskResultAiReviewRun: { file: 'test/api/results/reviews.test.ts' },
  listTaskKnowledge: { file: 'test/api/results/task-knowledge.test.ts' },
  getTaskKnowledge: { file: 'test/api/results/task-knowledge.test.ts' },
  getTaskKnowledgeMarkdown: { constant: 'at most 20,000 characters' },
  listFlowTemplates: builtIn,
  getFlowTemplate: builtIn,
  getCalibrationPipelineCatalog: builtIn,
  getCurrentUser: { constant: 'one record' },
  getProject: { constant: 'one record' },
  listProjectImports: { constant: 'at most 50 reports of 64 KB, a test says' },
  getProjectUsage: { constant: 'six numbers and times' },
  getProjectArchive: { inputs: [ofProject] },
  getProjectArchiveRecords: { inputs: [ofProject] },
  getProjectArchiveFiles: { constant: 'at most 500 files' },
  getProjectImport: { constant: 'one record, and at most 200 names' },
  getExecutionLockStatus: { constant: 'one record' },
  getRunQueue: { constant: 'at most 20 starts wait' },
  getChipDeletionImpact: both(),
  listProjectAuditEntries: auditPage,
  exportProjectAudit: auditFile,
  listSystemAuditEntries: auditPage,
  exportSystemAudit: auditFile,
  listAllUsers: shortPage,
  getUserDetails: { constant: 'one record, and at most 500 projects, as listProjects' },
  listUserSessions: shortPage,
  listSessions: shortPage,
  listAllProjects: shortPage,
  listProjectMembersAdmin: { constant: 'at most 200 members, as listProjectMembers' },
  listProjectInvitations: { constant: 'at most 500 projects, as listProjects' },
  listApiTokens: projectBounds,
  listNotifications: { file: 'test/api/notifications/notifications.test.ts' },
  getUnreadNotificationCount: { constant: 'a number' },
  getNotificationSettings: { constant: 'one record' },
  getEmailSettings: { constant: 'one record' },
  getChat: { constant: 'one record' },
  listChatMessages: { constant: 'at most 100 records of a few kilobytes' },
  listWebhooks: { constant: 'at most 20 records of a few kilobytes' },
  getWebhook: { constant: 'one record' },
  listWebhookDeliveries: { constant: 'at most 100 records of a few kilobytes' },
  listProjects: projectBounds,
  listProjectMembers: projectBounds,
  listWorkers: projectBounds,
  listTopologies: projectBounds,
  listTags: projectBounds,
  listBackends: projectBounds,
  listTasks: projectBounds,
  listProjectTopologies: projectBounds,
  getTopology: one({ params: { topology_id: largestChip.topologyId } }),
  getTopologyById: one({ params: { topology_id: largestChip.topologyId } }),
  listChips: inSizes,
  getChip: {
    whole: ofChip(widestChip),
    narrower: [ofChip(widestChip, { query: { include: 'none' } }), ofChip(largestChip)],
  },
  exportChip: both(),
  exportChipParameters: both({ query: { format: 'qibolab' } }),
  listChipMuxes: both(),
  getChipMux: both({ params: { mux_id: 0 } }),
  listChipQubits: both(),
  listChipCouplings: both({ query: { limit: 50 } }),
  getChipQubit: both({ params: { qid: '0' } }),
  getChipCoupling: both({ params: { coupling_id: '0-1' } }),
  listChipDays: both(),
  getChipDay: one(ofChip(largestChip, { params: { date: '{today}' } })),
  listQubitDays: both({ params: { qid: '0' } }),
  listCouplingDays: both({ params: { coupling_id: '0-1' } }),
  getManualEdits: one({ params: { qid: '0' } }),
  getAvailableSeedParameters: both(),
  getChipMetricsSummary: both(),
  getChipMetricHeatmap: both({ params: { metric: 't1' } }),
  getChipMetrics: both(),
  getChipMedians: both({ query: { timezone: 'Asia/Tokyo', days: 31 } }),
  getChipHealth: both({ query: { couplings: true } }),
  getChipBestPatch: one(ofChip(largestChip, { query: { size: 128 } })),
  getChipDifferences: both({ query: { as_of_before: '2025-01-01', presence: 'appeared', limit: 2500 } }),
  getChipOverview: {
    inputs: [{}, { as_of: '2025-03-01' }].flatMap((then) => {
      const more = { query: { since: '2025-01-01T00:00:00Z', limit: 200, ...then } };
      return [ofChip(largestChip, more), ofChip(widestChip, more)];
    }),
  },
  getChipDrift: both({ query: { limit: 1000 } }),
  getQubitMetricHistory: both({ params: { qid: '0' }, query: { metric: 't1' } }),
  getCouplingMetricHistory: both({ params: { coupling_id: '0-1' }, query: { metric: 'cz_gate_fidelity' } }),
  listExecutions: inSizes,
  getExecution: { inputs: [ofRun, { ...ofRun, query: { include: 'none' } }] },
  getRepeatableTasks: { inputs: [{ ...ofRun, query: { which: 'failed' } }] },
  getChipDates: both(),
  getExecutionSnapshot: one(ofRun),
  compareExecutions: one({ query: { execution_id_before: '20250101-001', execution_id_after: '20250101-002' } }),
  getParameterHistory: {
    inputs: [largestChip, widestChip].map(({ chipId }) => ({
      query: { parameter_name: 't1', qid: '0', chip_id: chipId, limit: 100 },
    })),
  },
  getProvenanceEntity: { constant: 'one value' },
  getProvenanceLineage: boundedGraph,
  getProvenanceImpact: boundedGraph,
  getRecalibrationRecommendations: boundedGraph,
  getRecentChanges: one({ query: { within_hours: 168, limit: 50 } }),
  getDegradationTrends: one({ query: { limit: 100 } }),
  getProvenanceStats: one({}),
  getRecentExecutions: { constant: 'at most 50 ids' },
  listRunLog: one(ofRun),
  getRunContext: { constant: 'at most a megabyte of targets, 50 results, or the latest results of 4 tasks' },
  listCryostats: inSizes,
  getCryostat: one({ params: { cryo_id: filledNames.cryostat } }),
  listCooldowns: inSizes,
  getCooldown: one({ params: { cooldown_id: filledNames.cooldown } }),
  listCooldownWiringEvents: one({ params: { cooldown_id: filledNames.cooldown } }),
  getCooldownWiringEvent: one({ params: { cooldown_id: filledNames.cooldown, event_id: 1 } }),
  listFlows: inSizes,
  getFlow: one(flow),
  listFlowVersions: one(flow),
  getFlowVersion: one({ params: { ...flow.params, version: 1 } }),
  listFlowSchedules: one(flow),
  listAllFlowSchedules: inSizes,
  getFlowSchedule: one(aSchedule),
  listScheduleFirings: one(aSchedule),
  getChipNotesSummary: noteBounds,
  getChipNote: both(),
  listQubitNoteComments: noteBounds,
  listCouplingNoteComments: noteBounds,
  getTaskNote: { constant: 'one note' },
  listChipNoteEvents: { inputs: [ofChip(largestChip), ofChip(largestChip, { query: { limit: 100 } })] },
  listTargetNoteEvents: { inputs: [{ query: { scope: 'qubit', target_id: '0', limit: 100 } }] },
  searchNoteEvents: one({ query: { q: 'drift', limit: 100 } }),
  listForumCategories: { constant: 'at most 50 categories' },
  listForumPosts: discussionBounds,
  getChipDiscussionsSummary: { file: 'test/api/discussions/summary.test.ts' },
  getForumPost: { constant: 'one post' },
  getForumPostReplies: discussionBounds,
  listForumPostRevisions: discussionBounds,
  listIssues: discussionBounds,
  listIssueKnowledge: discussionBounds,
  getIssueKnowledge: { constant: 'one case' },
  getIssue: { constant: 'one post' },
  getIssueReplies: discussionBounds,
  getTaskResultIssues: discussionBounds,
  listTaskResults: one({ query: { chip_id: largestChip.chipId } }),
  getLatestQubitTaskResults: one(latest),
  getLatestCouplingTaskResults: one(latest),
  getHistoricalQubitTaskResults: one(onDay),
  getHistoricalCouplingTaskResults: one(onDay),
  getQubitTaskHistory: one({ params: { qid: '0' }, ...latest }),
  getCouplingTaskHistory: one({ params: { coupling_id: '0-1' }, ...latest }),
  getTimeseriesTaskResults: one({
    query: { chip_id: largestChip.chipId, parameter: 't1', start_at: '2025-01-01', end_at: '2025-02-01' },
  }),
  listHeldMeasurements: one({ query: { chip_id: largestChip.chipId } }),
  getTaskResult: one(task),
  getCalibrationNote: { constant: 'the note of one task, in pieces of an item each' },
  getFigureByPath: file,
  downloadFile: file,
  getFileLink: file,
  getFigureArchive: { constant: 'one record' },
  getImage: { constant: 'at most 4,000,000 bytes' },
  getForumImage: { constant: 'at most 4,000,000 bytes' },
  getIssueImage: { constant: 'at most 4,000,000 bytes' },
  getExport: { constant: 'one record' },
  listArchivedMonths: { constant: 'a record for each month of a chip' },
  getArchivedMonth: { constant: 'one record' },
  listExports: { constant: 'at most 200 exports of two days' },
};

let world: World;
let owner: Caller;
let scheduleId: string;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await fillProject(world, owner, { valuesBytes: valuesLimitBytes });
  scheduleId = await fillCatalogue(owner);
}, 900_000);
afterAll(() => world.stop());

/** A read as a browser sends it: compressed answers are taken. */
async function read(id: OperationId, input: AnyInput) {
  const today = world.now().toISOString().slice(0, 10).replaceAll('-', '');
  const placed = JSON.parse(
    JSON.stringify(input)
      .replace('{schedule}', scheduleId)
      .replace('{today}', today)
      .replace('{project}', owner.projectId),
  ) as AnyInput;
  const { path, headers = {} } = wireRequest(id, placed, { token: owner.token, projectId: owner.projectId });
  const response = await fetch(`${world.stack.url}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

/** A status with what went wrong. */
const briefly = ({ status, text }: { status: number; text: string }) =>
  status === 200 ? '200' : `${status} ${text.slice(0, 300)}`;

const entries = Object.entries(cases) as [ReadId, ReadCase][];

/** The inputs of a read that are tried: every other, the first of one read and the second of the next; all under `.ci/run --all`. */
const chosen = (inputs: AnyInput[], read: number): AnyInput[] =>
  inputs.filter((_, n) => isEveryCase || inputs.length === 1 || n % 2 === read % 2);

describe('in a project with the largest content that may be in it', () => {
  it.each(entries.flatMap(([id, of], n) => ('inputs' in of ? [[id, chosen(of.inputs, n)] as const] : [])))(
    '%s answers whole in a project with the largest content',
    async (id, inputs) => {
      for (const input of inputs) expect([input, briefly(await read(id, input))]).toEqual([input, '200']);
    },
  );

  it.each(entries.flatMap(([id, of]) => ('whole' in of ? [[id, of] as const] : [])))(
    '%s says how to ask for less where the whole is more than an answer carries, and answers that',
    async (id, { whole, narrower }) => {
      const { status, text } = await read(id, whole);
      expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'request_too_broad' }]);
      for (const input of narrower) expect([input, briefly(await read(id, input))]).toEqual([input, '200']);
    },
  );
});

it('every read of the registry has a case, and what another file shows is read there', () => {
  const reads = routeList.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
  expect(Object.keys(cases).sort()).toEqual([...reads].sort());
  for (const [id, of] of entries) {
    if ('file' in of)
      expect(readFileSync(join(projectRoot, of.file), 'utf8'), id).toContain(id.replace(/^list(?:Qubit|Coupling)/, ''));
  }
});
