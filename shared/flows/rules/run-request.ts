import { suggestion } from '../../kernel/rules/suggest.ts';
import { isSimulatedValues, type SimulatedValues, simulatedValuesChoices } from '../../runs/rules/simulated-values.ts';
import { findTask } from '../../runs/rules/task-catalogue.ts';
import type { FlowDocument, Named, TaskParameters } from './document.ts';
import { PACE_LIMIT_SECONDS, SEED_LIMIT } from './parse-document.ts';
import type { FlowProblem } from './problems.ts';
import { sharedParameterProblem } from './task-parameters.ts';

/** Most entries of a list of targets. */
const ENTRY_LIMIT = 4096;
const TAG_LIMIT = 50;

/** What a managed run was asked for over its document (docs/flows.md#parameters-of-a-run). */
export interface RunRequest {
  chipId: string | undefined;
  /** Each narrows the targets of every stage to those that it names; undefined: it does not. */
  qids: Named[] | undefined;
  muxIds: Named[] | undefined;
  couplingIds: Named[] | undefined;
  excludeQids: Named[];
  /** Only these tasks of the flow; undefined: all. */
  onlyTasks: ReadonlySet<string> | undefined;
  seed: number | undefined;
  paceSeconds: number | undefined;
  /** Undefined: the flow's. */
  tags: string[] | undefined;
  /** How the values are kept; undefined: the chip decides (rule SIM-2). */
  simulatedValues: SimulatedValues | undefined;
  tasks: TaskOverrides;
}

/** Run parameters of all tasks that know them, and of single tasks. */
export interface TaskOverrides {
  all: TaskParameters;
  byTask: Record<string, TaskParameters>;
}

/** Names of a run's parameters that are not run parameters of a task. */
const ownNames = [
  'chip_id',
  'qids',
  'mux_ids',
  'coupling_ids',
  'exclude_qids',
  'only_tasks',
  'seed',
  'pace_seconds',
  'tags',
  'simulated_values',
] as const;
/** Names that QDash's clients send too; the service knows their values itself. */
const clientNames = ['username', 'flow_name', 'project_id'];

type Parameters = Readonly<Record<string, unknown>>;

/** Reads the parameters of a run: the flow's defaults with those of the request over them. Null is as if absent. */
export function readRunRequest(
  document: FlowDocument,
  parameters: Parameters,
  path = 'parameters',
): { request: RunRequest; problems: FlowProblem[] } {
  const problems: FlowProblem[] = [];
  const report = (name: string, message: string) => problems.push({ place: null, message, path: `${path}.${name}` });
  const given = (name: (typeof ownNames)[number]): unknown =>
    Object.hasOwn(parameters, name) ? (parameters[name] ?? undefined) : undefined;
  const number = (name: 'seed' | 'pace_seconds', max: number, whole: boolean) => {
    const value = given(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value >= 0 && value <= max && (!whole || Number.isInteger(value))) return value;
    report(name, `${name} must be a ${whole ? 'whole ' : ''}number from 0 to ${max}`);
    return undefined;
  };
  const names = (name: 'qids' | 'mux_ids' | 'coupling_ids' | 'exclude_qids') =>
    readNames(given(name), name, path, report);
  const own = new Set<string>([...ownNames, ...clientNames]);
  const rest = Object.fromEntries(Object.entries(parameters).filter(([name]) => !own.has(name)));
  const tasks = readTaskOverrides(document, rest, path);
  const request: RunRequest = {
    chipId: readChipId(given('chip_id'), report),
    qids: names('qids'),
    muxIds: names('mux_ids'),
    couplingIds: names('coupling_ids'),
    excludeQids: names('exclude_qids') ?? [],
    onlyTasks: readOnlyTasks(document, given('only_tasks'), report),
    seed: number('seed', SEED_LIMIT, true),
    paceSeconds: number('pace_seconds', PACE_LIMIT_SECONDS, false),
    tags: readTags(given('tags'), report),
    simulatedValues: readSimulatedValues(given('simulated_values'), report),
    tasks: tasks.overrides,
  };
  return { request, problems: [...problems, ...tasks.problems] };
}

