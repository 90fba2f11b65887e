import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import type { AuditEntry } from '../../../ui/lib/api/wire.ts';
import { formatPlanned } from '../../../ui/lib/format/time.ts';

/** What an audit's entries say, in words. */

/** Labels of the details of an entry; others are shown by their own names. */
const names: Partial<Record<string, string>> = {
  qid: 'target',
  task_id: 'result',
  execution_id: 'run',
  importId: 'import',
  leftOut: 'left out',
  expires_at: 'ends',
  measured_at: 'measured',
  accepts_level: 'accepts the new level',
  because: 'held because',
};

/** Ids that are not shown, since another detail names or links the same thing. */
const unread: ReadonlySet<string> = new Set([
  'undoes',
  'comment_id',
  'flow_run_id',
  'digest',
  'task_id',
  'confirmed_by',
  'accepted_by',
]);

const resourceNames: Partial<Record<string, string>> = { execution: 'run', post: 'discussion', cooldown: 'cool-down' };

type Details = AuditEntry['details'];

/** The names of resources whose ids are not shown: the details that make up a name, which are not repeated, and how. */
const namings: Partial<Record<string, { by: readonly string[]; say: (...values: string[]) => string }>> = {
  'task-result': {
    by: ['task', 'qid', 'chip_id'],
    say: (task, target = '', chip) => `${task} ${taskTargetLabel(target)} of ${chip}`,
  },
  session: { by: ['username'], say: (user) => `session of ${user}` },
  post: { by: ['number', 'author'], say: (number, author) => `discussion ${number} by ${author}` },
  project: { by: ['name'], say: (name) => `project ${name}` },
  token: { by: ['name'], say: (name) => `token ${name}` },
  schedule: { by: ['flow'], say: (flow) => `schedule of ${flow}` },
  // By where it sends.
  webhook: { by: ['host'], say: (host) => `webhook ${host}` },
};

/** How the details of an entry name its resource; undefined where its id has to. */
function namingOf(resource: string, details: Details) {
  const naming = namings[resource.split(':')[0] ?? ''];
  return naming?.by.every((name) => name in details && details[name] !== null) ? naming : undefined;
}

/** The name of a project that the reader is in, by its id. */
export type ProjectNames = ReadonlyMap<string, string>;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isChange = (value: unknown): value is { before?: unknown; after?: unknown } =>
  isMap(value) && ('before' in value || 'after' in value);

/** An action as a sentence begins: `Change role`. */
export function actionText(action: string): string {
  const words = spaced(action);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Who and what of an entry: the gate accepts a held value that the next measurement agrees with, where no person did. */
export function deedText({ actor, action, details }: Pick<AuditEntry, 'actor' | 'action' | 'details'>): {
  by: string;
  what: string;
} {
  const isByGate = action === 'accept-held-value' && ('accepted_by' in details || 'confirmed_by' in details);
  return isByGate
    ? { by: `the gate, in a run or import of ${actor}`, what: 'Accepted by the gate' }
    : { by: actor, what: 'undoes' in details ? `Undo: ${actionText(action).toLowerCase()}` : actionText(action) };
}

/** Ids made by a program, of which only the beginning is shown. */
const madeId = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})\b/g;

/** A text with such ids cut to their beginning. */
export const withShortIds = (text: string): string => text.replaceAll(madeId, (id) => `${id.slice(0, 8)}…`);

/** What an entry is about: `user ada`, `chip DEMO, qubit 5`, `CheckT1 Q36 of DEMO`. */
export function resourceText(resource: string, details: Details = {}, projects: ProjectNames = new Map()): string {
  const naming = namingOf(resource, details);
  if (naming) return naming.say(...naming.by.map((name) => String(details[name])));
  return resource
    .split('/')
    .map((part) => {
      const [kind = '', ...rest] = part.split(':');
      const id = rest.join(':');
      return [resourceNames[kind] ?? spaced(kind), projects.get(id) ?? id].filter(Boolean).join(' ');
    })
    .join(', ');
}

