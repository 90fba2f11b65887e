/** The description of a started service; see `test/fuzz/serve.ts`. */
export interface FuzzedService {
  url: string;
  token: string;
  /** Names of the project and its content. */
  names: {
    projectId: string;
    chipId: string;
    cryoId: string;
    idleCryoId: string;
    cooldownId: string;
    flowName: string;
    scheduleId: string;
    executionId: string;
    flowRunId: string;
    workerRunId: string;
    qubitCommentId: string;
    couplingCommentId: string;
    taskId: string;
    notedTaskId: string;
    archiveId: string;
    exportId: string;
    figurePath: string;
    rawDataPath: string;
    member: string;
    outsider: string;
  };
  /** Projects, and chips of the filled project, that a call may delete. */
  scrapProjects: readonly string[];
  scrapChips: readonly string[];
}

type Dictionary = Record<string, readonly (string | number)[]>;

/** Probability of an existing id; otherwise the schema generates one. */
const probability = 0.7;

/** Existing values for each parameter of path, query or body. */
function knownValues({ names }: FuzzedService): Dictionary {
  return {
    chip_id: [names.chipId],
    qid: ['17', '0'],
    coupling_id: ['0-1'],
    mux_id: [0],
    cryo_id: [names.cryoId, names.idleCryoId],
    cooldown_id: [names.cooldownId],
    name: [names.flowName],
    version: [1],
    template_id: ['bringup', 'check_one_qubit'],
    topology_id: ['linear-2', 'linear-32'],
    metric: ['t1', 'cz_gate_fidelity'],
    metric_key: ['t1', 'cz_gate_fidelity'],
    parameter: ['t1'],
    task: ['CheckT1', 'CheckZX90'],
    username: [names.member, names.outsider],
    schedule_id: [names.scheduleId],
    execution_id: [names.executionId],
    execution_id_before: [names.executionId],
    execution_id_after: [names.executionId],
    flow_run_id: [names.workerRunId, names.flowRunId],
    comment_id: [names.qubitCommentId, names.couplingCommentId],
    task_id: [names.taskId, names.notedTaskId],
    archive_id: [names.archiveId],
    export_id: [names.exportId],
    path: [names.figurePath, names.rawDataPath],
  };
}

/** Destructive operations, and what they may delete. */
const scraps = ({ scrapProjects, scrapChips, names }: FuzzedService): Record<string, Dictionary> => ({
  deleteProject: { project_id: scrapProjects },
  transferProjectOwnership: { project_id: scrapProjects },
  deleteChip: { chip_id: scrapChips },
  deleteCryostat: { cryo_id: [names.idleCryoId] },
});

const toml = (value: unknown) => JSON.stringify(value);

/** Builds `schemathesis.toml` for a service, with its ids as dictionaries. */
export function fuzzConfiguration(service: FuzzedService, options: { perOperation: number; hooks: string }): string {
  const known = knownValues(service);
  const ofOperations = Object.entries(scraps(service));
  const dictionary = (name: string, values: Dictionary[string]) => `[dictionaries.${name}]\nvalues = ${toml(values)}`;
  const binding = (name: string, of: string) =>
    `${toml(name)} = { dictionary = ${toml(of)}, probability = ${probability} }`;
  return [
    `headers = { Authorization = ${toml(`Bearer ${service.token}`)}, X-Project-Id = ${toml(service.names.projectId)} }`,
    `hooks = ${toml(options.hooks)}`,
    'continue-on-failure = true',
    'max-redirects = 0',
    'request-timeout = 60',
    `[generation]\nmax-examples = ${options.perOperation}\ndatabase = "none"`,
    '[phases]\nexamples.enabled = true\ncoverage.enabled = true\ncoverage.unexpected-methods = []\nfuzzing.enabled = true\nstateful.enabled = false',
    `[checks]\nenabled = false\n${checks.map((name) => `${name}.enabled = true`).join('\n')}`,
    '[parameters]',
    ...Object.keys(known).flatMap((name) => [binding(name, name), binding(`body.${name}`, name)]),
    binding('body.paths[*]', 'path'),
    binding('body.chip_ids[*]', 'chip_id'),
    binding('project_id', 'project_id'),
    ...Object.entries(known).map(([name, values]) => dictionary(name, values)),
    dictionary('project_id', [service.names.projectId]),
    ...ofOperations.flatMap(([operationId, fields]) =>
      Object.entries(fields).map(([name, values]) => dictionary(`${operationId}_${name}`, values)),
    ),
    ...ofOperations.map(([operationId, fields]) =>
      [
        `[[operations]]\ninclude-operation-id = ${toml(operationId)}`,
        `parameters = { ${Object.keys(fields)
          .map((name) => binding(name, `${operationId}_${name}`))
          .join(', ')} }`,
      ].join('\n'),
    ),
    '',
  ].join('\n');
}

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'ignored_auth',
];