type Report = (name: string, message: string) => void;

function readChipId(value: unknown, report: Report): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  report('chip_id', 'chip_id must be the id of a chip');
  return undefined;
}

function readSimulatedValues(value: unknown, report: Report): SimulatedValues | undefined {
  if (value === undefined || isSimulatedValues(value)) return value;
  report('simulated_values', `simulated_values must be ${simulatedValuesChoices.join(' or ')}`);
  return undefined;
}

/** Ids as texts or whole numbers. */
function readNames(value: unknown, name: string, path: string, report: Report): Named[] | undefined {
  if (value === undefined) return undefined;
  const isId = (entry: unknown) => (typeof entry === 'string' && entry !== '') || Number.isInteger(entry);
  if (Array.isArray(value) && value.length <= ENTRY_LIMIT && value.every(isId))
    return value.map((entry, index) => ({ text: String(entry), place: null, path: `${path}.${name}.${index}` }));
  report(name, `${name} must be a list of at most ${ENTRY_LIMIT} ids`);
  return undefined;
}

/** Names of tasks that the flow has; a name that it does not have is reported with the nearest one. */
function readOnlyTasks(document: FlowDocument, value: unknown, report: Report): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined;
  const known = new Set(document.stages.flatMap(({ tasks }) => tasks.map(({ name }) => name)));
  if (!Array.isArray(value) || value.length === 0 || value.length > ENTRY_LIMIT) {
    report('only_tasks', 'only_tasks must be a list of at least one task of the flow');
    return undefined;
  }
  for (const name of value)
    if (!known.has(name)) report('only_tasks', `the flow has no task '${name}'${suggestion(String(name), known)}`);
  return new Set(value.map(String));
}

function readTags(value: unknown, report: Report): string[] | undefined {
  const isTag = (entry: unknown) => typeof entry === 'string' && entry.length > 0 && entry.length <= 100;
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.length <= TAG_LIMIT && value.every(isTag)) return value as string[];
  report('tags', `tags must be a list of at most ${TAG_LIMIT} texts`);
  return undefined;
}

/**
 * Reads `{parameter: value}` for all tasks that know it and `{TaskName: {parameter: value}}` for one task; a value may
 * be written `{value, value_type}`, as QDash's clients do (rule QDASH-16).
 */
export function readTaskOverrides(
  document: FlowDocument,
  given: Parameters,
  path: string,
): { overrides: TaskOverrides; problems: FlowProblem[] } {
  const names = new Set(document.stages.flatMap(({ tasks }) => tasks.map(({ name }) => name)));
  const problems: FlowProblem[] = [];
  const overrides: TaskOverrides = { all: {}, byTask: {} };
  const take = (name: string, raw: unknown, taskNames: Iterable<string>, below: string): [string, unknown][] => {
    const value = bareValue(raw);
    if (value === null || value === undefined) return [];
    const problem = sharedParameterProblem(name, value, taskNames);
    if (problem === undefined) return [[name, value]];
    problems.push({ place: null, message: problem, path: `${below}.${name}` });
    return [];
  };
  const all: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!names.has(name) || !isMap(value)) {
      if (findTask(name)) {
        const message = isMap(value) ? `the flow has no task '${name}'` : `'${name}' must be a map of its parameters`;
        problems.push({ place: null, message: `${message}${suggestion(name, names)}`, path: `${path}.${name}` });
      } else all.push(...take(name, value, names, path));
      continue;
    }
    const ofTask = Object.entries(value).flatMap(([key, entry]) => take(key, entry, [name], `${path}.${name}`));
    overrides.byTask[name] = Object.fromEntries(ofTask);
  }
  overrides.all = Object.fromEntries(all);
  return { overrides, problems };
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const bareValue = (raw: unknown): unknown => (isMap(raw) && Object.hasOwn(raw, 'value') ? raw.value : raw);
