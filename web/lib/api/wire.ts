import type { ResponseBody } from './api.ts';

/** Wire records that pages pass around, projected from the registry. */
export type User = ResponseBody<'getCurrentUser'>;
export type Project = ResponseBody<'getProject'>;
export type Member = ResponseBody<'acceptProjectInvitation'>;
export type ListedProject = ResponseBody<'listAllProjects'>['projects'][number];
export type Person = ResponseBody<'listAllUsers'>['users'][number];
export type Session = ResponseBody<'listSessions'>['sessions'][number];
export type Webhook = ResponseBody<'getWebhook'>;
export type Chat = NonNullable<ResponseBody<'getChat'>['chat']>;
export type ChatMessage = ResponseBody<'listChatMessages'>['messages'][number];
export type NotificationMute = ResponseBody<'getNotificationSettings'>['mutes'][number];
export type EmailSettings = ResponseBody<'getEmailSettings'>;
export type WebhookDelivery = ResponseBody<'replayWebhookDelivery'>;
export type ApiToken = ResponseBody<'listApiTokens'>['tokens'][number];
export type Chip = ResponseBody<'getChip'>;
export type ChipSummary = ResponseBody<'listChips'>['chips'][number];
export type Target = ResponseBody<'getChipQubit'>;
export type Parameter = Target['data'][string];
export type Mux = ResponseBody<'getChipMux'>;
export type ChipOfDay = ResponseBody<'getChipDay'>;
export type Topology = ResponseBody<'getTopologyById'>['data'];
export type ImportResult = ResponseBody<'importChip'>;
export type ChipMetrics = ResponseBody<'getChipMetrics'>;
/** A value that waits to be accepted. */
export type HeldCell = ChipMetrics['held_values'][number];
export type MetricCell = ChipMetrics['qubit_metrics'][string][string];
export type ChipHealth = ResponseBody<'getChipHealth'>;
export type QubitHealth = ChipHealth['qubits'][string];
export type ChipPatch = ResponseBody<'getChipBestPatch'>;
export type MetricsConfig = ResponseBody<'getMetricsConfig'>;
export type MetricDefinition = MetricsConfig['qubit_metrics'][string];
export type MetricHistoryItem = ResponseBody<'getQubitMetricHistory'>['history'][number];
export type ProvenanceGraph = ResponseBody<'getProvenanceLineage'>;
export type ParameterVersion = ResponseBody<'getProvenanceEntity'>;
export type ProvenanceActivity = NonNullable<ProvenanceGraph['origin']['activity']>;
export type RunSummary = ResponseBody<'listExecutions'>['executions'][number];
export type Run = ResponseBody<'getExecution'>;
export type RunTask = Run['task'][number];
export type TaskDetail = ResponseBody<'getTaskResult'>;
export type Reanalysis = ResponseBody<'reanalyzeQubitSpectroscopy'>;
export type TaskResult = ResponseBody<'getQubitTaskHistory'>['data'][string];
export type FlowSummary = ResponseBody<'listFlows'>['flows'][number];
export type Flow = ResponseBody<'getFlow'>;
export type FlowVersion = ResponseBody<'getFlowVersion'>;
export type FlowVersionSummary = ResponseBody<'listFlowVersions'>['versions'][number];
export type FlowTemplate = ResponseBody<'listFlowTemplates'>[number];
export type Schedule = ResponseBody<'getFlowSchedule'>;
export type Firing = ResponseBody<'listScheduleFirings'>['firings'][number];
export type AuditEntry =
  | ResponseBody<'listProjectAuditEntries'>['entries'][number]
  | ResponseBody<'listSystemAuditEntries'>['entries'][number];
export type Snapshot = ResponseBody<'getExecutionSnapshot'>;
export type RunComparison = ResponseBody<'compareExecutions'>;
export type ParameterDiff = RunComparison['changed_parameters'][number];
export type LockStatus = ResponseBody<'getExecutionLockStatus'>;
export type RunQueue = ResponseBody<'getRunQueue'>;
export type QueuedRun = NonNullable<RunQueue['queued']>;
export type SeenWorker = ResponseBody<'listWorkers'>['workers'][number];
export type LogLine = ResponseBody<'listRunLog'>['lines'][number];
export type Cryostat = ResponseBody<'getCryostat'>;
export type Cooldown = ResponseBody<'getCooldown'>;
export type WiringEvent = ResponseBody<'listCooldownWiringEvents'>['events'][number];
export type NotesSummary = ResponseBody<'getChipNotesSummary'>;
export type ScopedNote = NotesSummary['chip_note'];
export type TargetNotes = NotesSummary['qubits'][number];
export type NoteComment = TargetNotes['comments'][number];
export type NoteEvent = ResponseBody<'listChipNoteEvents'>['events'][number];
export type FoundNoteEvent = ResponseBody<'searchNoteEvents'>['events'][number];
export type Notification = ResponseBody<'markNotificationRead'>;
/** A thread, or a reply of one. */
export type Post = ResponseBody<'getForumPost'>;
export type Thread = Post;
export type DiscussionsSummary = ResponseBody<'getChipDiscussionsSummary'>;
export type ProjectRole = Member['role'];

export type { LatticeKind, TargetKind } from '#shared/domain/target-kinds.ts';
