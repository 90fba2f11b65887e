import type { OperationId } from '#shared/api/routes.ts';
import type { Place } from './places.ts';

/** What an id in a request can name. */
export type Ids = Record<(typeof kinds)[number], string>;

const kinds = [
  'project',
  'chip',
  'qubit',
  'coupling',
  'topology',
  'metric',
  'cryostat',
  'cooldown',
  'wiringEvent',
  'flow',
  'flowFile',
  'flowHelper',
  'version',
  'schedule',
  'execution',
  'flowRun',
  'task',
  'entity',
  'comment',
  'post',
  'category',
  'figure',
  'rawData',
  'image',
  'archive',
  'export',
  'reviewRun',
  'token',
  'notification',
  'session',
  'webhook',
  'delivery',
  'chatMessage',
  'auditEntry',
  'worker',
  'claimKey',
  'idempotencyKey',
  'member',
  'cursor',
] as const;

type Kind = (typeof kinds)[number];

/** The parameters and fields that name something of a project, by name; of a single operation where it differs there. */
const namesOfIds: Record<string, Kind | readonly Kind[]> = {
  project_id: 'project',
  default_project_id: 'project',
  'x-project-id': 'project',
  chip_id: 'chip',
  chip_ids: 'chip',
  target_id: ['chip', 'qubit', 'coupling', 'task'],
  targets: ['qubit', 'coupling'],
  qubits: 'qubit',
  exclude_couplings: 'coupling',
  qid: 'qubit',
  qids: 'qubit',
  exclude: 'qubit',
  coupling_id: 'coupling',
  topology_id: 'topology',
  readout_lines: 'qubit',
  // A topology names qubits of its own.
  'createTopology.': [],
  'createTopology.qubits': [],
  'createTopology.readout_lines': [],
  metric: 'metric',
  metrics: 'metric',
  metric_key: 'metric',
  only_metric: 'metric',
  parameter: 'metric',
  parameter_name: 'metric',
  parameter_names: 'metric',
  entity_id: 'entity',
  cryo_id: 'cryostat',
  cooldown_id: 'cooldown',
  cooldown_id_before: 'cooldown',
  cooldown_id_after: 'cooldown',
  event_id: 'wiringEvent',
  flow_name: 'flow',
  flow_function_name: 'flow',
  version: 'version',
  schedule_id: 'schedule',
  execution_id: 'execution',
  execution_id_before: 'execution',
  execution_id_after: 'execution',
  flow_run_id: 'flowRun',
  task_id: 'task',
  task_ids: 'task',
  source_task_id: 'task',
  comment_id: 'comment',
  post_id: 'post',
  issue_id: 'post',
  knowledge_id: 'post',
  parent_id: 'post',
  category: 'category',
  category_key: 'category',
  path: ['figure', 'rawData'],
  paths: ['figure', 'rawData'],
  'getFileContent.path': 'flowFile',
  'saveFileContent.path': 'flowFile',
  'downloadZipFile.path': 'flowFile',
  'getTaskFileContent.path': [],
  'getTaskFileTree.backend': [],
  'getFlowHelperFile.filename': 'flowHelper',
  'getImage.filename': 'image',
  'getForumImage.filename': 'image',
  'getIssueImage.filename': 'image',
  figures: 'figure',
  raw_data: 'rawData',
  archive_id: 'archive',
  export_id: 'export',
  review_run_id: 'reviewRun',
  token_id: 'token',
  notification_id: 'notification',
  session_id: 'session',
  webhook_id: 'webhook',
  delivery_id: 'delivery',
  chat_message_id: 'chatMessage',
  audit_id: 'auditEntry',
  worker: 'worker',
  claim_key: 'claimKey',
  'idempotency-key': 'idempotencyKey',
  username: 'member',
  actor: 'member',
  author: 'member',
  assignee: 'member',
  assignees: 'member',
  assignee_username: 'member',
  cursor: 'cursor',
  ...ofFlows(['getFlow', 'deleteFlow', 'executeFlow', 'queueFlow', 'scheduleFlow']),
  ...ofFlows(['validateFlow']),
  ...ofFlows(['listFlowVersions', 'getFlowVersion', 'listFlowSchedules', 'saveFlow']),
};

/** Elsewhere a name is a title. */
function ofFlows(operationIds: readonly OperationId[]): Record<string, Kind> {
  return Object.fromEntries(operationIds.map((id) => [`${id}.name`, 'flow' as const]));
}

/**
 * Operations that may name people from outside the project: an inviter, or an owner who transfers a project, may learn
 * whether a user exists. The operations of administrators and of the login are among them.
 */
const namesAnybody: readonly OperationId[] = [
  'inviteProjectMember',
  'transferProjectOwnership',
  'registerUser',
  'resetPassword',
  'login',
  'getUserDetails',
  'updateUserSettings',
  'deleteUser',
  'createProjectForUser',
  'addProjectMemberAdmin',
  'listUserSessions',
  'deleteUserSession',
];

