/** Facts that two services can agree on, by subject (`64Q/qubit 3`) and field (`t1.value`). */
export type Facts = Map<string, Map<string, Fact>>;

/** Times are ISO 8601 UTC with milliseconds. */
export type Fact = string | number | boolean;

type Json = Record<string, unknown>;

/** Reads the facts of an answer. The services may have further fields, which are not compared. */
export type FactsOf = (answer: Json, chipId: string, other?: OtherAnswer) => Facts;

/** What the other service answered to the same read. */
export interface OtherAnswer {
  service: 'QDash' | 'Fiducial';
  answer: Json;
}

export const chipFacts: FactsOf = (answer) =>
  factsOf(listOf(answer.chips), (chip) => [
    `chip ${chip.chip_id}`,
    fieldsOf(chip, ['size', 'topology_id', 'installed_at', 'activity_status', 'current_cooldown_id', 'note.content']),
  ]);

export const tagFacts: FactsOf = (answer) => factsOf(listOf(answer.tags), ({ name }) => [`tag ${name}`, { name }]);

/**
 * QDash may have a target several times: a qubit once for each user, a coupling in both orders. Of each parameter the newest
 * value counts.
 */
const targetFacts =
  (kind: 'qubit' | 'coupling'): FactsOf =>
  (answer, chipId, other) => {
    const byId = (one: Json) => Map.groupBy(listOf(one[`${kind}s`]), ({ qid }) => targetId(qid));
    const others = byId(other?.answer ?? {});
    return factsOf([...byId(answer)], ([id, targets]) => [
      `${chipId}/${kind} ${id}`,
      valuesOf(newestValuesOf(targets), newestValuesOf(others.get(id) ?? [])),
    ]);
  };

export const qubitFacts = targetFacts('qubit');
export const couplingFacts = targetFacts('coupling');

/**
 * The metrics of tasks. A coupling that QDash has in both orders has no time with its values: the one of the task that the
 * other service names counts, or else the one of the later run. Fiducial has metrics of current values that no task of QDash
 * measured, and 0 for a value that is not a number: such values are compared with the qubits and couplings alone.
 */
