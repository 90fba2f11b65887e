import { parseInstant } from '#shared/kernel/rules/calendar.ts';

/** A document of a dump. */
export type Doc = Record<string, unknown>;

/** Its text; `otherwise` where it has none. */
export const textOf = (doc: Doc, field: string, otherwise = ''): string => {
  const value = doc[field];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : otherwise;
};

/** The text of a field that may be absent or empty. */
export const optionalText = (doc: Doc, field: string): string | undefined => textOf(doc, field) || undefined;

export const textsOf = (doc: Doc, field: string): string[] => {
  const value = doc[field];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

/** A part of a document, or an empty one. */
export const partOf = (doc: Doc, field: string): Doc => (isDoc(doc[field]) ? (doc[field] as Doc) : {});

export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A number of any of MongoDB's types, NaN included; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return Number(value);
  // Decimal128, Int32, Double and Long.
  if (isDoc(value) && '_bsontype' in value) return Number(String(value));
  return undefined;
}

/**
 * An instant of a date or a text, ISO 8601 UTC with milliseconds. QDash's naive times are UTC.
 * @returns undefined for anything else, and for a year of more than four digits: instants are ordered as texts.
 */
export function instantOf(value: unknown): string | undefined {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  const date = value instanceof Date ? value : new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}

/** Hexadecimal digits of a document's id; its text, or its JSON, where it is not an ObjectId. */
export const idOf = ({ _id }: Doc): string => {
  if (_id === undefined || _id === null) return '';
  return typeof _id === 'object' && !('_bsontype' in _id) ? JSON.stringify(plain(_id)) : String(_id);
};

/** When a document was created and last changed; its id dates one that does not say it. */
export function timesOf(doc: Doc): { createdAt: string; updatedAt: string } {
  const info = partOf(doc, 'system_info');
  const created =
    instantOf(info.created_at) ?? instantOf(doc.created_at) ?? instantOf(doc.timestamp) ?? idInstant(doc) ?? epoch;
  return { createdAt: created, updatedAt: instantOf(info.updated_at) ?? instantOf(doc.updated_at) ?? created };
}

/** For what has no date at all. */
export const epoch = '1970-01-01T00:00:00.000Z';

/** The instant in an ObjectId, to the second (ObjectId of BSON). */
export function idInstant(doc: Doc): string | undefined {
  const id = idOf(doc);
  return /^[0-9a-f]{24}$/.test(id) ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString() : undefined;
}

/** A value as JSON has it: dates as instants, ids as texts, and no number that is none. */
export function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return instantOf(value) ?? null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object') return value;
  if ('_bsontype' in value) return value._bsontype === 'ObjectId' ? String(value) : plain(numberOf(value));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** The same of a part that is a map. */
export const plainMap = (value: unknown): Record<string, unknown> =>
  isDoc(value) ? (plain(value) as Record<string, unknown>) : {};