/**
 * The details of an entry, without those that name its resource, each in words: `role: viewer → editor`. Times are on
 * the clock of the zone.
 */
export function detailTexts(
  { resource, details }: Pick<AuditEntry, 'resource' | 'details'>,
  timeZone: string,
  projects: ProjectNames = new Map(),
): string[] {
  const { before, after, parameters, reason, ...others } = details;
  const naming = namingOf(resource, details)?.by ?? [];
  const told = Object.entries({ reason, ...others }).filter(
    ([name, value]) => !unread.has(name) && !naming.includes(name) && !isNothing(value),
  );
  const isOfCoupling = /(^|\/)coupling:/.test(resource) || /-/.test(String(details.target ?? ''));
  const read = (name: string, value: unknown): string => {
    if (name === 'metric') return describeMetric(String(value), isOfCoupling ? 'coupling' : 'qubit').title;
    if (name === 'qid' || name === 'target') return taskTargetLabel(String(value));
    if (name === 'project_id') return projects.get(String(value)) ?? String(value);
    return valueText(value, timeZone);
  };
  return [
    ...('before' in details || 'after' in details ? changeTexts(before, after, timeZone) : []),
    ...(isMap(parameters) ? parameterTexts(parameters, isOfCoupling, timeZone) : []),
    ...told.map(([name, value]) => `${names[name] ?? spaced(name).replace(/ id$/, '')}: ${read(name, value)}`),
  ];
}

/** What an entry leads to. */
export interface AuditLead {
  text: string;
  to: { taskId: string } | { executionId: string };
}

/** The results and the run of an entry, to be looked at. */
export function leadsOf({ resource, details }: Pick<AuditEntry, 'resource' | 'details'>): AuditLead[] {
  const [kind, ...rest] = resource.split(':');
  const id = rest.join(':');
  const results = [
    ['Task result', kind === 'task-result' ? id : details.task_id],
    ['Result that confirmed it', details.confirmed_by],
  ] as const;
  const run = kind === 'execution' ? id : details.execution_id;
  return [
    ...results.flatMap(([text, taskId]) => (typeof taskId === 'string' ? [{ text, to: { taskId } }] : [])),
    ...(typeof run === 'string' ? [{ text: `Run ${run}`, to: { executionId: run } }] : []),
  ];
}

/** What has changed between two states, of maps each part that differs. */
function changeTexts(before: unknown, after: unknown, timeZone: string): string[] {
  if (!isMap(before ?? {}) || !isMap(after ?? {}))
    return [`${valueText(before, timeZone)} → ${valueText(after, timeZone)}`];
  const [from, to] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => from[name] !== to[name])
    .map((name) => {
      const [was, is] = [valueText(from[name], timeZone), valueText(to[name], timeZone)];
      return `${names[name] ?? spaced(name)}: ${isNothing(from[name]) ? is : `${was} → ${is}`}`;
    });
}

/** Values that were set, by the titles of their metrics. */
const parameterTexts = (parameters: Record<string, unknown>, isOfCoupling: boolean, timeZone: string): string[] =>
  Object.entries(parameters).map(([metric, change]) => {
    const { before, after } = isChange(change) ? change : { before: undefined, after: change };
    const { title } = describeMetric(metric, isOfCoupling ? 'coupling' : 'qubit');
    const is = valueText(after, timeZone);
    return `${title}: ${isNothing(before) ? is : `${valueText(before, timeZone)} → ${is}`}`;
  });

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

function valueText(value: unknown, timeZone: string): string {
  if (isNothing(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatQuantity(value, null, '');
  if (typeof value === 'string') return isInstant(value) ? formatPlanned(value, timeZone) : value;
  if (Array.isArray(value)) return value.map((one) => spaced(valueText(one, timeZone))).join(', ');
  return Object.entries(value as object)
    .map(([name, one]) => `${names[name] ?? spaced(name)} ${valueText(one, timeZone)}`)
    .join(', ');
}

const spaced = (key: string): string => key.replace(/[-_]/g, ' ');
