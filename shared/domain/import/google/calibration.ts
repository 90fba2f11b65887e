import { canNameMetric } from '../metric-name.ts';
import { isObject, kindOf, type Problems, readArray, readObject, readText } from '../problems.ts';
import { type GridQubit, readGridQubit } from './targets.ts';

/** One number of a calibration on one qubit or one pair. */
export interface GoogleEntry {
  name: string;
  qubits: [GridQubit] | [GridQubit, GridQubit];
  /** Null for what is no finite number. */
  value: number | null;
}

/** What an import needs of a calibration: its numbers, and when it was made, which most published ones do not say. */
export interface GoogleCalibration {
  entries: GoogleEntry[];
  at: string | undefined;
}

/** Largest device that is read. */
const MAX_ENTRIES = 100_000;

/**
 * Reads a calibration as Cirq writes it to JSON: the metrics snapshot of its protocol buffer, with or without the object
 * that names its type around it. Undefined where it is unusable, and then `problems` say why.
 */
export function readCalibration(document: unknown, problems: Problems): GoogleCalibration | undefined {
  const outer = readObject(document, 'calibration', problems);
  if (!outer) return undefined;
  const wrapped = isObject(outer.metrics);
  const path = wrapped ? 'calibration.metrics' : 'calibration';
  const snapshot = wrapped ? (outer.metrics as Record<string, unknown>) : outer;
  const metrics = readArray(snapshot.metrics, `${path}.metrics`, problems);
  if (!metrics) return undefined;
  if (metrics.length > MAX_ENTRIES) return problems.add(`${path}.metrics`, `has more than ${MAX_ENTRIES} entries`);
  const entries = metrics.flatMap(
    (metric, index) => readEntry(metric, `${path}.metrics[${index}]`, problems) ?? ([] as GoogleEntry[]),
  );
  return { entries, at: readTimestamp(snapshot.timestampMs ?? snapshot.timestamp_ms) };
}

function readEntry(value: unknown, path: string, problems: Problems): GoogleEntry | undefined {
  const entry = readObject(value, path, problems);
  if (!entry) return undefined;
  const name = readText(entry.name, `${path}.name`, problems);
  if (name === undefined) return undefined;
  if (!canNameMetric(name)) return problems.add(`${path}.name`, `'${name.slice(0, 80)}' cannot name a metric`);
  const qubits = readTargets(entry.targets, `${path}.targets`, problems);
  const values = readArray(entry.values, `${path}.values`, problems);
  if (!qubits || !values) return undefined;
  if (values.length !== 1) return problems.add(`${path}.values`, `must have one value, but has ${values.length}`);
  const number = readNumber(values[0], `${path}.values[0]`, problems);
  return number === undefined ? undefined : { name, qubits, value: number };
}

function readTargets(value: unknown, path: string, problems: Problems): GoogleEntry['qubits'] | undefined {
  const targets = readArray(value, path, problems);
  if (!targets) return undefined;
  const qubits = targets.map((target, index) => {
    const found = typeof target === 'string' ? readGridQubit(target) : undefined;
    return found ?? problems.add(`${path}[${index}]`, 'must be a qubit of the grid, such as 3_2 for row 3, column 2');
  });
  const [first, second, ...others] = qubits;
  if (first && second && others.length === 0) {
    return first.qid === second.qid ? problems.add(path, 'names a qubit twice') : [first, second];
  }
  if (first && qubits.length === 1) return [first];
  return qubits.includes(undefined)
    ? undefined
    : problems.add(path, `names ${qubits.length} qubits; one or two are read`);
}

const NUMBER_FIELDS = ['doubleVal', 'floatVal', 'int32Val', 'int64Val'];

/** A `Value` of the protocol buffer in JSON, where 64-bit integers and numbers that are none are text. */
function readNumber(value: unknown, path: string, problems: Problems): number | null | undefined {
  const object = readObject(value, path, problems);
  if (!object) return undefined;
  const field = NUMBER_FIELDS.find((name) => object[name] !== undefined);
  if (field === undefined) return problems.add(path, `must have one of ${NUMBER_FIELDS.join(', ')}`);
  const found = object[field];
  if (typeof found !== 'number' && typeof found !== 'string') {
    return problems.add(`${path}.${field}`, `must be a number, not ${kindOf(found)}`);
  }
  const number = found === '' ? Number.NaN : Number(found);
  return Number.isFinite(number) ? number : null;
}

function readTimestamp(value: unknown): string | undefined {
  const milliseconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
  const valid = Number.isSafeInteger(milliseconds) && milliseconds > 0 && milliseconds < Date.parse('9999-01-01');
  return valid ? new Date(milliseconds).toISOString() : undefined;
}