/** The parameters and fields that name nothing of a project: values, texts, words that all projects share. */
const plainNames = new Set(
  `action report remarks collections missing named examples collection unchanged refused kept derived merged imported dump active activity_status as_of at attempt avatar_key base run_key before_start_at before_as_of browser_key response backend backends calibrated_at calibration calibrations chip claim_timeout_seconds
  code coherence color comment condition content_blocks coupling_fidelity cr_direction device_id is_within_24h max min only_maximum_connected qubit_fidelity
  readout_fidelity commissioned_at content content_type count couplings csv create_default_project cron current_password date
  decommissioned_at device_name digest files from head import_id sha256 measured_at state
  default_parameters default_role default_run_parameters deleted delta description display_name documents conf props
  enabled_only end_at ended_at error excluded disabled must_change_password system_role search expires_at fence file filename file_type force format freshness_hours frequency gate from_snapshot_version permanent full_name icon include_archived is_archived is_closed key label labels
  if-match if-none-match include input input_parameters installed_at kind level limit lines location manufacturer max_depth message
  month muted_kinds unread_only url kinds target_url address quiet_hours to digest_at channel token
  message_contains min_streak model mux_id name new_password note number offset ongoing order organization other output output_parameters
  parameter_overrides parameters password planned_tasks presence q r2 readout reason reconfigure require_acceptance role run run_parameters
  persist points parameter_name qid_role runner running scheduled_time scope selection_mode sequence setting simulated_values since size size_bytes skip software sort sort_order stack_trace stage subjects trace x y
  start_at start_from start_to started_at status tag tags task task_name technology wiring device lowest highest value_limits task_status task_type template_id target_type text timezone title type unit
  directed mux_size as_of_after as_of_before date_after date_before value_gate lock_scope decision values id
  states accept_level form outputs needs flows position
  spec backend_name until update_params usage_days value value_type which wiring_blocks wiring_info within_days within_hours days
  severity accepted_parameters needs_review primary_reason suggested_labels recommended_action review_markdown model_provider model_name
  entity_type model_override latest_only provider manual_data source
  human_label failure_mode_labels case_type model_error_type resolution_label symptom model_prediction human_review_decision
  root_cause resolution boundary_criteria lesson_learned applicability counterexample prompt_guidance
  f01_height_min f12_distance_min f12_distance_max f12_height_min binarize_threshold_sigma_plus binarize_threshold_sigma_minus top_power retry_with_trim
  low_power num_resonators high_power_min high_power_max bare_shift_estimator_type bare_shift_strength_limit resonator_assignment_pattern`.split(
    /\s+/,
  ),
);

/**
 * The kinds of entities that a value in a place names; empty if it names nothing of a project.
 * @throws Error for a name that is on neither list: add it to one.
 */
export function kindsAt({ operationId, name }: Place): readonly Kind[] {
  if (name === 'username' && namesAnybody.includes(operationId)) return [];
  const found = namesOfIds[`${operationId}.${name}`] ?? namesOfIds[name];
  if (found) return [found].flat();
  if (plainNames.has(name)) return [];
  throw new Error(`'${name}' of ${operationId} may name something of a project: say so in foreign-ids.ts`);
}

/** Ids in the form of each kind that do not exist. */
export const nobodysIds: Ids = {
  project: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d01',
  chip: 'chip-none',
  qubit: '9',
  coupling: '9-10',
  topology: 'topology-none',
  metric: 'metric_none',
  cryostat: 'fridge-none',
  cooldown: 'cd-1-none',
  wiringEvent: '9',
  flow: 'sample_flow_none',
  flowFile: 'flows/sample_flow_none/v1.yaml',
  flowHelper: 'sample_flow_none.yaml',
  version: '8',
  schedule: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d02',
  execution: '20250104-008',
  flowRun: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d03',
  task: 'task-of-chip-none',
  entity: 'task:chip-none:metric_none:task-of-chip-none',
  comment: '01a2084702067056821f13e0b9c1ce99',
  post: '01a2084702067056821f13e0b9c1ce98',
  category: 'category-none',
  figure: 'figures/0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d01/0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d03/1-only/CheckT1_9.svg',
  rawData: 'raw/0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d01/0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d03/1-only/CheckT1_9_raw.csv',
  image: '0123456789abcdef0123456789abcdef-2x3.png',
  export: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d05',
  archive: '3b639247d755808101b17de2904f0a14d65dcbb749599e88c209e64f0358e299',
  reviewRun: 'airv_01a2084702067056821f13e0b9c1ce97',
  token: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d04',
  notification: '1735689600000-0123456789abcdef0123456789abcdef',
  session: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d06',
  webhook: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d06',
  delivery: '1735689600000-0123456789abcdef0123456789abcde0',
  auditEntry: '01955555-5555-7555-9555-555555555555',
  chatMessage: '1740830400000-eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  worker: 'fridge-2-none',
  claimKey: 'key-none',
  idempotencyKey: 'once-none',
  member: 'nobody-at-all',
  cursor: 'none',
};

const passing = [
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, '{time}'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '{uuid}'],
  [/\b[0-9a-f]{32,64}\b/g, '{hash}'],
  [/fid_[\w-]+/g, '{token}'],
] as const;

/** An answer's text without ids and without what differs from one request to the next. */
export function masked(text: string, ids: readonly Ids[]): string {
  // Ids of two kinds may be the same number: which of them it was is not told.
  const values = ids.flatMap((one) => Object.values(one)).sort((a, b) => b.length - a.length);
  let result = text;
  for (const value of values) {
    // An id may be a part of another one, or of a time.
    const pattern = new RegExp(`(?<![\\w-])${value.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`, 'g');
    result = result.replaceAll(pattern, '{id}');
  }
  return passing.reduce((masking, [pattern, name]) => masking.replaceAll(pattern, name), result);
}
