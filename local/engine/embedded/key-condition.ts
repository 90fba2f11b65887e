import type { KeyNames } from './table-file.ts';
import { stored } from './table-file.ts';

/** A range of a partition, by keys as the engine stores them: `>=` or `>` from, `<=` or `<` to. */
export interface KeyRange {
  pk: string;
  from?: { key: string; isIncluded: boolean };
  to?: { key: string; isIncluded: boolean };
}

export interface Placeholders {
  names: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
}

const whole = /^(\S+) = (:\w+)(?: AND (.+))?$/;
const comparison = /^(\S+) (=|<=?|>=?) (:\w+)$/;
const between = /^(\S+) BETWEEN (:\w+) AND (:\w+)$/;
const prefix = /^begins_with\((\S+), (:\w+)\)$/;

/** Returns the range of a key condition as the service writes them, partition first; undefined for other forms. */
export function rangeOf(condition: string, keys: KeyNames, by: Placeholders): KeyRange | undefined {
  const [, partition = '', value = '', sort] = whole.exec(condition) ?? [];
  const pk = stored(by.values[value]);
  if (pk === undefined || nameOf(partition, by) !== keys.partition) return undefined;
  if (sort === undefined) return { pk };
  const bounds = boundsOf(sort, keys, by);
  return bounds && { pk, ...bounds };
}

function boundsOf(text: string, { sort }: KeyNames, by: Placeholders): Omit<KeyRange, 'pk'> | undefined {
  const key = (placeholder = '') => stored(by.values[placeholder]);
  const [, compared, sign, value] = comparison.exec(text) ?? [];
  if (compared !== undefined) return isSort(compared) ? compare(sign ?? '', key(value)) : undefined;
  const [, ranged, low, high] = between.exec(text) ?? [];
  if (ranged !== undefined) return isSort(ranged) ? both(key(low), key(high)) : undefined;
  const [, begun, start] = prefix.exec(text) ?? [];
  return begun !== undefined && isSort(begun) ? beginning(key(start)) : undefined;

  function isSort(name: string): boolean {
    return nameOf(name, by) === sort;
  }
}

const nameOf = (text: string, { names }: Placeholders): string => (text.startsWith('#') ? (names[text] ?? '') : text);

function compare(sign: string, key: string | undefined): Omit<KeyRange, 'pk'> | undefined {
  if (key === undefined) return undefined;
  const bound = { key, isIncluded: sign.includes('=') };
  return { ...(sign.startsWith('<') ? {} : { from: bound }), ...(sign.startsWith('>') ? {} : { to: bound }) };
}

/** DynamoDB refuses bounds in the wrong order; the engine reports that. */
function both(low: string | undefined, high: string | undefined): Omit<KeyRange, 'pk'> | undefined {
  if (low === undefined || high === undefined || Buffer.compare(Buffer.from(low), Buffer.from(high)) > 0)
    return undefined;
  return { from: { key: low, isIncluded: true }, to: { key: high, isIncluded: true } };
}

function beginning(key: string | undefined): Omit<KeyRange, 'pk'> | undefined {
  if (key === undefined) return undefined;
  return { from: { key, isIncluded: true }, to: { key: after(key), isIncluded: false } };
}

const lastBelowSurrogates = 0xd7ff;
const firstAboveSurrogates = 0xe000;
const lastCodePoint = 0x10ffff;

/** The smallest text that is greater than every text with this prefix, by the bytes of UTF-8. */
function after(text: string): string {
  const points = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  // Keys start with a letter for their type, so at least one remains.
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop() ?? 0;
  return String.fromCodePoint(...points, last === lastBelowSurrogates ? firstAboveSurrogates : last + 1);
}
