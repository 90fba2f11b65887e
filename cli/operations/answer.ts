import { formatTable } from '../terminal.ts';
import type { NamedOperation } from './names.ts';

type Row = Record<string, unknown>;
type Shown = Pick<NamedOperation, 'rows' | 'columns'>;

/** Limits of a table without chosen columns, so that it fits on a terminal: columns, and characters per cell. */
const most = { columns: 8, characters: 60 };

const isRow = (value: unknown): value is Row => value !== null && typeof value === 'object' && !Array.isArray(value);

const isShort = (value: unknown): boolean => value === null || typeof value !== 'object';

/** The name of the list that is shown as a table; undefined if there is none, or if several qualify. */
export function listName(answer: unknown, { rows }: Shown = {}): string | undefined {
  if (!isRow(answer)) return undefined;
  if (rows !== undefined) return typeof rows === 'string' ? rows : undefined;
  // An object with fields of its own is shown as such, including its lists.
  if (!('total' in answer) && Object.values(answer).filter(isShort).length > 1) return undefined;
  const lists = Object.keys(answer).filter((name) => Array.isArray(answer[name]));
  return lists.length === 1 ? lists[0] : undefined;
}

/** Formats a response: a table of its list, or a line per field. */
export function formatAnswer(answer: unknown, shown: Shown = {}): string {
  if (answer === undefined) return 'Done.';
  const name = listName(answer, shown);
  const list = listOf(answer, name, shown);
  if (list) return list.length === 0 ? 'Nothing.' : formatList(list, shown);
  if (!isRow(answer)) return String(answer);
  return formatTable(Object.entries(answer).map(([field, value]) => [field, cellOf(value)]));
}

function listOf(answer: unknown, name: string | undefined, { rows }: Shown): readonly unknown[] | undefined {
  if (typeof rows === 'function') return rows(answer as Row);
  if (Array.isArray(answer)) return answer;
  return name === undefined ? undefined : ((answer as Row)[name] as readonly unknown[]);
}

function formatList(list: readonly unknown[], { columns }: Shown): string {
  const rows = list.map((one) => (isRow(one) ? one : { value: one }));
  const names = columns ?? Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => isShort(row[name] ?? null)));
  const chosen = columns ?? names.slice(0, most.columns);
  return formatTable([
    chosen.map((name) => name.replaceAll('_', ' ').toUpperCase()),
    ...rows.map((row) => chosen.map((name) => shortened(cellOf(row[name])))),
  ]);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/\s+/g, ' ');
}

const shortened = (text: string): string =>
  text.length > most.characters ? `${text.slice(0, most.characters - 3)}...` : text;