export const metricFacts: FactsOf = (answer, chipId, other) => {
  const facts: Facts = new Map();
  for (const kind of ['qubit', 'coupling'])
    for (const [metric, targets] of entriesOf(answer[`${kind}_metrics`])) {
      const others = entriesOf(partOf(other?.answer[`${kind}_metrics`])[metric]);
      for (const [id, values] of Map.groupBy(entriesOf(targets), ([one]) => targetId(one))) {
        const theirs = others.filter(([one]) => targetId(one) === id).map(([, value]) => partOf(value));
        if (other?.service === 'QDash' && theirs.length === 0) continue;
        const isKnown = other?.service !== 'QDash' || theirs.some(({ value }) => typeof value === 'number');
        const named = new Set(theirs.map(({ task_id: taskId }) => taskId));
        const [value] = values
          .map(([, one]) => partOf(one))
          .toSorted((a, b) => (String(a.execution_id) > String(b.execution_id) ? -1 : 1))
          .toSorted((a, b) => Number(named.has(b.task_id)) - Number(named.has(a.task_id)));
        const fields = isKnown ? ['value', 'task_id'] : ['task_id'];
        add(facts, `${chipId}/${kind} ${id}`, fieldsOf(value ?? {}, fields, `${metric}.`));
      }
    }
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

/** One task result with its parameters. Values that are not numbers are in the note of the result here. */
export const taskResultFacts: FactsOf = (answer) =>
  factsOf([answer], (task) => [
    `task ${task.task_id}`,
    {
      ...taskFieldsOf(task, task.task_name),
      ...fieldsOf(task, ['ai_review_note.content', 'ai_review_note.updated_by']),
      ...numbersOf(task.input_parameters, 'input.'),
      ...numbersOf(task.output_parameters, 'output.'),
      ...parametersOf(task.run_parameters, 'run.'),
      figures: Array.isArray(task.figure_path) ? task.figure_path.length : 0,
    },
  ]);

/** The latest result of a task on each target; a target without one has no facts. */
export const latestFacts: FactsOf = (answer, chipId) =>
  factsOf([...Map.groupBy(entriesOf(answer.result), ([id]) => targetId(id))], ([id, results]) => [
    `${chipId}/latest ${String(answer.task_name)} of ${id}`,
    fieldsOf(newestOf(results.map(([, result]) => partOf(result))), ['task_id', 'status', 'end_at']),
  ]);

/** The result of two orders of a coupling that ended last; nothing of a target without one. */
const newestOf = (results: readonly Json[]): Json =>
  results
    .filter(({ task_id: taskId }) => typeof taskId === 'string')
    .reduce<Json>((newest, one) => (timeText(one.end_at) >= timeText(newest.end_at) ? one : newest), {});

export const noteFacts: FactsOf = (answer, chipId) => {
  const facts: Facts = new Map();
  const addNote = (subject: string, note: unknown) =>
    add(facts, subject, fieldsOf(partOf(note), ['content', 'updated_by']));
  for (const kind of ['qubit', 'coupling'] as const)
    for (const target of listOf(answer[`${kind}s`])) {
      const subject = `${chipId}/${kind} ${targetId(target.target_id)}`;
      addNote(`${subject} note`, target.note);
      for (const [metric, note] of entriesOf(target.metric_notes)) addNote(`${subject} note of ${metric}`, note);
      for (const comment of listOf(target.comments))
        add(facts, `${subject} comment ${comment.comment_id}`, fieldsOf(comment, ['content', 'created_by']));
    }
  // The texts of reviews are compared with the task results: the summary here does not have them.
  for (const { task_id: taskId, note } of listOf(answer.task_notes)) addNote(`task ${taskId} note`, note);
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

/** A task of a mux has no target here, and QDash names one of its qubits. */
const taskFieldsOf = (task: Json, name: unknown): Record<string, unknown> => ({
  name,
  target: task.task_type === 'mux' ? '' : targetId(task.qid),
  ...fieldsOf(task, ['status', 'start_at', 'end_at']),
});

const valueFields = ['value', 'unit', 'calibrated_at', 'execution_id', 'task_id'];

/**
 * Of a value that is a bare number in one service, as QDash wrote early ones, nothing but the number is compared. A value of
 * a task is dated by its end here, and by an instant before that in QDash.
 */
function valuesOf(values: Json, otherValues: Json): Record<string, unknown> {
  const fields = Object.entries(values).map(([name, value]) => {
    const other = otherValues[name];
    if (typeof value === 'number' || typeof other === 'number')
      return { [`${name}.value`]: typeof value === 'number' ? value : partOf(value).value };
    const { task_id: taskId } = partOf(value);
    const isSameTask = typeof taskId === 'string' && taskId !== '' && partOf(other).task_id === taskId;
    const compared = isSameTask ? valueFields.filter((field) => field !== 'calibrated_at') : valueFields;
    return fieldsOf(partOf(value), compared, `${name}.`);
  });
  return Object.assign({}, ...fields);
}

function newestValuesOf(targets: readonly Json[]): Json {
  const newest = new Map<string, unknown>();
  for (const [name, value] of targets.flatMap(({ data }) => entriesOf(data))) {
    const known = newest.get(name);
    const isOlder = known !== undefined && timeOf(known) >= timeOf(value);
    if (!isOlder) newest.set(name, value);
  }
  return Object.fromEntries(newest);
}

const timeOf = (value: unknown): string => timeText(partOf(value).calibrated_at);

const timeText = (at: unknown): string => (typeof at === 'string' ? instantOf(at) : '');

/** Parameters that are numbers. */
const numbersOf = (parameters: unknown, prefix: string): Record<string, unknown> =>
  parametersOf(
    Object.fromEntries(entriesOf(parameters).filter(([, one]) => typeof (partOf(one).value ?? one) === 'number')),
    prefix,
  );

const parametersOf = (parameters: unknown, prefix: string): Record<string, unknown> =>
  Object.assign(
    {},
    ...entriesOf(parameters).map(([name, value]) =>
      isObject(value) ? fieldsOf(value, ['value', 'unit'], `${prefix}${name}.`) : { [`${prefix}${name}.value`]: value },
    ),
  );

/** A coupling of numbered qubits has one id here, the lower number first. */
function targetId(id: unknown): string {
  const [, a, b] = /^(\d+)-(\d+)$/.exec(String(id ?? '')) ?? [];
  return a !== undefined && b !== undefined && Number(a) > Number(b) ? `${b}-${a}` : String(id ?? '');
}

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const partOf = (value: unknown): Json => (isObject(value) ? value : {});

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

const sortedText = (value: unknown): string => (Array.isArray(value) ? value.map(String).sort().join(' ') : '');
