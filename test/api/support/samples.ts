import { buildPath, type CallInput, formOperations, multipartOperations } from '#shared/contract/client.ts';
import type { Registry } from '#shared/contract/registry.ts';
import { type OperationId, routes } from '#shared/contract/routes.ts';
import { entityIdOf } from '#shared/domain/provenance/entity-id.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { multipartOf, multipartType, samplePng } from './images.ts';
import type { beginningBody } from './project-archive.ts';
import { jsonHeaders, type WireRequest } from './wire.ts';

/** Whom and what a sample request names; all of it exists. */
export interface SampleNames {
  projectId: string;
  chipId: string;
  /** A cryostat without cool-downs, and one with an ended cool-down without chips that has a checkpoint of its wiring. */
  idleCryoId: string;
  cryoId: string;
  cooldownId: string;
  /** A flow of the project. */
  flowName: string;
  /** A schedule of that flow. */
  scheduleId: string;
  /** A run that was cancelled. */
  executionId: string;
  flowRunId: string;
  /** Comments by the caller on the qubit `0` and the coupling `0-1`. */
  qubitCommentId: string;
  couplingCommentId: string;
  /** A task result with a note. */
  notedTaskId: string;
  /** A thread of the caller's about a task result, a reply of theirs in it, and a category. */
  postId: string;
  replyId: string;
  discussedTaskId: string;
  /** An image of the project. */
  imageName: string;
  /** What was learned from an issue, and an issue of which nothing was. */
  knowledgeId: string;
  otherIssueId: string;
  categoryKey: string;
  /** A run of reviews that was asked for, of the task result. */
  reviewRunId: string;
  /** Who calls. */
  caller: { username: string; password: string };
  /** A member of the project, and a user who is none. */
  member: string;
  outsider: string;
  /** A user of whom nobody has need, without a default project. */
  leaver: string;
  /** An API token of the caller's. */
  tokenId: string;
  /** A webhook of the project, and a delivery to it. */
  webhookId: string;
  deliveryId: string;
  /** A message to the project's chat that was given up. */
  chatMessageId: string;
  /** A notification of the caller's. */
  notificationId: string;
  /** The code of an address of theirs. */
  emailCode: string;
  /** A session of the caller's, and not the one that calls. */
  sessionId: string;
  /** A task result, and a path of each kind of its artifacts. */
  taskId: string;
  figurePath: string;
  rawDataPath: string;
  /** Results of both spectroscopies of the qubit, with raw data. */
  qubitSpectroscopyId: string;
  resonatorSpectroscopyId: string;
  /** An archive of that figure that was asked for. */
  archiveId: string;
  /** An export of rows, and one that was cancelled. */
  exportId: string;
  cancelledExportId: string;
  /** A run that the caller's worker has claimed, and the fence of its claim. */
  workerRunId: string;
  workerFence: number;
  /** An import of a project that an administrator has begun: what it was begun with, and its one line. */
  projectImport: { project_id: string; import_id: string; begun: ReturnType<typeof beginningBody>; line: string };
  /** The day of the service's calendar, `YYYYMMDD`. */
  today: string;
  /** A name that nothing has yet. */
  fresh: string;
}

/** A managed flow that checks T1 of one qubit. */
export const sampleFlow = `stages:
  - name: check
    tasks: [CheckT1]
    targets:
      qubits: ['0']
`;

/** Raw data of a task that is about to be uploaded. */
const sampleFile = {
  task: 'CheckT1',
  task_type: 'qubit' as const,
  qid: '0',
  name: 'decay.csv',
  kind: 'raw' as const,
  content_type: 'text/csv',
  size_bytes: 12,
};

/** The value that a task result of the scene has measured. */
const ofValue = (chipId: string, taskId: string) => ({
  entity_id: entityIdOf({ kind: 'task', chipId, metric: 't1', taskId }),
});

