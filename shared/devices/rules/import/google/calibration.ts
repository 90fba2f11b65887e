import type { LeftOut } from '../left-out.ts';
import { metricKeyOf } from '../metric-name.ts';
import { isObject, type Problems, readArray, readObject } from '../problems.ts';
import { type GridQubit, readGridQubit } from './targets.ts';

/** One number of a calibration on one qubit or one pair. */
export interface GoogleEntry {
  path: string;
  name: string;
  qubits: [GridQubit] | [GridQubit, GridQubit];
  /** Null for a number that is not finite. */
  value: number | null;
}

/** What an import needs of a calibration: its numbers, and when it was made, which most published ones do not say. */
export interface GoogleCalibration {
  entries: GoogleEntry[];
  at: string | undefined;
  /** The path of the date. */
  datePath: string;
}

/** Largest device that is read. */
const MAX_ENTRIES = 100_000;

const entryFields = new Set(['name', 'targets', 'values']);
const knownFields = new Set(['metrics', 'timestampMs', 'timestamp_ms', 'cirq_type']);

/**
 * Reads a calibration as Cirq writes it to JSON: the metrics snapshot of its protocol buffer, with or without the object
 * that names its type around it. Undefined where its frame is unusable, and then `problems` say why; an entry that
 * cannot be read is left out.
 */
export function readCalibration(
  document: unknown,
  problems: Problems,
  leftOut: LeftOut,
): GoogleCalibration | undefined {
  const outer = readObject(document, 'calibration', problems);
  if (!outer) return undefined;
  const wrapped = isObject(outer.metrics);
  const path = wrapped ? 'calibration.metrics' : 'calibration';
  const snapshot = wrapped ? (outer.metrics as Record<string, unknown>) : outer;
  const metrics = readArray(snapshot.metrics, `${path}.metrics`, problems);
  if (!metrics) return undefined;
  if (metrics.length > MAX_ENTRIES) return problems.add(`${path}.metrics`, `has more than ${MAX_ENTRIES} entries`);
  const entries = metrics.flatMap((metric, index): GoogleEntry[] => {
    const place = `${path}.metrics[${index}]`;
    const entry = readEntry(metric);
    if ('reason' in entry) {
      leftOut.add(`${place}${entry.field}`, entry.reason);
      return [];
    }
    leftOut.addUnread(metric as Record<string, unknown>, entryFields, place);
    return [{ path: place, ...entry }];
  });
  for (const [object, at] of wrapped
    ? [[outer, 'calibration'] as const, [snapshot, path] as const]
    : [[outer, path] as const]) {
    leftOut.addUnread(object, knownFields, at);
  }
  const timestamp = snapshot.timestampMs ?? snapshot.timestamp_ms;
  const at = readTimestamp(timestamp);
  const datePath = `${path}.${'timestampMs' in snapshot ? 'timestampMs' : 'timestamp_ms'}`;
  if (timestamp !== undefined && at === undefined) leftOut.add(datePath, 'is not an instant');
  return { entries, at, datePath };
}

/** What keeps an entry out, and the field of it that does. */
interface Unread {
  field: string;
  reason: string;
}

function readEntry(entry: unknown): Omit<GoogleEntry, 'path'> | Unread {
  if (!isObject(entry)) return { field: '', reason: 'is not an object' };
  if (typeof entry.name !== 'string') return { field: '.name', reason: 'is not a text' };
  if (metricKeyOf(entry.name) === undefined) return { field: '.name', reason: 'cannot name a metric' };
  const qubits = readTargets(entry.targets);
  if ('reason' in qubits) return qubits;
  if (!Array.isArray(entry.values)) return { field: '.values', reason: 'is not a list' };
  if (entry.values.length !== 1) return { field: '.values', reason: 'does not have one value' };
  const value = readNumber(entry.values[0]);
  return typeof value === 'object' && value !== null ? value : { name: entry.name, qubits, value };
}

function readTargets(targets: unknown): GoogleEntry['qubits'] | Unread {
  if (!Array.isArray(targets)) return { field: '.targets', reason: 'is not a list' };
  if (targets.length !== 1 && targets.length !== 2) {
    return { field: '.targets', reason: 'does not name one or two qubits' };
  }
  const qubits = targets.map((target) => (typeof target === 'string' ? readGridQubit(target) : undefined));
  const unread = qubits.indexOf(undefined);
  if (unread >= 0) return { field: `.targets[${unread}]`, reason: 'is not a qubit of the grid, such as 3_2' };
  const [first, second] = qubits as [GridQubit, GridQubit | undefined];
  if (first.qid === second?.qid) return { field: '.targets', reason: 'names a qubit twice' };
  return second ? [first, second] : [first];
}

const NUMBER_FIELDS = ['doubleVal', 'floatVal', 'int32Val', 'int64Val'];

/** A `Value` of the protocol buffer in JSON, where 64-bit integers and non-finite numbers are text. */
function readNumber(value: unknown): number | null | Unread {
  const field = isObject(value) ? NUMBER_FIELDS.find((name) => value[name] !== undefined) : undefined;
  if (!isObject(value) || field === undefined)
    return { field: '.values[0]', reason: `has none of ${NUMBER_FIELDS.join(', ')}` };
  const found = value[field];
  if (typeof found !== 'number' && typeof found !== 'string') {
    return { field: `.values[0].${field}`, reason: 'is not a number' };
  }
  const number = found === '' ? Number.NaN : Number(found);
  return Number.isFinite(number) ? number : null;
}

function readTimestamp(value: unknown): string | undefined {
  const milliseconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  const valid = Number.isSafeInteger(milliseconds) && milliseconds > 0 && milliseconds < Date.parse('9999-01-01');
  return valid ? new Date(milliseconds).toISOString() : undefined;
}
