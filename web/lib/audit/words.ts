import { describeMetric } from '#shared/domain/metrics/catalogue.ts';
import { formatQuantity } from '#shared/domain/metrics/cell/quantity.ts';
import { formatPlanned } from '../format/time.ts';

/** What an audit's entries say, in words. */

/** Names of what an entry tells; any other is told by its own words. */
const names: Partial<Record<string, string>> = {
  qid: 'target',
  task_id: 'result',
  execution_id: 'run',
  importId: 'import',
  leftOut: 'left out',
  expires_at: 'ends',
  measured_at: 'measured',
  accepts_level: 'accepts the new level',
};

/** Ids that nobody reads, beside what names the same thing. */
const unread: ReadonlySet<string> = new Set(['flow_run_id', 'digest']);

const resourceNames: Partial<Record<string, string>> = { execution: 'run', post: 'discussion' };

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isChange = (value: unknown): value is { before?: unknown; after?: unknown } =>
  isMap(value) && ('before' in value || 'after' in value);

/** An action as a sentence begins: `Change role`. */
export function actionText(action: string): string {
  const words = spaced(action);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Ids that were made by a program, and that nobody reads beyond their beginning. */
const madeId = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})\b/g;

/** A text with such ids cut to their beginning. */
export const withShortIds = (text: string): string => text.replaceAll(madeId, (id) => `${id.slice(0, 8)}…`);

/** What an entry is about: `user ada`, `chip DEMO, qubit 5`; by its name, where it has one and its id says nothing. */
export const resourceText = (resource: string, name?: unknown): string =>
  resource
    .split('/')
    .map((part, index, parts) => {
      const [kind = '', ...rest] = part.split(':');
      const id = rest.join(':');
      const isNamed = index === parts.length - 1 && typeof name === 'string' && name !== '' && withShortIds(id) !== id;
      return [resourceNames[kind] ?? spaced(kind), isNamed ? name : id].filter(Boolean).join(' ');
    })
    .join(', ');

/** The details of an entry, each in words: `role: viewer → editor`. Times are on the clock of the zone. */
export function detailTexts(details: Readonly<Record<string, unknown>>, timeZone: string): string[] {
  const { before, after, parameters, ...others } = details;
  const told = Object.entries(others).filter(([name, value]) => !unread.has(name) && !isNothing(value));
  return [
    ...('before' in details || 'after' in details ? changeTexts(before, after, timeZone) : []),
    ...(isMap(parameters) ? parameterTexts(parameters, timeZone) : []),
    ...told.map(([name, value]) => `${names[name] ?? spaced(name).replace(/ id$/, '')}: ${valueText(value, timeZone)}`),
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
const parameterTexts = (parameters: Record<string, unknown>, timeZone: string): string[] =>
  Object.entries(parameters).map(([metric, change]) => {
    const { before, after } = isChange(change) ? change : { before: undefined, after: change };
    const { title } = describeMetric(metric, 'qubit');
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