/** A request of every operation that succeeds for somebody who may send it. */
export const samples: { [Id in OperationId]: (names: SampleNames) => CallInput<Registry[Id]> } = {
  getHealth: () => ({}),
  getOpenApiDocument: () => ({}),
  getConfigAll: () => ({}),
  getSettings: () => ({}),
  login: ({ caller }) => ({ body: { username: caller.username, password: caller.password } }),
  logout: () => ({}),
  registerUser: ({ fresh }) => ({ body: { username: fresh, password: 'long enough, surely' } }),
  getCurrentUser: () => ({}),
  updateCurrentUserProfile: ({ fresh }) => ({ body: { full_name: fresh } }),
  changePassword: ({ caller }) => ({
    body: { current_password: caller.password, new_password: `${caller.password}!` },
  }),
  resetPassword: ({ outsider }) => ({ body: { username: outsider, new_password: 'long enough, surely' } }),
  listAllUsers: () => ({}),
  importUsers: ({ fresh }) => ({ body: { csv: `username\n${fresh}\n` } }),
  previewUserImport: ({ fresh }) => ({ body: { csv: `username\n${fresh}\n` } }),
  getUserDetails: ({ outsider }) => ({ params: { username: outsider } }),
  updateUserSettings: ({ outsider, fresh }) => ({ params: { username: outsider }, body: { full_name: fresh } }),
  getSignInMethods: () => ({}),
  beginSignIn: () => ({}),
  completeSignIn: () => ({ body: { response: 'code=none&state=none', browser_key: 'none' } }),
  beginIdentityLink: () => ({}),
  unlinkUserIdentity: ({ leaver }) => ({ params: { username: leaver } }),
  deleteUser: ({ leaver }) => ({ params: { username: leaver } }),
  createProjectForUser: ({ leaver }) => ({ params: { username: leaver } }),
  listUserSessions: ({ caller }) => ({ params: { username: caller.username } }),
  deleteUserSession: ({ caller, sessionId }) => ({ params: { username: caller.username, session_id: sessionId } }),
  listSessions: () => ({}),
  deleteSession: ({ sessionId }) => ({ params: { session_id: sessionId } }),
  listProjectInvitations: () => ({}),
  leaveProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  listApiTokens: () => ({}),
  createApiToken: ({ fresh }) => ({ body: { name: fresh } }),
  listSystemAuditEntries: () => ({}),
  exportSystemAudit: () => ({}),
  deleteApiToken: ({ tokenId }) => ({ params: { token_id: tokenId } }),
  listNotifications: () => ({}),
  getUnreadNotificationCount: () => ({}),
  markAllNotificationsRead: () => ({}),
  markNotificationRead: ({ notificationId }) => ({ params: { notification_id: notificationId } }),
  getNotificationSettings: () => ({}),
  replaceNotificationSettings: () => ({ body: { muted_kinds: ['mention'] } }),
  getEmailSettings: () => ({}),
  replaceEmailSettings: () => ({ body: { address: null, kinds: ['mention'] } }),
  confirmEmailAddress: ({ emailCode }) => ({ body: { code: emailCode } }),
  getChat: () => ({}),
  replaceChat: () => ({ body: { channel: 'C0123456789', token: 'xoxb-sample' } }),
  deleteChat: () => ({}),
  testChat: () => ({}),
  listChatMessages: () => ({}),
  replayChatMessage: ({ chatMessageId }) => ({ params: { chat_message_id: chatMessageId } }),
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: { url: 'https://hooks.example.com/fiducial' } }),
  getWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  updateWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId }, body: { active: false } }),
  deleteWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  testWebhook: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  rotateWebhookSecret: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  listWebhookDeliveries: ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  replayWebhookDelivery: ({ webhookId, deliveryId }) => ({
    params: { webhook_id: webhookId, delivery_id: deliveryId },
  }),
  listProjects: () => ({}),
  createProject: ({ fresh }) => ({ body: { name: fresh } }),
  getProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  updateProject: ({ projectId, fresh }) => ({ params: { project_id: projectId }, body: { description: fresh } }),
  deleteProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  restoreProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  transferProjectOwnership: ({ projectId, outsider }) => ({
    params: { project_id: projectId },
    body: { username: outsider },
  }),
  listProjectAuditEntries: ({ projectId }) => ({ params: { project_id: projectId } }),
  exportProjectAudit: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjectMembers: ({ projectId }) => ({ params: { project_id: projectId } }),
  inviteProjectMember: ({ projectId, outsider }) => ({
    params: { project_id: projectId },
    body: { username: outsider },
  }),
  updateProjectMember: ({ projectId, member }) => ({
    params: { project_id: projectId, username: member },
    body: { role: 'editor' },
  }),
  removeProjectMember: ({ projectId, member }) => ({ params: { project_id: projectId, username: member } }),
  acceptProjectInvitation: ({ projectId, caller }) => ({
    params: { project_id: projectId, username: caller.username },
  }),
  listAllProjects: () => ({}),
  adminDeleteProject: ({ projectId }) => ({ params: { project_id: projectId } }),
  listProjectMembersAdmin: ({ projectId }) => ({ params: { project_id: projectId } }),
  addProjectMemberAdmin: ({ projectId, outsider }) => ({
    params: { project_id: projectId },
    body: { username: outsider },
  }),
  removeProjectMemberAdmin: ({ projectId, member }) => ({ params: { project_id: projectId, username: member } }),
  getProjectArchive: ({ projectId }) => ({ params: { project_id: projectId } }),
  getProjectArchiveRecords: ({ projectId }) => ({ params: { project_id: projectId } }),
  getProjectArchiveFiles: ({ projectId }) => ({ params: { project_id: projectId } }),
  createProjectImport: ({ projectImport: { project_id, begun } }) => ({ params: { project_id }, body: begun }),
  getProjectImport: ({ projectImport: { project_id } }) => ({ params: { project_id } }),
  deleteProjectImport: ({ projectImport: { project_id } }) => ({ params: { project_id } }),
  createProjectImportUploads: ({ projectImport: { project_id, import_id } }) => ({
    params: { project_id },
    body: { import_id, files: [{ path: `raw/${project_id}/run/1.zip`, size_bytes: 1, sha256: '0'.repeat(64) }] },
  }),
  appendProjectImportLines: ({ projectImport: { project_id, import_id, line } }) => ({
    params: { project_id },
    body: { import_id, from: 0, lines: [line] },
  }),
  finishProjectImport: ({ projectImport: { project_id, import_id } }) => ({
    params: { project_id },
    body: { import_id },
  }),
  listChips: () => ({}),
  createChip: ({ fresh }) => ({ body: { chip_id: fresh, topology_id: 'linear-2' } }),
  importChip: ({ fresh }) => ({ body: { format: 'ibm', chip_id: fresh, documents: oldDevice() } }),
  previewChipImport: ({ fresh }) => ({ body: { format: 'ibm', chip_id: fresh, documents: oldDevice() } }),
  exportChip: ({ chipId }) => ({ params: { chip_id: chipId } }),
  exportChipParameters: ({ chipId }) => ({ params: { chip_id: chipId }, query: { format: 'quam' } }),
  getDeviceTopology: ({ chipId }) => ({ body: { chip_id: chipId } }),
  getChip: ({ chipId }) => ({ params: { chip_id: chipId } }),
  replaceChip: ({ chipId, fresh }) => ({ params: { chip_id: chipId }, body: { size: 4, note: fresh } }),
  updateChip: ({ chipId, fresh }) => ({ params: { chip_id: chipId }, body: { note: fresh } }),
  deleteChip: ({ chipId }) => ({ params: { chip_id: chipId }, query: { force: true } }),
  getChipDeletionImpact: ({ chipId }) => ({ params: { chip_id: chipId } }),
  listChipMuxes: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipMux: ({ chipId }) => ({ params: { chip_id: chipId, mux_id: 0 } }),
  listChipQubits: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipQubit: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  listChipCouplings: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipCoupling: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  listChipDays: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipDay: ({ chipId, today }) => ({ params: { chip_id: chipId, date: today } }),
  listQubitDays: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  listCouplingDays: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  listTopologies: () => ({}),
  getTopologyById: () => ({ params: { topology_id: 'linear-2' } }),
  updateCalibrationParameters: ({ chipId }) => ({
    body: { chip_id: chipId, qid: '0', parameters: { t1: { value: 41.5 } } },
  }),
  getManualEdits: () => ({ params: { qid: 0 } }),
  getMetricsConfig: () => ({}),
  importSeedParameters: ({ chipId }) => ({
    body: { chip_id: chipId, source: 'manual', manual_data: { t1: { Q00: { value: 31, unit: 'us' } } } },
  }),
  getAvailableSeedParameters: ({ chipId }) => ({ params: { chip_id: chipId } }),
  downloadMetricsPdf: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipMetricsSummary: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipMetricHeatmap: ({ chipId }) => ({ params: { chip_id: chipId, metric: 't1' } }),
  getChipMetrics: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipHealth: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipBestPatch: ({ chipId }) => ({ params: { chip_id: chipId }, query: { size: 1 } }),
  getChipDifferences: ({ chipId }) => ({ params: { chip_id: chipId }, query: { as_of_before: '2025-03-01' } }),
  getChipOverview: ({ chipId }) => ({ params: { chip_id: chipId }, query: { since: '2025-03-01T00:00:00Z' } }),
  getChipMedians: ({ chipId }) => ({ params: { chip_id: chipId }, query: { timezone: 'Asia/Tokyo' } }),
  getChipDrift: ({ chipId }) => ({ params: { chip_id: chipId } }),
  acknowledgeDrift: ({ chipId }) => ({
    params: { chip_id: chipId },
    body: { metric: 't1', target_id: '0', reason: 'a new line' },
  }),
  upsertDriftMute: ({ chipId }) => ({
    params: { chip_id: chipId },
    body: { metric: 't1', until: '2100-01-01T00:00:00Z', reason: 'a new line' },
  }),
  deleteDriftMute: ({ chipId }) => ({ params: { chip_id: chipId }, query: { metric: 't1' } }),
  getQubitMetricHistory: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 }, query: { metric: 't1' } }),
  getCouplingMetricHistory: ({ chipId }) => ({
    params: { chip_id: chipId, coupling_id: '0-1' },
    query: { metric: 'cz_gate_fidelity' },
  }),
  listExecutions: () => ({}),
  getExecutionLockStatus: () => ({}),
  forceUnlockExecution: () => ({ body: {} }),
  getExecution: ({ executionId }) => ({ params: { execution_id: executionId } }),
  cancelExecution: ({ flowRunId }) => ({ params: { flow_run_id: flowRunId } }),
  getChipDates: ({ chipId }) => ({ params: { chip_id: chipId } }),
  listCryostats: () => ({}),
  createCryostat: ({ fresh }) => ({ body: { cryo_id: fresh } }),
  getCryostat: ({ cryoId }) => ({ params: { cryo_id: cryoId } }),
  replaceCryostat: ({ cryoId, fresh }) => ({ params: { cryo_id: cryoId }, body: { name: fresh } }),
  updateCryostat: ({ cryoId, fresh }) => ({ params: { cryo_id: cryoId }, body: { name: fresh } }),
  deleteCryostat: ({ idleCryoId }) => ({ params: { cryo_id: idleCryoId } }),
  listCooldowns: () => ({}),
  createCooldown: ({ fresh, cryoId }) => ({
    body: { cooldown_id: fresh, cryo_id: cryoId, started_at: '2025-03-01T00:00:00Z' },
  }),
  createCooldownWiringCheckpoint: ({ cooldownId, fresh }) => ({
    params: { cooldown_id: cooldownId },
    body: { comment: fresh },
  }),
  listCooldownWiringEvents: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId } }),
  getCooldownWiringEvent: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId, event_id: 1 } }),
  getCooldown: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId } }),
  replaceCooldown: ({ cooldownId, cryoId }) => ({
    params: { cooldown_id: cooldownId },
    body: { cryo_id: cryoId, started_at: '2025-01-02T00:00:00Z' },
  }),
  updateCooldown: ({ cooldownId, fresh }) => ({ params: { cooldown_id: cooldownId }, body: { description: fresh } }),
  deleteCooldown: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId } }),
  assignChipToCooldown: ({ cooldownId, chipId }) => ({ params: { cooldown_id: cooldownId, chip_id: chipId } }),
  unassignChipFromCooldown: ({ cooldownId, chipId }) => ({ params: { cooldown_id: cooldownId, chip_id: chipId } }),
  listFlows: () => ({}),
  saveFlow: ({ fresh, chipId }) => ({
    body: { name: fresh.replaceAll('-', '_'), chip_id: chipId, code: sampleFlow },
  }),
  listFlowTemplates: () => ({}),
  getFlowTemplate: () => ({ params: { template_id: 'check_one_qubit' } }),
  getFileTree: () => ({}),
  getFileContent: ({ flowName }) => ({ query: { path: `flows/${flowName}/v1.yaml` } }),
  saveFileContent: ({ flowName }) => ({
    body: { path: `flows/${flowName}/v1.yaml`, content: `${sampleFlow}# later\n` },
  }),
  validateFileContent: () => ({ body: { content: sampleFlow, file_type: 'yaml' } }),
  downloadZipFile: ({ flowName }) => ({ query: { path: `flows/${flowName}` } }),
  getGitStatus: () => ({}),
  listFlowHelperFiles: () => ({}),
  getFlowHelperFile: ({ flowName }) => ({ params: { filename: `${flowName}.yaml` } }),
  listTaskFileBackends: () => ({}),
  getBackendConfig: () => ({}),
  getTaskFileSettings: () => ({}),
  getTaskFileTree: () => ({ query: { backend: 'simulator' } }),
  getTaskFileContent: () => ({ query: { path: 'simulator/1q_coarse/CheckT1.yaml' } }),
  validateFlow: ({ chipId }) => ({ body: { code: sampleFlow, chip_id: chipId } }),
  getFlow: ({ flowName }) => ({ params: { name: flowName } }),
  deleteFlow: ({ flowName }) => ({ params: { name: flowName } }),
  executeFlow: ({ flowName }) => ({ params: { name: flowName }, body: {} }),
  listFlowVersions: ({ flowName }) => ({ params: { name: flowName } }),
  getFlowVersion: ({ flowName }) => ({ params: { name: flowName, version: 1 } }),
  getChipNotesSummary: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipNote: ({ chipId }) => ({ params: { chip_id: chipId } }),
  upsertChipNote: ({ chipId, fresh }) => ({ params: { chip_id: chipId }, body: { content: fresh } }),
  deleteChipNote: ({ chipId }) => ({ params: { chip_id: chipId } }),
  upsertQubitNote: ({ chipId, fresh }) => ({ params: { chip_id: chipId, qid: 0 }, body: { content: fresh } }),
  deleteQubitNote: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  listQubitNoteComments: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  createQubitNoteComment: ({ chipId, fresh }) => ({ params: { chip_id: chipId, qid: 0 }, body: { content: fresh } }),
  updateQubitNoteComment: ({ chipId, qubitCommentId, fresh }) => ({
    params: { chip_id: chipId, qid: 0, comment_id: qubitCommentId },
    body: { content: fresh },
  }),
  deleteQubitNoteComment: ({ chipId, qubitCommentId }) => ({
    params: { chip_id: chipId, qid: 0, comment_id: qubitCommentId },
  }),
  upsertQubitMetricNote: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, qid: 0, metric_key: 't1' },
    body: { content: fresh },
  }),
  deleteQubitMetricNote: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0, metric_key: 't1' } }),
  upsertCouplingNote: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1' },
    body: { content: fresh },
  }),
  deleteCouplingNote: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  listCouplingNoteComments: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  createCouplingNoteComment: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1' },
    body: { content: fresh },
  }),
  updateCouplingNoteComment: ({ chipId, couplingCommentId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', comment_id: couplingCommentId },
    body: { content: fresh },
  }),
  deleteCouplingNoteComment: ({ chipId, couplingCommentId }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', comment_id: couplingCommentId },
  }),
  upsertCouplingMetricNote: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', metric_key: 'cz_gate_fidelity' },
    body: { content: fresh },
  }),
  deleteCouplingMetricNote: ({ chipId }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', metric_key: 'cz_gate_fidelity' },
  }),
  getTaskNote: ({ notedTaskId }) => ({ params: { task_id: notedTaskId } }),
  upsertTaskNote: ({ notedTaskId, fresh }) => ({ params: { task_id: notedTaskId }, body: { content: fresh } }),
  deleteTaskNote: ({ notedTaskId }) => ({ params: { task_id: notedTaskId } }),
  listChipNoteEvents: ({ chipId }) => ({ params: { chip_id: chipId } }),
  listTargetNoteEvents: ({ chipId }) => ({ query: { scope: 'chip', target_id: chipId } }),
  createImage: () => ({ body: imageBody() }),
  getImage: ({ imageName }) => ({ params: { filename: imageName } }),
  createForumImage: () => ({ body: imageBody() }),
  getForumImage: ({ imageName }) => ({ params: { filename: imageName } }),
  createIssueImage: () => ({ body: imageBody() }),
  getIssueImage: ({ imageName }) => ({ params: { filename: imageName } }),
  listForumCategories: () => ({}),
  createForumCategory: ({ fresh }) => ({ body: { name: fresh } }),
  updateForumCategory: ({ categoryKey, fresh }) => ({ params: { category_key: categoryKey }, body: { name: fresh } }),
  deleteForumCategory: ({ categoryKey }) => ({ params: { category_key: categoryKey } }),
  listForumPosts: () => ({}),
  getChipDiscussionsSummary: ({ chipId }) => ({ params: { chip_id: chipId } }),
  createForumPost: ({ chipId, categoryKey, fresh }) => ({
    body: {
      category: categoryKey,
      title: fresh,
      content: fresh,
      subjects: [{ type: 'qubit', chip_id: chipId, target_id: '0' }],
    },
  }),
  getForumPost: ({ replyId }) => ({ params: { post_id: replyId } }),
  updateForumPost: ({ postId, fresh }) => ({ params: { post_id: postId }, body: { content: fresh } }),
  deleteForumPost: ({ postId }) => ({ params: { post_id: postId } }),
  closeForumPost: ({ postId }) => ({ params: { post_id: postId }, body: {} }),
  reopenForumPost: ({ postId }) => ({ params: { post_id: postId } }),
  getForumPostReplies: ({ postId }) => ({ params: { post_id: postId } }),
  listForumPostRevisions: ({ postId }) => ({ params: { post_id: postId } }),
  listIssues: () => ({}),
  getIssue: ({ replyId }) => ({ params: { issue_id: replyId } }),
  updateIssue: ({ postId, fresh }) => ({ params: { issue_id: postId }, body: { content: fresh } }),
  deleteIssue: ({ replyId }) => ({ params: { issue_id: replyId } }),
  closeIssue: ({ postId }) => ({ params: { issue_id: postId } }),
  reopenIssue: ({ postId }) => ({ params: { issue_id: postId } }),
  getIssueReplies: ({ postId }) => ({ params: { issue_id: postId } }),
  getTaskResultIssues: ({ discussedTaskId }) => ({ params: { task_id: discussedTaskId } }),
  createIssue: ({ discussedTaskId, postId, fresh }) => ({
    params: { task_id: discussedTaskId },
    body: { content: fresh, parent_id: postId },
  }),
  listIssueKnowledge: () => ({}),
  getIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  updateIssueKnowledge: ({ knowledgeId, fresh }) => ({
    params: { knowledge_id: knowledgeId },
    body: { root_cause: fresh },
  }),
  approveIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  rejectIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  extractIssueKnowledge: ({ otherIssueId }) => ({ params: { issue_id: otherIssueId } }),
  deleteIssueKnowledge: ({ knowledgeId }) => ({ params: { knowledge_id: knowledgeId } }),
  searchNoteEvents: () => ({ query: { q: 'drift' } }),
  listTaskResults: () => ({}),
  getLatestQubitTaskResults: ({ chipId }) => ({ query: { chip_id: chipId, task: 'CheckT1' } }),
  getLatestCouplingTaskResults: ({ chipId }) => ({ query: { chip_id: chipId, task: 'CheckZX90' } }),
  getHistoricalQubitTaskResults: ({ chipId }) => ({ query: { chip_id: chipId, task: 'CheckT1', date: '20250301' } }),
  getHistoricalCouplingTaskResults: ({ chipId }) => ({
    query: { chip_id: chipId, task: 'CheckZX90', date: '20250301' },
  }),
  getQubitTaskHistory: ({ chipId }) => ({ params: { qid: 0 }, query: { chip_id: chipId, task: 'CheckT1' } }),
  getCouplingTaskHistory: ({ chipId }) => ({
    params: { coupling_id: '0-1' },
    query: { chip_id: chipId, task: 'CheckZX90' },
  }),
  getTimeseriesTaskResults: ({ chipId }) => ({
    query: { chip_id: chipId, parameter: 't1', start_at: '2025-01-01', end_at: '2025-02-01' },
  }),
  getTaskResult: ({ taskId }) => ({ params: { task_id: taskId } }),
  listTasks: () => ({}),
  listTags: () => ({}),
  listBackends: () => ({}),
  getCalibrationNote: () => ({}),
  listTaskInfo: () => ({ query: { backend: 'simulator' } }),
  listTaskResultAiReviews: () => ({}),
  requestBulkAiReview: ({ chipId, taskId }) => ({ body: { chip_id: chipId, task: 'CheckT1', task_ids: [taskId] } }),
  listTaskResultAiReviewRuns: () => ({}),
  getTaskResultAiReviewRun: ({ reviewRunId }) => ({ params: { review_run_id: reviewRunId } }),
  upsertTaskResultAiReview: ({ taskId, reviewRunId, fresh }) => ({
    params: { task_id: taskId },
    body: { review_run_id: reviewRunId, decision: 'pass', review_markdown: fresh },
  }),
  listTaskKnowledge: () => ({}),
  getTaskKnowledge: () => ({ params: { task_name: 'CheckT1' } }),
  getTaskKnowledgeMarkdown: () => ({ params: { task_name: 'CheckT1' } }),
  upsertTaskKnowledgeMarkdown: ({ fresh }) => ({ params: { task_name: 'CheckT1' }, body: { content: fresh } }),
  deleteTaskKnowledgeMarkdown: () => ({ params: { task_name: 'CheckRamsey' } }),
  getFigureByPath: ({ figurePath }) => ({ query: { path: figurePath } }),
  getFileLink: ({ rawDataPath }) => ({ query: { path: rawDataPath } }),
  downloadFile: ({ rawDataPath }) => ({ query: { path: rawDataPath } }),
  listHeldMeasurements: ({ chipId }) => ({ query: { chip_id: chipId } }),
  decideHeldValues: ({ chipId }) => ({
    body: { chip_id: chipId, decision: 'accept', values: [{ id: 'unknown', metric: 't1' }] },
  }),
  setTaskResultsExcluded: ({ taskId }) => ({ body: { task_ids: [taskId], excluded: true, reason: 'outlier' } }),
  setTaskResultExcluded: ({ taskId }) => ({ params: { task_id: taskId }, body: { excluded: true, reason: 'outlier' } }),
  getExecutionSnapshot: ({ executionId }) => ({ params: { execution_id: executionId } }),
  compareExecutions: ({ executionId }) => ({
    query: { execution_id_before: executionId, execution_id_after: executionId },
  }),
  getParameterHistory: ({ chipId }) => ({ query: { parameter_name: 't1', qid: '0', chip_id: chipId } }),
  getProvenanceEntity: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getProvenanceLineage: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getProvenanceImpact: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getRecalibrationRecommendations: ({ chipId, taskId }) => ({ params: ofValue(chipId, taskId) }),
  getRecentChanges: () => ({ query: { parameter_names: ['t1'] } }),
  getDegradationTrends: () => ({ query: { parameter_names: ['t1'] } }),
  getProvenanceStats: () => ({}),
  getRecentExecutions: () => ({}),
  reExecuteFromSnapshot: ({ executionId }) => ({ params: { execution_id: executionId }, body: {} }),
  getRepeatableTasks: ({ executionId }) => ({ params: { execution_id: executionId }, query: { which: 'failed' } }),
  reExecuteTasks: ({ executionId }) => ({ params: { execution_id: executionId }, body: { which: 'failed' } }),
  reExecuteTaskResult: ({ taskId }) => ({ params: { task_id: taskId }, body: {} }),
  reanalyzeQubitSpectroscopy: ({ chipId, qubitSpectroscopyId }) => ({
    params: { chip_id: chipId, qid: 0 },
    body: { source_task_id: qubitSpectroscopyId, parameters: { f01_height_min: 10 } },
  }),
  reanalyzeResonatorSpectroscopy: ({ chipId, resonatorSpectroscopyId }) => ({
    params: { chip_id: chipId, qid: 0 },
    body: { source_task_id: resonatorSpectroscopyId, parameters: { low_power: -35 } },
  }),
  getFigureArchive: ({ archiveId }) => ({ params: { archive_id: archiveId } }),
  createExport: ({ chipId }) => ({ body: { kind: 'samples', format: 'csv', chip_id: chipId } }),
  listExports: () => ({}),
  getExport: ({ exportId }) => ({ params: { export_id: exportId } }),
  cancelExport: ({ cancelledExportId }) => ({ params: { export_id: cancelledExportId } }),
  createFigureArchive: ({ figurePath }) => ({ body: { paths: [figurePath] } }),
  downloadFiguresAsZip: ({ figurePath }) => ({ body: { paths: [figurePath] } }),
  listWorkers: () => ({}),
  claimRun: ({ fresh }) => ({
    body: { worker: fresh, backends: ['worker'], claim_key: '5d3a1f0e-58f4-4b51-9a55-6c1b6a1f0001' },
  }),
  heartbeatRun: ({ workerRunId, workerFence: fence }) => ({ params: { flow_run_id: workerRunId }, body: { fence } }),
  reportTaskResults: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, results: [{ task: 'CheckT1', task_type: 'qubit', qid: '0', status: 'scheduled' }] },
  }),
  createUploads: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, files: [sampleFile] },
  }),
  appendRunLog: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, sequence: 0, lines: [{ at: '2025-03-01T12:00:00Z', level: 'info', text: 'cold' }] },
  }),
  finishRun: ({ workerRunId, workerFence: fence }) => ({
    params: { flow_run_id: workerRunId },
    body: { fence, status: 'completed' },
  }),
  listRunLog: ({ executionId }) => ({ params: { execution_id: executionId } }),
  queueFlow: ({ flowName }) => ({ params: { name: flowName }, body: {} }),
  getRunQueue: () => ({}),
  deleteQueuedRun: () => ({}),
  scheduleFlow: ({ flowName }) => ({ params: { name: flowName }, body: { cron: '30 6 29 2 *' } }),
  listFlowSchedules: ({ flowName }) => ({ params: { name: flowName } }),
  listAllFlowSchedules: () => ({}),
  previewSchedule: () => ({ body: { cron: '30 6 * * 1-5', timezone: 'Europe/Berlin' } }),
  getFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
  updateFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId }, body: { active: false } }),
  deleteFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
  listScheduleFirings: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
};

