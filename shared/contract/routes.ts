/**
 * Every route of the API as plain data: the one list from which the gateway, the Lambda groups and their roles,
 * the local gateway, the typed client and the authorization matrix are projected (rule API-1). Imports nothing.
 */

/** HTTP methods in use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The Lambda function that serves an operation; one role each (rule API-1). */
export type Group =
  | 'system'
  | 'auth'
  | 'projects'
  | 'chips'
  | 'imports'
  | 'exports'
  | 'export-jobs'
  | 'calibrations'
  | 'metrics'
  | 'executions'
  | 'run-queue'
  | 'cooldowns'
  | 'flows'
  | 'notes'
  | 'images'
  | 'discussions'
  | 'search'
  | 'task-results'
  | 'artifacts'
  | 'reanalysis'
  | 'archives'
  | 'project-imports'
  | 'workers'
  | 'schedules'
  | 'provenance'
  | 'notifications';

/**
 * Who may call an operation.
 * - `none`: anybody
 * - `user`: a valid token; `project: 'optional'` also resolves a project where there is one
 * - `admin`: a valid token of a system administrator
 * - `project`: a valid token and an active membership of the request's project with at least `role`
 */
export type Access =
  | { auth: 'none' }
  | { auth: 'user'; project?: 'optional' }
  | { auth: 'admin' }
  | { auth: 'project'; role: 'viewer' | 'editor' | 'owner' };

/** One route. `path` uses `{name}` for parameters, as API Gateway and OpenAPI do. */
export type Route = {
  method: Method;
  path: `/${string}`;
  group: Group;
  /** Somebody whose password another has set may call it before they have chosen their own (rule AUTH-25). */
  beforePasswordChange?: true;
} & Access;

const open = { auth: 'none' } as const;
const user = { auth: 'user' } as const;
const beforePasswordChange = { beforePasswordChange: true } as const;
const userInProject = { auth: 'user', project: 'optional' } as const;
const admin = { auth: 'admin' } as const;
const viewer = { auth: 'project', role: 'viewer' } as const;
const editor = { auth: 'project', role: 'editor' } as const;
const owner = { auth: 'project', role: 'owner' } as const;

