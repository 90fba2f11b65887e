import type { Doc } from '../dump/fields.ts';

/* How QDash writes what its database has. */

/** A time without an offset, as most of QDash's answers have it. */
export function naive(value: unknown): string | null {
  const at = instant(value);
  return at === undefined ? null : at.toISOString().replace(/(\.000)?Z$/, '');
}

/** A time in UTC, as executions and task results have it. */
export function zulu(value: unknown): string | null {
  const text = naive(value);
  return text === null ? null : `${text}Z`;
}

/** An instant of a date or a text; a text without an offset is UTC. */
export function instant(value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  if (typeof value !== 'string' || value === '') return undefined;
  const text = value.replace(' ', 'T');
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

/** Milliseconds of an instant, for sorting; 0 where there is none. */
export const order = (value: unknown): number => instant(value)?.getTime() ?? 0;

/** `H:MM:SS`; null for nothing and for 0. */
export function elapsed(value: unknown): string | null {
  const [, h = '0', m = '0', s = '0'] = (typeof value === 'string' && /^(\d+):(\d\d):(\d\d)/.exec(value)) || [];
  const seconds = typeof value === 'number' ? Math.floor(value) : Number(h) * 3600 + Number(m) * 60 + Number(s);
  if (!seconds) return null;
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export const noteOf = (value: unknown) => {
  const note = (value ?? {}) as Doc;
  return { content: note.content ?? '', updated_by: note.updated_by ?? '', updated_at: naive(note.updated_at) };
};

/** A free part of a document: dates as texts, 0 for NaN. */
export function plain(value: unknown): unknown {
  if (value instanceof Date) return naive(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if ('_bsontype' in value) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** An answer without its null fields. */
export const withoutNulls = (answer: Doc): Doc =>
  Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null && value !== undefined));

/** The rows of a page. */
export const pageOf = <T>(rows: readonly T[], skip: number, limit: number): T[] => rows.slice(skip, skip + limit);

/** The latest first. */
export const byLatest =
  (field: string) =>
  (a: Doc, b: Doc): number =>
    order(b[field]) - order(a[field]);

export const infoOf = (doc: Doc): Doc => (doc.system_info ?? {}) as Doc;
