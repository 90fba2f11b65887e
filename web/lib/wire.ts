import type { Answer } from './api.ts';

/** Wire records that pages pass around, projected from the registry. */
export type User = Answer<'getCurrentUser'>;
export type Project = Answer<'getProject'>;
export type Member = Answer<'acceptProjectInvitation'>;
export type ApiToken = Answer<'listApiTokens'>['tokens'][number];
export type Chip = Answer<'getChip'>;
export type ChipSummary = Answer<'listChips'>['chips'][number];
export type Target = Answer<'getChipQubit'>;
export type Parameter = Target['data'][string];
export type Topology = Answer<'getTopologyById'>['data'];
export type ImportResult = Answer<'importChip'>;
export type ChipMetrics = Answer<'getChipMetrics'>;
export type MetricCell = ChipMetrics['qubit_metrics'][string][string];
export type MetricsConfig = Answer<'getMetricsConfig'>;
export type MetricDefinition = MetricsConfig['qubit_metrics'][string];
export type MetricHistoryItem = Answer<'getQubitMetricHistory'>['history'][number];
export type Execution = Answer<'listExecutions'>['executions'][number];
export type Run = Answer<'getExecution'>;
export type RunTask = Run['task'][number];
export type TaskDetail = Answer<'getTaskResult'>;
export type TaskResult = Answer<'getQubitTaskHistory'>['data'][string];
export type FlowSummary = Answer<'listFlows'>['flows'][number];
export type Flow = Answer<'getFlow'>;
export type FlowVersion = Answer<'getFlowVersion'>;
export type FlowVersionSummary = Answer<'listFlowVersions'>['versions'][number];
export type FlowTemplate = Answer<'listFlowTemplates'>[number];
export type Schedule = Answer<'getFlowSchedule'>;
export type Firing = Answer<'listScheduleFirings'>['firings'][number];
export type Snapshot = Answer<'getExecutionSnapshot'>;
export type ExecutionComparison = Answer<'compareExecutions'>;
export type ParameterDiff = ExecutionComparison['changed_parameters'][number];
export type QueuedRun = NonNullable<Answer<'getRunQueue'>['queued']>;
export type SeenWorker = Answer<'listWorkers'>['workers'][number];
export type LogLine = Answer<'listRunLog'>['lines'][number];
export type Cryostat = Answer<'getCryostat'>;
export type Cooldown = Answer<'getCooldown'>;
export type NotesSummary = Answer<'getChipNotesSummary'>;
export type ScopedNote = NotesSummary['chip_note'];
export type TargetNotes = NotesSummary['qubits'][number];
export type NoteComment = TargetNotes['comments'][number];
export type NoteEvent = Answer<'listChipNoteEvents'>['events'][number];
export type FoundNoteEvent = Answer<'searchNoteEvents'>['events'][number];
export type ProjectRole = Member['role'];

/** What a value belongs to. */
export type TargetKind = 'qubit' | 'coupling';
