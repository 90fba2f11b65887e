/** Facts that two services can agree on, by subject (`64Q/qubit 3`) and field (`t1.value`). */
export type Facts = Map<string, Map<string, Fact>>;

/** Times are ISO 8601 UTC with milliseconds. */
export type Fact = string | number | boolean;

type Json = Record<string, unknown>;

/** Reads the facts of an answer. The services may have further fields, which are not compared. */
export type FactsOf = (answer: Json, chipId: string) => Facts;

export const chipFacts: FactsOf = (answer) =>
  factsOf(listOf(answer.chips), (chip) => [
    `chip ${chip.chip_id}`,
    fieldsOf(chip, ['size', 'topology_id', 'installed_at', 'activity_status', 'current_cooldown_id', 'note.content']),
  ]);

export const tagFacts: FactsOf = (answer) => factsOf(listOf(answer.tags), ({ name }) => [`tag ${name}`, { name }]);

export const qubitFacts: FactsOf = (answer, chipId) =>
  factsOf(listOf(answer.qubits), ({ qid, data }) => [`${chipId}/qubit ${qid}`, valuesOf(data)]);

/** QDash may have a coupling twice, in both orders: of each parameter the newest value counts. */
export const couplingFacts: FactsOf = (answer, chipId) => {
  const byId = Map.groupBy(listOf(answer.couplings), ({ qid }) => targetId(qid));
  return factsOf([...byId], ([id, couplings]) => [`${chipId}/coupling ${id}`, newestValuesOf(couplings)]);
};

export const metricFacts: FactsOf = (answer, chipId) => {
  const facts: Facts = new Map();
  for (const kind of ['qubit', 'coupling'])
    for (const [metric, targets] of entriesOf(answer[`${kind}_metrics`]))
      for (const [id, value] of entriesOf(targets))
        add(facts, `${chipId}/${kind} ${targetId(id)}`, fieldsOf(value as Json, ['value', 'task_id'], `${metric}.`));
  return facts;
};

export const executionFacts: FactsOf = (answer) =>
  factsOf(listOf(answer.executions), (one) => [
    `execution ${one.execution_id}`,
    { ...fieldsOf(one, ['status', 'username', 'start_at', 'end_at']), tags: sortedText(one.tags) },
  ]);

/** The tasks of one execution. */
export const executionTaskFacts: FactsOf = (answer) =>
  factsOf(listOf(answer.task), (task) => [`task ${task.task_id}`, taskFieldsOf(task, task.name)]);

/** One task result with its parameters. */
export const taskResultFacts: FactsOf = (answer) =>
  factsOf([answer], (task) => [
    `task ${task.task_id}`,
    {
      ...taskFieldsOf(task, task.task_name),
      ...parametersOf(task.input_parameters, 'input.'),
      ...parametersOf(task.output_parameters, 'output.'),
      ...parametersOf(task.run_parameters, 'run.'),
      figures: listOf(task.figure_path).length,
    },
  ]);

/** The latest result of a task on each target; a target without one has no facts. */
export const latestFacts: FactsOf = (answer, chipId) =>
  factsOf(
    entriesOf(answer.result).filter(([, result]) => typeof (result as Json | null)?.task_id === 'string'),
    ([id, result]) => [
      `${chipId}/latest ${String(answer.task_name)} of ${targetId(id)}`,
      fieldsOf(result as Json, ['task_id', 'status', 'end_at']),
    ],
  );

export const noteFacts: FactsOf = (answer, chipId) => {
  const facts: Facts = new Map();
  const addNote = (subject: string, note: unknown) =>
    add(facts, subject, fieldsOf((note ?? {}) as Json, ['content', 'updated_by']));
  for (const kind of ['qubit', 'coupling'] as const)
    for (const target of listOf(answer[`${kind}s`])) {
      const subject = `${chipId}/${kind} ${targetId(target.target_id)}`;
      addNote(`${subject} note`, target.note);
      for (const [metric, note] of entriesOf(target.metric_notes)) addNote(`${subject} note of ${metric}`, note);
      for (const comment of listOf(target.comments))
        add(facts, `${subject} comment ${comment.comment_id}`, fieldsOf(comment, ['content', 'created_by']));
    }
  for (const { task_id: taskId, note, ai_review_note: review } of listOf(answer.task_notes)) {
    addNote(`task ${taskId} note`, note);
    addNote(`task ${taskId} review`, review);
  }
  return facts;
};

/** Adds the facts of a subject; one without facts is not listed. */
export function add(facts: Facts, subject: string, fields: Record<string, unknown>): void {
  const known = facts.get(subject) ?? new Map<string, Fact>();
  for (const [field, value] of Object.entries(fields)) {
    const fact = factOf(field, value);
    if (fact !== undefined) known.set(field, fact);
  }
  if (known.size > 0) facts.set(subject, known);
}

function factsOf<T>(rows: readonly T[], read: (row: T) => [subject: string, fields: Record<string, unknown>]): Facts {
  const facts: Facts = new Map();
  for (const row of rows) add(facts, ...read(row));
  return facts;
}

/** Nothing, null and an empty text say the same. A time without offset is UTC, as QDash stores it. */
function factOf(field: string, value: unknown): Fact | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') return JSON.stringify(value);
  return /(_at|\.calibrated_at)$/.test(field) ? instantOf(value) : value;
}

function instantOf(text: string): string {
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

function fieldsOf(row: Json, names: readonly string[], prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [
      `${prefix}${name}`,
      name.split('.').reduce<unknown>((value, part) => (value as Json | undefined)?.[part], row),
    ]),
  );
}

const taskFieldsOf = (task: Json, name: unknown): Record<string, unknown> => ({
  name,
  target: targetId(task.qid),
  ...fieldsOf(task, ['status', 'start_at', 'end_at']),
});

const valueFields = ['value', 'unit', 'calibrated_at', 'execution_id', 'task_id'];

const valuesOf = (data: unknown): Record<string, unknown> =>
  Object.assign({}, ...entriesOf(data).map(([name, value]) => fieldsOf(value as Json, valueFields, `${name}.`)));

function newestValuesOf(couplings: readonly Json[]): Record<string, unknown> {
  const newest = new Map<string, Json>();
  for (const [name, value] of couplings.flatMap(({ data }) => entriesOf(data))) {
    const known = newest.get(name);
    const isOlder = known && timeOf(known) >= timeOf(value as Json);
    if (!isOlder) newest.set(name, value as Json);
  }
  return valuesOf(Object.fromEntries(newest));
}

const timeOf = ({ calibrated_at: at }: Json): string => (typeof at === 'string' ? instantOf(at) : '');

const parametersOf = (parameters: unknown, prefix: string): Record<string, unknown> =>
  Object.assign(
    {},
    ...entriesOf(parameters).map(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? fieldsOf(value as Json, ['value', 'unit'], `${prefix}${name}.`)
        : { [`${prefix}${name}`]: value },
    ),
  );

/** A coupling of numbered qubits has one id here, the lower number first. */
function targetId(id: unknown): string {
  const [, a, b] = /^(\d+)-(\d+)$/.exec(String(id ?? '')) ?? [];
  return a !== undefined && b !== undefined && Number(a) > Number(b) ? `${b}-${a}` : String(id ?? '');
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : [];

const sortedText = (value: unknown): string => (Array.isArray(value) ? value.map(String).sort().join(' ') : '');