/** operationId -> route. Operation ids are QDash's where it has the operation, and never change. */
export const routes = {
  getHealth: { method: 'GET', path: '/health', group: 'system', ...open },
  getOpenApiDocument: { method: 'GET', path: '/openapi.json', group: 'system', ...open },
  getConfigAll: { method: 'GET', path: '/config/all', group: 'system', ...userInProject },
  getSettings: { method: 'GET', path: '/settings', group: 'system', ...user },

  login: { method: 'POST', path: '/auth/login', group: 'auth', ...open },
  logout: { method: 'POST', path: '/auth/logout', group: 'auth', ...open },
  getSignInMethods: { method: 'GET', path: '/auth/sign-in', group: 'auth', ...open },
  beginSignIn: { method: 'POST', path: '/auth/sign-in', group: 'auth', ...open },
  completeSignIn: { method: 'POST', path: '/auth/sign-in/complete', group: 'auth', ...open },
  beginIdentityLink: { method: 'POST', path: '/auth/sign-in/link', group: 'auth', ...user },
  registerUser: { method: 'POST', path: '/auth/register', group: 'auth', ...admin },
  getCurrentUser: { method: 'GET', path: '/auth/me', group: 'auth', ...user, ...beforePasswordChange },
  updateCurrentUserProfile: { method: 'PATCH', path: '/auth/me', group: 'auth', ...user },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    group: 'auth',
    ...user,
    ...beforePasswordChange,
  },
  resetPassword: { method: 'POST', path: '/auth/reset-password', group: 'auth', ...admin },
  listAllUsers: { method: 'GET', path: '/admin/users', group: 'auth', ...admin },
  importUsers: { method: 'POST', path: '/admin/users/import', group: 'auth', ...admin },
  previewUserImport: { method: 'POST', path: '/admin/users/import/preview', group: 'auth', ...admin },
  getUserDetails: { method: 'GET', path: '/admin/users/{username}', group: 'auth', ...admin },
  updateUserSettings: { method: 'PUT', path: '/admin/users/{username}', group: 'auth', ...admin },
  deleteUser: { method: 'DELETE', path: '/admin/users/{username}', group: 'auth', ...admin },
  unlinkUserIdentity: { method: 'DELETE', path: '/admin/users/{username}/identity', group: 'auth', ...admin },
  createProjectForUser: { method: 'POST', path: '/admin/users/{username}/project', group: 'auth', ...admin },
  listUserSessions: { method: 'GET', path: '/admin/users/{username}/sessions', group: 'auth', ...admin },
  deleteUserSession: {
    method: 'DELETE',
    path: '/admin/users/{username}/sessions/{session_id}',
    group: 'auth',
    ...admin,
  },
  listSessions: { method: 'GET', path: '/auth/sessions', group: 'auth', ...user },
  deleteSession: { method: 'DELETE', path: '/auth/sessions/{session_id}', group: 'auth', ...user },
  listProjectInvitations: { method: 'GET', path: '/auth/invitations', group: 'projects', ...user },
  listApiTokens: { method: 'GET', path: '/auth/tokens', group: 'auth', ...user },
  createApiToken: { method: 'POST', path: '/auth/tokens', group: 'auth', ...user },
  deleteApiToken: { method: 'DELETE', path: '/auth/tokens/{token_id}', group: 'auth', ...user },
  listSystemAuditEntries: { method: 'GET', path: '/audit-entries', group: 'auth', ...admin },
  exportSystemAudit: { method: 'GET', path: '/audit-entries/csv', group: 'auth', ...admin },

  listNotifications: { method: 'GET', path: '/notifications', group: 'notifications', ...user },
  getUnreadNotificationCount: {
    method: 'GET',
    path: '/notifications/unread-count',
    group: 'notifications',
    ...user,
  },
  markAllNotificationsRead: { method: 'PATCH', path: '/notifications/read-all', group: 'notifications', ...user },
  markNotificationRead: {
    method: 'PATCH',
    path: '/notifications/{notification_id}/read',
    group: 'notifications',
    ...user,
  },
  getNotificationSettings: { method: 'GET', path: '/notifications/settings', group: 'notifications', ...user },
  replaceNotificationSettings: { method: 'PUT', path: '/notifications/settings', group: 'notifications', ...user },
  getEmailSettings: { method: 'GET', path: '/notifications/email', group: 'notifications', ...user },
  replaceEmailSettings: { method: 'PUT', path: '/notifications/email', group: 'notifications', ...user },
  confirmEmailAddress: { method: 'POST', path: '/notifications/email/confirm', group: 'notifications', ...user },

  getChat: { method: 'GET', path: '/chat', group: 'notifications', ...owner },
  replaceChat: { method: 'PUT', path: '/chat', group: 'notifications', ...owner },
  deleteChat: { method: 'DELETE', path: '/chat', group: 'notifications', ...owner },
  testChat: { method: 'POST', path: '/chat/test', group: 'notifications', ...owner },
  replayChatMessage: {
    method: 'POST',
    path: '/chat/messages/{chat_message_id}/replay',
    group: 'notifications',
    ...owner,
  },
  listChatMessages: { method: 'GET', path: '/chat/messages', group: 'notifications', ...owner },
  listWebhooks: { method: 'GET', path: '/webhooks', group: 'notifications', ...owner },
  createWebhook: { method: 'POST', path: '/webhooks', group: 'notifications', ...owner },
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}', group: 'notifications', ...owner },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}', group: 'notifications', ...owner },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}', group: 'notifications', ...owner },
  testWebhook: { method: 'POST', path: '/webhooks/{webhook_id}/test', group: 'notifications', ...owner },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/rotate-secret',
    group: 'notifications',
    ...owner,
  },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', group: 'notifications', ...owner },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    group: 'notifications',
    ...owner,
  },

  listProjects: { method: 'GET', path: '/projects', group: 'projects', ...user },
  createProject: { method: 'POST', path: '/projects', group: 'projects', ...user },
  getProject: { method: 'GET', path: '/projects/{project_id}', group: 'projects', ...viewer },
  updateProject: { method: 'PATCH', path: '/projects/{project_id}', group: 'projects', ...owner },
  deleteProject: { method: 'DELETE', path: '/projects/{project_id}', group: 'projects', ...owner },
  restoreProject: { method: 'POST', path: '/projects/{project_id}/restore', group: 'projects', ...user },
  transferProjectOwnership: { method: 'POST', path: '/projects/{project_id}/transfer', group: 'projects', ...user },
  listProjectMembers: { method: 'GET', path: '/projects/{project_id}/members', group: 'projects', ...viewer },
  inviteProjectMember: { method: 'POST', path: '/projects/{project_id}/members', group: 'projects', ...owner },
  updateProjectMember: {
    method: 'PATCH',
    path: '/projects/{project_id}/members/{username}',
    group: 'projects',
    ...owner,
  },
  removeProjectMember: {
    method: 'DELETE',
    path: '/projects/{project_id}/members/{username}',
    group: 'projects',
    ...owner,
  },
  acceptProjectInvitation: {
    method: 'POST',
    path: '/projects/{project_id}/members/{username}/accept',
    group: 'projects',
    ...user,
  },
  leaveProject: { method: 'POST', path: '/projects/{project_id}/leave', group: 'projects', ...user },
  listProjectAuditEntries: { method: 'GET', path: '/projects/{project_id}/audit-entries', group: 'projects', ...owner },
  exportProjectAudit: { method: 'GET', path: '/projects/{project_id}/audit-entries/csv', group: 'projects', ...owner },

  listAllProjects: { method: 'GET', path: '/admin/projects', group: 'projects', ...admin },
  adminDeleteProject: { method: 'DELETE', path: '/admin/projects/{project_id}', group: 'projects', ...admin },
  listProjectMembersAdmin: {
    method: 'GET',
    path: '/admin/projects/{project_id}/members',
    group: 'projects',
    ...admin,
  },
  addProjectMemberAdmin: {
    method: 'POST',
    path: '/admin/projects/{project_id}/members',
    group: 'projects',
    ...admin,
  },
  removeProjectMemberAdmin: {
    method: 'DELETE',
    path: '/admin/projects/{project_id}/members/{username}',
    group: 'projects',
    ...admin,
  },

  getProjectArchive: { method: 'GET', path: '/projects/{project_id}/archive', group: 'archives', ...owner },
  getProjectArchiveRecords: {
    method: 'GET',
    path: '/projects/{project_id}/archive/records',
    group: 'archives',
    ...owner,
  },
  getProjectArchiveFiles: { method: 'GET', path: '/projects/{project_id}/archive/files', group: 'archives', ...owner },

  createProjectImport: { method: 'POST', path: '/projects/{project_id}/import', group: 'project-imports', ...admin },
  getProjectImport: { method: 'GET', path: '/projects/{project_id}/import', group: 'project-imports', ...admin },
  deleteProjectImport: { method: 'DELETE', path: '/projects/{project_id}/import', group: 'project-imports', ...admin },
  createProjectImportUploads: {
    method: 'POST',
    path: '/projects/{project_id}/import/uploads',
    group: 'project-imports',
    ...admin,
  },
  appendProjectImportLines: {
    method: 'POST',
    path: '/projects/{project_id}/import/lines',
    group: 'project-imports',
    ...admin,
  },
  finishProjectImport: {
    method: 'POST',
    path: '/projects/{project_id}/import/finish',
    group: 'project-imports',
    ...admin,
  },

  listChips: { method: 'GET', path: '/chips', group: 'chips', ...viewer },
  createChip: { method: 'POST', path: '/chips', group: 'chips', ...editor },
  importChip: { method: 'POST', path: '/chips/import', group: 'imports', ...editor },
  previewChipImport: { method: 'POST', path: '/chips/import/preview', group: 'imports', ...editor },
  exportChip: { method: 'GET', path: '/chips/{chip_id}/export', group: 'exports', ...viewer },
  exportChipParameters: {
    method: 'GET',
    path: '/chips/{chip_id}/export/parameters',
    group: 'exports',
    ...viewer,
  },
  getDeviceTopology: { method: 'POST', path: '/device-topology', group: 'exports', ...viewer },
  getChip: { method: 'GET', path: '/chips/{chip_id}', group: 'chips', ...viewer },
  replaceChip: { method: 'PUT', path: '/chips/{chip_id}', group: 'chips', ...editor },
  updateChip: { method: 'PATCH', path: '/chips/{chip_id}', group: 'chips', ...editor },
  deleteChip: { method: 'DELETE', path: '/chips/{chip_id}', group: 'chips', ...editor },
  getChipDeletionImpact: { method: 'GET', path: '/chips/{chip_id}/deletion-impact', group: 'chips', ...viewer },
  listChipMuxes: { method: 'GET', path: '/chips/{chip_id}/muxes', group: 'chips', ...viewer },
  getChipMux: { method: 'GET', path: '/chips/{chip_id}/muxes/{mux_id}', group: 'chips', ...viewer },
  listChipQubits: { method: 'GET', path: '/chips/{chip_id}/qubits', group: 'chips', ...viewer },
  getChipQubit: { method: 'GET', path: '/chips/{chip_id}/qubits/{qid}', group: 'chips', ...viewer },
  listChipCouplings: { method: 'GET', path: '/chips/{chip_id}/couplings', group: 'chips', ...viewer },
  getChipCoupling: { method: 'GET', path: '/chips/{chip_id}/couplings/{coupling_id}', group: 'chips', ...viewer },
  listChipDays: { method: 'GET', path: '/chips/{chip_id}/days', group: 'chips', ...viewer },
  getChipDay: { method: 'GET', path: '/chips/{chip_id}/days/{date}', group: 'chips', ...viewer },
  listQubitDays: { method: 'GET', path: '/chips/{chip_id}/qubits/{qid}/days', group: 'chips', ...viewer },
  listCouplingDays: {
    method: 'GET',
    path: '/chips/{chip_id}/couplings/{coupling_id}/days',
    group: 'chips',
    ...viewer,
  },
  listTopologies: { method: 'GET', path: '/topology/list', group: 'chips', ...userInProject },
  getTopologyById: { method: 'GET', path: '/topology/{topology_id}', group: 'chips', ...userInProject },

  updateCalibrationParameters: { method: 'PATCH', path: '/calibrations/parameters', group: 'calibrations', ...editor },
  importSeedParameters: { method: 'POST', path: '/calibrations/seed-import', group: 'calibrations', ...editor },
  getAvailableSeedParameters: {
    method: 'GET',
    path: '/calibrations/seed-parameters/{chip_id}',
    group: 'calibrations',
    ...viewer,
  },
  getManualEdits: { method: 'GET', path: '/calibrations/manual-edits/{qid}', group: 'calibrations', ...viewer },

  getMetricsConfig: { method: 'GET', path: '/metrics/config', group: 'metrics', ...userInProject },
  getChipMetrics: { method: 'GET', path: '/metrics/chips/{chip_id}/metrics', group: 'metrics', ...viewer },
  downloadMetricsPdf: {
    method: 'POST',
    path: '/metrics/chips/{chip_id}/metrics/pdf',
    group: 'calibrations',
    ...viewer,
  },
  getChipMetricsSummary: { method: 'GET', path: '/chips/{chip_id}/metrics/summary', group: 'metrics', ...viewer },
  getChipMetricHeatmap: {
    method: 'GET',
    path: '/chips/{chip_id}/metrics/heatmap/{metric}',
    group: 'metrics',
    ...viewer,
  },
  getChipMedians: { method: 'GET', path: '/chips/{chip_id}/medians', group: 'metrics', ...viewer },
  getChipHealth: { method: 'GET', path: '/chips/{chip_id}/health', group: 'metrics', ...viewer },
  getChipBestPatch: { method: 'GET', path: '/chips/{chip_id}/best-patch', group: 'metrics', ...viewer },
  getChipDifferences: {
    method: 'GET',
    path: '/chips/{chip_id}/differences',
    group: 'metrics',
    ...viewer,
  },
  getChipDrift: { method: 'GET', path: '/chips/{chip_id}/drift', group: 'metrics', ...viewer },
  acknowledgeDrift: {
    method: 'POST',
    path: '/chips/{chip_id}/drift/acknowledgements',
    group: 'calibrations',
    ...editor,
  },
  upsertDriftMute: { method: 'PUT', path: '/chips/{chip_id}/drift/mutes', group: 'calibrations', ...editor },
  deleteDriftMute: { method: 'DELETE', path: '/chips/{chip_id}/drift/mutes', group: 'calibrations', ...editor },
  getChipOverview: { method: 'GET', path: '/chips/{chip_id}/overview', group: 'metrics', ...viewer },
  getQubitMetricHistory: {
    method: 'GET',
    path: '/metrics/chips/{chip_id}/qubits/{qid}/history',
    group: 'metrics',
    ...viewer,
  },
  getCouplingMetricHistory: {
    method: 'GET',
    path: '/metrics/chips/{chip_id}/couplings/{coupling_id}/history',
    group: 'metrics',
    ...viewer,
  },

  listExecutions: { method: 'GET', path: '/executions', group: 'executions', ...viewer },
  getExecutionLockStatus: { method: 'GET', path: '/executions/lock-status', group: 'executions', ...viewer },
  forceUnlockExecution: { method: 'POST', path: '/executions/lock/force-unlock', group: 'run-queue', ...owner },
  getExecution: { method: 'GET', path: '/executions/{execution_id}', group: 'executions', ...viewer },
  cancelExecution: { method: 'POST', path: '/executions/{flow_run_id}/cancel', group: 'executions', ...editor },
  getChipDates: { method: 'GET', path: '/chips/{chip_id}/dates', group: 'executions', ...viewer },

  listCryostats: { method: 'GET', path: '/cryostats', group: 'cooldowns', ...viewer },
  createCryostat: { method: 'POST', path: '/cryostats', group: 'cooldowns', ...editor },
  getCryostat: { method: 'GET', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...viewer },
  replaceCryostat: { method: 'PUT', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...editor },
  updateCryostat: { method: 'PATCH', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...editor },
  deleteCryostat: { method: 'DELETE', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...editor },
  listCooldowns: { method: 'GET', path: '/cooldowns', group: 'cooldowns', ...viewer },
  createCooldown: { method: 'POST', path: '/cooldowns', group: 'cooldowns', ...editor },
  getCooldown: { method: 'GET', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...viewer },
  replaceCooldown: { method: 'PUT', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...editor },
  updateCooldown: { method: 'PATCH', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...editor },
  deleteCooldown: { method: 'DELETE', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...editor },
  createCooldownWiringCheckpoint: {
    method: 'POST',
    path: '/cooldowns/{cooldown_id}/wiring-checkpoint',
    group: 'cooldowns',
    ...editor,
  },
  listCooldownWiringEvents: {
    method: 'GET',
    path: '/cooldowns/{cooldown_id}/wiring-events',
    group: 'cooldowns',
    ...viewer,
  },
  getCooldownWiringEvent: {
    method: 'GET',
    path: '/cooldowns/{cooldown_id}/wiring-events/{event_id}',
    group: 'cooldowns',
    ...viewer,
  },
  assignChipToCooldown: {
    method: 'POST',
    path: '/cooldowns/{cooldown_id}/chips/{chip_id}',
    group: 'cooldowns',
    ...editor,
  },
  unassignChipFromCooldown: {
    method: 'DELETE',
    path: '/cooldowns/{cooldown_id}/chips/{chip_id}',
    group: 'cooldowns',
    ...editor,
  },

  listFlows: { method: 'GET', path: '/flows', group: 'flows', ...viewer },
  saveFlow: { method: 'POST', path: '/flows', group: 'flows', ...editor },
  listFlowTemplates: { method: 'GET', path: '/flows/templates', group: 'exports', ...user },
  getFlowTemplate: { method: 'GET', path: '/flows/templates/{template_id}', group: 'exports', ...user },
  validateFlow: { method: 'POST', path: '/flows/validate', group: 'flows', ...viewer },
  listFlowHelperFiles: { method: 'GET', path: '/flows/helpers', group: 'exports', ...viewer },
  getFlowHelperFile: { method: 'GET', path: '/flows/helpers/{filename}', group: 'exports', ...viewer },
  getFlow: { method: 'GET', path: '/flows/{name}', group: 'flows', ...viewer },
  deleteFlow: { method: 'DELETE', path: '/flows/{name}', group: 'flows', ...editor },
  executeFlow: { method: 'POST', path: '/flows/{name}/execute', group: 'flows', ...editor },
  listFlowVersions: { method: 'GET', path: '/flows/{name}/versions', group: 'flows', ...viewer },
  getFlowVersion: { method: 'GET', path: '/flows/{name}/versions/{version}', group: 'flows', ...viewer },
  getFileTree: { method: 'GET', path: '/files/tree', group: 'exports', ...viewer },
  getFileContent: { method: 'GET', path: '/files/content', group: 'exports', ...viewer },
  saveFileContent: { method: 'PUT', path: '/files/content', group: 'flows', ...editor },
  validateFileContent: { method: 'POST', path: '/files/validate', group: 'exports', ...user },
  downloadZipFile: { method: 'GET', path: '/files/zip', group: 'exports', ...viewer },
  getGitStatus: { method: 'GET', path: '/files/git/status', group: 'exports', ...viewer },
  listTaskFileBackends: { method: 'GET', path: '/task-files/backends', group: 'exports', ...user },
  getBackendConfig: { method: 'GET', path: '/task-files/backend-config', group: 'exports', ...user },
  getTaskFileSettings: { method: 'GET', path: '/task-files/settings', group: 'exports', ...user },
  getTaskFileTree: { method: 'GET', path: '/task-files/tree', group: 'exports', ...user },
  getTaskFileContent: { method: 'GET', path: '/task-files/content', group: 'exports', ...user },
  // What starts runs is in one group, whose role may.
  reExecuteFromSnapshot: {
    method: 'POST',
    path: '/executions/{execution_id}/re-execute',
    group: 'flows',
    ...editor,
  },
  getRepeatableTasks: {
    method: 'GET',
    path: '/executions/{execution_id}/repeatable-tasks',
    group: 'flows',
    ...viewer,
  },
  reExecuteTasks: {
    method: 'POST',
    path: '/executions/{execution_id}/re-execute-tasks',
    group: 'flows',
    ...editor,
  },
  reExecuteTaskResult: {
    method: 'POST',
    path: '/task-results/{task_id}/re-execute',
    group: 'flows',
    ...editor,
  },
  getChipNotesSummary: { method: 'GET', path: '/chips/{chip_id}/notes-summary', group: 'notes', ...viewer },
  getChipNote: { method: 'GET', path: '/chips/{chip_id}/note', group: 'notes', ...viewer },
  upsertChipNote: { method: 'PUT', path: '/chips/{chip_id}/note', group: 'notes', ...editor },
  deleteChipNote: { method: 'DELETE', path: '/chips/{chip_id}/note', group: 'notes', ...editor },
  upsertQubitNote: { method: 'PUT', path: '/chips/{chip_id}/qubits/{qid}/note', group: 'notes', ...editor },
  deleteQubitNote: { method: 'DELETE', path: '/chips/{chip_id}/qubits/{qid}/note', group: 'notes', ...editor },
  listQubitNoteComments: {
    method: 'GET',
    path: '/chips/{chip_id}/qubits/{qid}/note/comments',
    group: 'notes',
    ...viewer,
  },
  createQubitNoteComment: {
    method: 'POST',
    path: '/chips/{chip_id}/qubits/{qid}/note/comments',
    group: 'notes',
    ...editor,
  },
  updateQubitNoteComment: {
    method: 'PUT',
    path: '/chips/{chip_id}/qubits/{qid}/note/comments/{comment_id}',
    group: 'notes',
    ...editor,
  },
  deleteQubitNoteComment: {
    method: 'DELETE',
    path: '/chips/{chip_id}/qubits/{qid}/note/comments/{comment_id}',
    group: 'notes',
    ...editor,
  },
  upsertQubitMetricNote: {
    method: 'PUT',
    path: '/chips/{chip_id}/qubits/{qid}/metric-notes/{metric_key}',
    group: 'notes',
    ...editor,
  },
  deleteQubitMetricNote: {
    method: 'DELETE',
    path: '/chips/{chip_id}/qubits/{qid}/metric-notes/{metric_key}',
    group: 'notes',
    ...editor,
  },
  upsertCouplingNote: {
    method: 'PUT',
    path: '/chips/{chip_id}/couplings/{coupling_id}/note',
    group: 'notes',
    ...editor,
  },
  deleteCouplingNote: {
    method: 'DELETE',
    path: '/chips/{chip_id}/couplings/{coupling_id}/note',
    group: 'notes',
    ...editor,
  },
  listCouplingNoteComments: {
    method: 'GET',
    path: '/chips/{chip_id}/couplings/{coupling_id}/note/comments',
    group: 'notes',
    ...viewer,
  },
  createCouplingNoteComment: {
    method: 'POST',
    path: '/chips/{chip_id}/couplings/{coupling_id}/note/comments',
    group: 'notes',
    ...editor,
  },
  updateCouplingNoteComment: {
    method: 'PUT',
    path: '/chips/{chip_id}/couplings/{coupling_id}/note/comments/{comment_id}',
    group: 'notes',
    ...editor,
  },
  deleteCouplingNoteComment: {
    method: 'DELETE',
    path: '/chips/{chip_id}/couplings/{coupling_id}/note/comments/{comment_id}',
    group: 'notes',
    ...editor,
  },
  upsertCouplingMetricNote: {
    method: 'PUT',
    path: '/chips/{chip_id}/couplings/{coupling_id}/metric-notes/{metric_key}',
    group: 'notes',
    ...editor,
  },
  deleteCouplingMetricNote: {
    method: 'DELETE',
    path: '/chips/{chip_id}/couplings/{coupling_id}/metric-notes/{metric_key}',
    group: 'notes',
    ...editor,
  },
  getTaskNote: { method: 'GET', path: '/task-results/{task_id}/note', group: 'notes', ...viewer },
  upsertTaskNote: { method: 'PUT', path: '/task-results/{task_id}/note', group: 'notes', ...editor },
  deleteTaskNote: { method: 'DELETE', path: '/task-results/{task_id}/note', group: 'notes', ...editor },
  listChipNoteEvents: { method: 'GET', path: '/chips/{chip_id}/note-events', group: 'notes', ...viewer },
  listTargetNoteEvents: { method: 'GET', path: '/note-events/by-target', group: 'notes', ...viewer },
  listForumCategories: { method: 'GET', path: '/forum/categories', group: 'discussions', ...viewer },
  createForumCategory: { method: 'POST', path: '/forum/categories', group: 'discussions', ...owner },
  updateForumCategory: { method: 'PATCH', path: '/forum/categories/{category_key}', group: 'discussions', ...owner },
  deleteForumCategory: { method: 'DELETE', path: '/forum/categories/{category_key}', group: 'discussions', ...owner },
  // Whoever is in a project takes part in its discussions, and shows images there.
  createImage: { method: 'POST', path: '/images', group: 'images', ...viewer },
  getImage: { method: 'GET', path: '/images/{filename}', group: 'images', ...viewer },
  createForumImage: { method: 'POST', path: '/forum/upload-image', group: 'images', ...viewer },
  getForumImage: { method: 'GET', path: '/forum/images/{filename}', group: 'images', ...viewer },
  createIssueImage: { method: 'POST', path: '/issues/upload-image', group: 'images', ...viewer },
  getIssueImage: { method: 'GET', path: '/issues/images/{filename}', group: 'images', ...viewer },
  listForumPosts: { method: 'GET', path: '/forum/posts', group: 'discussions', ...viewer },
  getChipDiscussionsSummary: {
    method: 'GET',
    path: '/chips/{chip_id}/discussions-summary',
    group: 'discussions',
    ...viewer,
  },
  createForumPost: { method: 'POST', path: '/forum/posts', group: 'discussions', ...viewer },
  getForumPost: { method: 'GET', path: '/forum/posts/{post_id}', group: 'discussions', ...viewer },
  updateForumPost: { method: 'PATCH', path: '/forum/posts/{post_id}', group: 'discussions', ...viewer },
  deleteForumPost: { method: 'DELETE', path: '/forum/posts/{post_id}', group: 'discussions', ...viewer },
  closeForumPost: { method: 'PATCH', path: '/forum/posts/{post_id}/close', group: 'discussions', ...viewer },
  reopenForumPost: { method: 'PATCH', path: '/forum/posts/{post_id}/reopen', group: 'discussions', ...viewer },
  getForumPostReplies: { method: 'GET', path: '/forum/posts/{post_id}/replies', group: 'discussions', ...viewer },
  listForumPostRevisions: {
    method: 'GET',
    path: '/forum/posts/{post_id}/revisions',
    group: 'discussions',
    ...viewer,
  },
  listIssues: { method: 'GET', path: '/issues', group: 'discussions', ...viewer },
  getIssue: { method: 'GET', path: '/issues/{issue_id}', group: 'discussions', ...viewer },
  updateIssue: { method: 'PATCH', path: '/issues/{issue_id}', group: 'discussions', ...viewer },
  deleteIssue: { method: 'DELETE', path: '/issues/{issue_id}', group: 'discussions', ...viewer },
  closeIssue: { method: 'PATCH', path: '/issues/{issue_id}/close', group: 'discussions', ...viewer },
  reopenIssue: { method: 'PATCH', path: '/issues/{issue_id}/reopen', group: 'discussions', ...viewer },
  getIssueReplies: { method: 'GET', path: '/issues/{issue_id}/replies', group: 'discussions', ...viewer },
  getTaskResultIssues: { method: 'GET', path: '/task-results/{task_id}/issues', group: 'discussions', ...viewer },
  createIssue: { method: 'POST', path: '/task-results/{task_id}/issues', group: 'discussions', ...viewer },
  listIssueKnowledge: { method: 'GET', path: '/issue-knowledge', group: 'discussions', ...editor },
  getIssueKnowledge: { method: 'GET', path: '/issue-knowledge/{knowledge_id}', group: 'discussions', ...editor },
  updateIssueKnowledge: { method: 'PATCH', path: '/issue-knowledge/{knowledge_id}', group: 'discussions', ...editor },
  deleteIssueKnowledge: { method: 'DELETE', path: '/issue-knowledge/{knowledge_id}', group: 'discussions', ...editor },
  approveIssueKnowledge: {
    method: 'PATCH',
    path: '/issue-knowledge/{knowledge_id}/approve',
    group: 'discussions',
    ...editor,
  },
  rejectIssueKnowledge: {
    method: 'PATCH',
    path: '/issue-knowledge/{knowledge_id}/reject',
    group: 'discussions',
    ...editor,
  },
  extractIssueKnowledge: {
    method: 'POST',
    path: '/issues/{issue_id}/extract-knowledge',
    group: 'discussions',
    ...editor,
  },
  searchNoteEvents: { method: 'GET', path: '/note-events/search', group: 'search', ...viewer },

  listTaskResults: { method: 'GET', path: '/task-results', group: 'task-results', ...viewer },
  getLatestQubitTaskResults: { method: 'GET', path: '/task-results/qubits/latest', group: 'task-results', ...viewer },
  getLatestCouplingTaskResults: {
    method: 'GET',
    path: '/task-results/couplings/latest',
    group: 'task-results',
    ...viewer,
  },
  getHistoricalQubitTaskResults: {
    method: 'GET',
    path: '/task-results/qubits/history',
    group: 'task-results',
    ...viewer,
  },
  getHistoricalCouplingTaskResults: {
    method: 'GET',
    path: '/task-results/couplings/history',
    group: 'task-results',
    ...viewer,
  },
  getQubitTaskHistory: { method: 'GET', path: '/task-results/qubits/{qid}/history', group: 'task-results', ...viewer },
  getCouplingTaskHistory: {
    method: 'GET',
    path: '/task-results/couplings/{coupling_id}/history',
    group: 'task-results',
    ...viewer,
  },
  getTimeseriesTaskResults: { method: 'GET', path: '/task-results/timeseries', group: 'task-results', ...viewer },
  getTaskResult: { method: 'GET', path: '/tasks/{task_id}/result', group: 'task-results', ...viewer },
  listTasks: { method: 'GET', path: '/tasks', group: 'task-results', ...viewer },
  listTags: { method: 'GET', path: '/tags', group: 'task-results', ...viewer },
  listBackends: { method: 'GET', path: '/backends', group: 'task-results', ...viewer },
  getCalibrationNote: { method: 'GET', path: '/calibrations/note', group: 'task-results', ...viewer },
  listTaskInfo: { method: 'GET', path: '/task-files/tasks', group: 'task-results', ...user },
  listTaskResultAiReviews: { method: 'GET', path: '/task-results/ai-review', group: 'task-results', ...viewer },
  requestBulkAiReview: { method: 'POST', path: '/task-results/ai-review/bulk', group: 'task-results', ...editor },
  listTaskResultAiReviewRuns: { method: 'GET', path: '/task-results/ai-review/runs', group: 'task-results', ...viewer },
  getTaskResultAiReviewRun: {
    method: 'GET',
    path: '/task-results/ai-review/runs/{review_run_id}',
    group: 'task-results',
    ...viewer,
  },
  upsertTaskResultAiReview: {
    method: 'PUT',
    path: '/task-results/{task_id}/ai-review',
    group: 'task-results',
    ...editor,
  },
  listTaskKnowledge: { method: 'GET', path: '/task-knowledge', group: 'task-results', ...viewer },
  getTaskKnowledge: { method: 'GET', path: '/tasks/{task_name}/knowledge', group: 'task-results', ...viewer },
  getTaskKnowledgeMarkdown: {
    method: 'GET',
    path: '/tasks/{task_name}/knowledge/markdown',
    group: 'task-results',
    ...viewer,
  },
  upsertTaskKnowledgeMarkdown: {
    method: 'PUT',
    path: '/tasks/{task_name}/knowledge/markdown',
    group: 'task-results',
    ...editor,
  },
  deleteTaskKnowledgeMarkdown: {
    method: 'DELETE',
    path: '/tasks/{task_name}/knowledge/markdown',
    group: 'task-results',
    ...editor,
  },
  listHeldMeasurements: { method: 'GET', path: '/task-results/held-values', group: 'task-results', ...viewer },
  decideHeldValues: {
    method: 'POST',
    path: '/task-results/held-values/decisions',
    group: 'task-results',
    ...editor,
  },
  setTaskResultExcluded: {
    method: 'POST',
    path: '/task-results/{task_id}/exclude',
    group: 'task-results',
    ...editor,
  },
  setTaskResultsExcluded: { method: 'POST', path: '/task-results/exclusions', group: 'task-results', ...editor },

  getFigureByPath: { method: 'GET', path: '/executions/figure', group: 'artifacts', ...viewer },
  downloadFile: { method: 'GET', path: '/files/raw-data', group: 'artifacts', ...viewer },
  getFileLink: { method: 'GET', path: '/files/link', group: 'artifacts', ...viewer },
  reanalyzeQubitSpectroscopy: {
    method: 'POST',
    path: '/chips/{chip_id}/qubits/{qid}/reanalyze/qubit-spectroscopy',
    group: 'reanalysis',
    ...viewer,
  },
  reanalyzeResonatorSpectroscopy: {
    method: 'POST',
    path: '/chips/{chip_id}/qubits/{qid}/reanalyze/resonator-spectroscopy',
    group: 'reanalysis',
    ...viewer,
  },
  downloadFiguresAsZip: { method: 'POST', path: '/task-results/figures/download', group: 'artifacts', ...viewer },
  createFigureArchive: { method: 'POST', path: '/task-results/figures/archives', group: 'artifacts', ...viewer },
  getFigureArchive: {
    method: 'GET',
    path: '/task-results/figures/archives/{archive_id}',
    group: 'artifacts',
    ...viewer,
  },
  createExport: { method: 'POST', path: '/exports', group: 'export-jobs', ...viewer },
  listExports: { method: 'GET', path: '/exports', group: 'export-jobs', ...viewer },
  getExport: { method: 'GET', path: '/exports/{export_id}', group: 'export-jobs', ...viewer },
  cancelExport: { method: 'POST', path: '/exports/{export_id}/cancel', group: 'export-jobs', ...viewer },
  getExecutionSnapshot: {
    method: 'GET',
    path: '/executions/{execution_id}/snapshot',
    group: 'artifacts',
    ...viewer,
  },
  compareExecutions: { method: 'GET', path: '/provenance/compare', group: 'artifacts', ...viewer },
  getParameterHistory: { method: 'GET', path: '/provenance/history', group: 'provenance', ...viewer },
  getProvenanceEntity: { method: 'GET', path: '/provenance/entities/{entity_id}', group: 'provenance', ...viewer },
  getProvenanceLineage: { method: 'GET', path: '/provenance/lineage/{entity_id}', group: 'provenance', ...viewer },
  getProvenanceImpact: { method: 'GET', path: '/provenance/impact/{entity_id}', group: 'provenance', ...viewer },
  getRecalibrationRecommendations: {
    method: 'GET',
    path: '/provenance/recommendations/{entity_id}',
    group: 'provenance',
    ...viewer,
  },
  getRecentChanges: { method: 'GET', path: '/provenance/changes', group: 'provenance', ...viewer },
  getDegradationTrends: { method: 'GET', path: '/provenance/degradation-trends', group: 'provenance', ...viewer },
  getProvenanceStats: { method: 'GET', path: '/provenance/stats', group: 'provenance', ...viewer },
  getRecentExecutions: { method: 'GET', path: '/provenance/executions', group: 'provenance', ...viewer },

  listWorkers: { method: 'GET', path: '/workers', group: 'workers', ...viewer },
  claimRun: { method: 'POST', path: '/workers/claims', group: 'workers', ...editor },
  heartbeatRun: { method: 'POST', path: '/workers/runs/{flow_run_id}/heartbeat', group: 'workers', ...editor },
  reportTaskResults: { method: 'POST', path: '/workers/runs/{flow_run_id}/task-results', group: 'workers', ...editor },
  createUploads: { method: 'POST', path: '/workers/runs/{flow_run_id}/uploads', group: 'artifacts', ...editor },
  appendRunLog: { method: 'POST', path: '/workers/runs/{flow_run_id}/log', group: 'workers', ...editor },
  finishRun: { method: 'POST', path: '/workers/runs/{flow_run_id}/finish', group: 'workers', ...editor },
  listRunLog: { method: 'GET', path: '/executions/{execution_id}/log', group: 'workers', ...viewer },
  queueFlow: { method: 'POST', path: '/flows/{name}/queue', group: 'run-queue', ...editor },
  getRunQueue: { method: 'GET', path: '/executions/queue', group: 'run-queue', ...viewer },
  deleteQueuedRun: { method: 'DELETE', path: '/executions/queue', group: 'run-queue', ...editor },
  scheduleFlow: { method: 'POST', path: '/flows/{name}/schedule', group: 'schedules', ...editor },
  listFlowSchedules: { method: 'GET', path: '/flows/{name}/schedules', group: 'schedules', ...viewer },
  listAllFlowSchedules: { method: 'GET', path: '/flows/schedules', group: 'schedules', ...viewer },
  previewSchedule: { method: 'POST', path: '/flows/schedules/preview', group: 'schedules', ...viewer },
  getFlowSchedule: { method: 'GET', path: '/flows/schedules/{schedule_id}', group: 'schedules', ...viewer },
  updateFlowSchedule: { method: 'PATCH', path: '/flows/schedules/{schedule_id}', group: 'schedules', ...editor },
  deleteFlowSchedule: { method: 'DELETE', path: '/flows/schedules/{schedule_id}', group: 'schedules', ...editor },
  listScheduleFirings: {
    method: 'GET',
    path: '/flows/schedules/{schedule_id}/firings',
    group: 'schedules',
    ...viewer,
  },
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;

/** All routes with their ids, in the order of the list above. */
export const routeList: readonly ({ operationId: OperationId } & Route)[] = (Object.keys(routes) as OperationId[]).map(
  (operationId) => ({ operationId, ...(routes[operationId] as Route) }),
);

/** The groups that have a route, in order of appearance. */
export const groups: readonly Group[] = [...new Set(routeList.map((route) => route.group))];

/** The key by which API Gateway names a route and the group's Lambda finds its handler. */
export const routeKey = (route: Pick<Route, 'method' | 'path'>): string => `${route.method} ${route.path}`;

/** A group whose operations only read is given no write action on the table. */
export const groupWrites = (group: Group): boolean =>
  routeList.some((route) => route.group === group && route.method !== 'GET');