/** What a request carries, whatever its operation. */
export interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

const imageBody = () => ({ file: new Blob([samplePng]) });

/** What the sample of an operation carries. */
export function sampleInput(id: OperationId, names: SampleNames): AnyInput {
  // Every operation's input is one of its own type; on the wire they are all the same.
  return (samples[id] as (of: SampleNames) => AnyInput)(names);
}

/** A request as it goes over the wire. */
export function wireRequest(
  id: OperationId,
  input: AnyInput,
  { token, projectId }: { token: string | undefined; projectId: string },
): WireRequest {
  const isForm = formOperations.has(id);
  const isMultipart = multipartOperations.has(id);
  const body = isMultipart
    ? multipartOf(samplePng)
    : isForm
      ? new URLSearchParams(input.body as Record<string, string>).toString()
      : JSON.stringify(input.body);
  return {
    method: routes[id].method,
    path: buildPath(id, input.params, input.query),
    headers: {
      ...jsonHeaders(token, projectId),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(isMultipart ? { 'content-type': multipartType } : {}),
      ...input.headers,
    },
    ...(input.body === undefined ? {} : { body }),
  };
}

/** The sample of an operation as it goes over the wire. */
export const sampleRequest = (id: OperationId, names: SampleNames, token: string | undefined): WireRequest =>
  wireRequest(id, sampleInput(id, names), { token, projectId: names.projectId });
