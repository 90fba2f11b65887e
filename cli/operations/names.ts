import type { OfferedId } from '#shared/api/routes.ts';

/** A named command for a frequent operation. All others are called by `api` and their id. */
export interface NamedOperation {
  /** The words as typed, such as `runs show`. */
  words: string;
  operationId: OfferedId;
  /** Positional fields in order; by default those of the path. */
  takes?: readonly string[];
  /** The list of the response that is shown as a table, or a function that builds it; by default its only list. */
  rows?: string | ((answer: Record<string, unknown>) => Record<string, unknown>[]);
  /** Columns of the table, or fields of a single object; by default all short ones. */
  columns?: readonly string[];
}

/** In the order of the help. */
export const namedOperations: readonly NamedOperation[] = [
  {
    words: 'runs',
    operationId: 'listExecutions',
    columns: ['execution_id', 'name', 'chip_id', 'status', 'start_at', 'end_at', 'username'],
  },
  { words: 'runs show', operationId: 'getExecution' },
  { words: 'runs start', operationId: 'executeFlow' },
  { words: 'runs cancel', operationId: 'cancelExecution' },
  { words: 'runs repeat', operationId: 'reExecuteFromSnapshot' },
  { words: 'runs repeat-tasks', operationId: 'reExecuteTasks' },
  { words: 'runs log', operationId: 'listRunLog' },
  { words: 'runs lock', operationId: 'getExecutionLockStatus' },
  {
    words: 'runs queue',
    operationId: 'getRunQueue',
    rows: 'waiting',
    columns: ['position', 'flow_run_id', 'flow_name', 'queued_by', 'queued_at', 'estimated_start'],
  },
  { words: 'runs enqueue', operationId: 'queueFlow' },
  { words: 'runs move', operationId: 'updateQueuedRun', takes: ['flow_run_id', 'position'] },
  { words: 'runs unqueue', operationId: 'deleteQueuedRun', takes: ['flow_run_id'] },
  {
    words: 'tasks',
    operationId: 'listTaskResults',
    columns: ['task_id', 'task_name', 'qid', 'status', 'start_at', 'message'],
  },
  { words: 'tasks show', operationId: 'getTaskResult' },
  { words: 'tasks pack-figures', operationId: 'createFigureArchive', takes: ['paths'] },
  { words: 'tasks packed-figures', operationId: 'getFigureArchive' },
  { words: 'tasks repeat', operationId: 'reExecuteTaskResult' },
  { words: 'tasks run', operationId: 'queueTask', takes: ['chip_id', 'task_name', 'parameters'] },
  { words: 'tasks exclude', operationId: 'setTaskResultExcluded' },
  { words: 'chips show', operationId: 'getChip' },
  { words: 'chips qubits', operationId: 'listChipQubits' },
  { words: 'chips couplings', operationId: 'listChipCouplings' },
  { words: 'chips mux', operationId: 'getChipMux' },
  { words: 'chips replace', operationId: 'replaceChip' },
  { words: 'chips create', operationId: 'createChip', takes: ['chip_id'] },
  { words: 'chips delete', operationId: 'deleteChip' },
  { words: 'topologies', operationId: 'listProjectTopologies' },
  { words: 'topologies show', operationId: 'getTopology' },
  { words: 'topologies create', operationId: 'createTopology' },
  { words: 'topologies delete', operationId: 'deleteTopology' },
  {
    words: 'values',
    operationId: 'getChipMetrics',
    rows: valueRows,
    columns: ['target', 'metric', 'value', 'error', 'unit', 'calibrated_at', 'state'],
  },
  { words: 'values qubit', operationId: 'getChipQubit' },
  { words: 'values coupling', operationId: 'getChipCoupling' },
  {
    words: 'values history',
    operationId: 'getQubitMetricHistory',
    takes: ['chip_id', 'qid', 'metric'],
    rows: 'history',
  },
  { words: 'values set', operationId: 'updateCalibrationParameters', takes: ['chip_id', 'qid', 'parameters'] },
  { words: 'values medians', operationId: 'getChipMedians', takes: ['chip_id', 'timezone'], rows: 'days' },
  { words: 'values held', operationId: 'listHeldMeasurements' },
  { words: 'values drift', operationId: 'getChipDrift' },
  { words: 'report', operationId: 'downloadMetricsPdf', takes: ['chip_id', 'report'] },
  { words: 'notes', operationId: 'listChipNoteEvents' },
  { words: 'notes show', operationId: 'getChipNotesSummary' },
  { words: 'notes write', operationId: 'upsertChipNote', takes: ['chip_id', 'content'] },
  { words: 'notes write-qubit', operationId: 'upsertQubitNote', takes: ['chip_id', 'qid', 'content'] },
  { words: 'notes write-coupling', operationId: 'upsertCouplingNote', takes: ['chip_id', 'coupling_id', 'content'] },
  { words: 'notes write-task', operationId: 'upsertTaskNote', takes: ['task_id', 'content'] },
  { words: 'notes show-task', operationId: 'getTaskNote' },
  { words: 'notes delete-qubit-metric', operationId: 'deleteQubitMetricNote' },
  { words: 'notes delete-coupling-metric', operationId: 'deleteCouplingMetricNote' },
  { words: 'notes comment', operationId: 'createQubitNoteComment', takes: ['chip_id', 'qid', 'content'] },
  { words: 'search', operationId: 'searchNoteEvents', takes: ['q'] },
  { words: 'schedules', operationId: 'listAllFlowSchedules' },
  { words: 'schedules create', operationId: 'scheduleFlow' },
  { words: 'schedules change', operationId: 'updateFlowSchedule' },
  { words: 'schedules delete', operationId: 'deleteFlowSchedule' },
  { words: 'schedules firings', operationId: 'listScheduleFirings' },
  { words: 'workers', operationId: 'listWorkers' },
  { words: 'discussions', operationId: 'listForumPosts' },
  { words: 'discussions show', operationId: 'getForumPost' },
  { words: 'discussions replies', operationId: 'getForumPostReplies' },
  { words: 'discussions start', operationId: 'createForumPost' },
  {
    words: 'discussions categories',
    operationId: 'listForumCategories',
    columns: ['key', 'name', 'description', 'sort_order'],
  },
  { words: 'discussions categories create', operationId: 'createForumCategory', takes: ['name'] },
  { words: 'discussions categories change', operationId: 'updateForumCategory' },
  { words: 'discussions categories archive', operationId: 'deleteForumCategory' },
  { words: 'discussions close', operationId: 'closeForumPost' },
  { words: 'cooldowns', operationId: 'listCooldowns' },
  { words: 'cryostats', operationId: 'listCryostats' },
  { words: 'cryostats show', operationId: 'getCryostat' },
  { words: 'projects', operationId: 'listProjects' },
  { words: 'projects show', operationId: 'getProject' },
  { words: 'projects cancel-import', operationId: 'deleteProjectImport' },
  { words: 'members', operationId: 'listProjectMembers' },
  { words: 'inbox', operationId: 'listNotifications' },
  { words: 'exports', operationId: 'listExports' },
  { words: 'archived-results', operationId: 'listArchivedMonths' },
  { words: 'archived-results show', operationId: 'getArchivedMonth' },
  { words: 'archived-results restore', operationId: 'restoreArchivedMonth', takes: ['chip_id', 'month'] },
  { words: 'service health', operationId: 'getServiceHealth', rows: 'parts' },
  { words: 'tokens', operationId: 'listApiTokens' },
];

type Cells = Record<string, Record<string, Record<string, unknown>>>;

/** One row per metric and target, qubits first. */
function valueRows({ qubit_metrics: ofQubits, coupling_metrics: ofCouplings }: Record<string, unknown>) {
  return [ofQubits, ofCouplings].flatMap((metrics) =>
    Object.entries(metrics as Cells).flatMap(([metric, cells]) =>
      Object.entries(cells).map(([target, cell]) => ({ target, metric, ...cell })),
    ),
  );
}
