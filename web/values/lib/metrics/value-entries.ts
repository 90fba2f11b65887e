import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { tidy } from '#shared/values/rules/cell/quantity.ts';

/** Manual values in their typed form: in the units of the page. */

/** The typed text for one metric. */
export interface ValueEntry {
  value: string;
  error: string;
}

/** A value in its sent form, in the metric's stored unit; the uncertainty is present if one was typed. */
export interface StoredEntry {
  value: number;
  error: number | null;
  unit: string;
}

/** A typed value after parsing, or a problem in one of its two fields. */
export type ReadEntry = { ok: true; stored: StoredEntry } | { ok: false; field: 'value' | 'error'; problem: string };

/** So many values are set with one request. */
export const mostEntries = 20;

export const isEmptyEntry = (entry: ValueEntry | undefined): boolean =>
  entry === undefined || (entry.value.trim() === '' && entry.error.trim() === '');

/** Reads a value as the page writes it, `144.4(1.9)` included, with an uncertainty that has its own field. */
export function readEntry(display: MetricDisplay, entry: ValueEntry): ReadEntry {
  const refused = (field: 'value' | 'error', problem: string): ReadEntry => ({ ok: false, field, problem });
  if (entry.value.trim() === '') return refused('value', 'Enter the value too');
  const typed = readConcise(entry.value);
  if (!typed) return refused('value', 'Not a number');
  const own = entry.error.trim() === '' ? typed.error : readNumber(entry.error);
  if (own === undefined) return refused('error', 'Not a number');
  if (own !== null && own < 0) return refused('error', 'Must not be negative');
  const problem = impossible(display, typed.value);
  if (problem) return refused('value', problem);
  return { ok: true, stored: toStored(display, typed.value, own) };
}

/** The typed number, as the page draws it; undefined for what is none. */
export const typedValue = ({ value }: ValueEntry): number | undefined => readConcise(value)?.value;

function impossible({ key, kind, isError }: MetricDisplay, drawn: number): string | undefined {
  if (isError) return drawn < 0 || drawn > 100 ? 'Must be 0 to 100 %' : undefined;
  const { possible } = describeMetric(key, kind);
  if (possible === 'fraction' && (drawn < 0 || drawn > 1)) return 'Must be 0 to 1';
  if (possible === 'positive' && drawn <= 0) return 'Must be above 0';
  return possible === 'notNegative' && drawn < 0 ? 'Must not be negative' : undefined;
}

/**
 * The inverse of how the value is drawn. A plain number says that it is one: without a unit it would be taken in that of the value before,
 * which may be per cent.
 */
function toStored({ isError, toDrawnError, storedUnit }: MetricDisplay, value: number, error: number | null) {
  const factor = toDrawnError(1);
  return {
    value: tidy(isError ? 1 - value / factor : value / factor),
    error: error === null ? null : tidy(error / factor),
    unit: storedUnit || 'a.u.',
  };
}

const concise = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+))\((\d+(?:\.\d+)?|\.\d+)\)$/;

/** A number with its uncertainty in brackets, in units of its last digits unless it has a point of its own. */
function readConcise(text: string): { value: number; error: number | null } | undefined {
  const plain = readNumber(text);
  if (plain !== undefined) return { value: plain, error: null };
  const [, value = '', spread = ''] = concise.exec(plainText(text)) ?? [];
  if (value === '') return undefined;
  const decimals = value.includes('.') ? value.length - value.indexOf('.') - 1 : 0;
  const error = spread.includes('.') ? Number(spread) : tidy(Number(spread) / 10 ** decimals);
  return { value: Number(value), error };
}

function readNumber(text: string): number | undefined {
  const plain = plainText(text);
  const number = Number(plain);
  return plain === '' || !Number.isFinite(number) ? undefined : number;
}

/** Without the spaces between groups, and with the minus of a keyboard. */
const plainText = (text: string): string => text.replaceAll(/\s/g, '').replace('−', '-');

/** Whose value a refusal is about, and why: `'t1' of qubit '5' cannot be 20000 us: it is longer than 10 ms`. */
export function refusedEntry(message: string): { metric: string; problem: string } | undefined {
  const [, metric, reason] = /^'([^']+)' of (?:qubit|coupling) '[^']*'[^:]*: (.+)$/s.exec(message) ?? [];
  if (metric === undefined || reason === undefined) return undefined;
  return { metric, problem: reason.charAt(0).toUpperCase() + reason.slice(1) };
}
