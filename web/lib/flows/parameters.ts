import { formatCount } from '#shared/domain/metrics/cell/quantity.ts';
import { qubitsOf } from '../runs/qubit-list.ts';

/** How a default parameter of a flow is entered: by what its default is. Anything but a plain value is JSON. */
export interface ParameterField {
  name: string;
  kind: 'number' | 'text' | 'boolean' | 'json';
  /** The default as the field shows it. */
  initial: string;
  /** What it is told in; absent where that is not known. */
  unit?: string;
  hint?: string;
}

/** What a person entered, by field name. A boolean is `true` or `false`. */
export type Entered = Readonly<Record<string, string>>;

/** Parameters to send, or what is wrong with them. */
export type ReadParameters =
  | { ok: true; parameters: Record<string, unknown> }
  | { ok: false; problems: { field: string; message: string }[] };

/** Name under which a problem of the free JSON is told; no parameter can have it. */
export const advancedField = '';

/** The fields of a form for a flow's default parameters, in their order. */
export const parameterFields = (defaults: Readonly<Record<string, unknown>>): ParameterField[] =>
  Object.entries(defaults).map(([name, value]) => fieldOf(name, value));

/** The fields of a form for what a task was run with, by name. */
export const valueFields = (values: Readonly<Record<string, { value: unknown; unit: string }>>): ParameterField[] =>
  entriesByName(values).map(([name, { value, unit }]) => ({ ...fieldOf(name, value), ...(unit && { unit }) }));

/** The entries of a map whose keys have no order of their own, by name: so they stand alike on every page. */
export const entriesByName = <T>(values: Readonly<Record<string, T>>): [name: string, value: T][] =>
  Object.entries(values).sort(([a], [b]) => a.localeCompare(b));

/** Empty fields for what a task may begin from instead, by name, with what it began from beside them. */
export const otherValueFields = (values: Readonly<Record<string, { value: number; unit: string }>>): ParameterField[] =>
  valueFields(values).map((field) => ({ ...field, initial: '', hint: `then ${field.initial}` }));

/** A parameter of the tasks of a run, as the service tells of it before the start. */
interface TaskParameter {
  name: string;
  value_type: 'int' | 'float' | 'str';
  unit: string;
  values: readonly (number | string)[];
  accepts: string;
}

/** Empty fields for what the tasks of a run take, with what stands there and what may beside them; what the flow asks for itself is among its own. */
export const taskFields = (parameters: readonly TaskParameter[], own: readonly ParameterField[]): ParameterField[] =>
  parameters
    .filter(({ name }) => own.every((field) => field.name !== name))
    .map(({ name, value_type: type, unit, values, accepts }) => ({
      name,
      kind: type === 'str' ? 'text' : 'number',
      initial: '',
      ...(unit && { unit }),
      hint: `${values.map(valueText).join(' or ')} unless given; ${withSeparators(accepts)}`,
    }));

const valueText = (value: number | string): string =>
  Number.isInteger(value) ? formatCount(Number(value)) : String(value);

const withSeparators = (words: string): string => words.replace(/\d{4,}/g, (digits) => formatCount(Number(digits)));

function fieldOf(name: string, value: unknown): ParameterField {
  if (typeof value === 'number') return { name, kind: 'number', initial: String(value) };
  if (typeof value === 'boolean') return { name, kind: 'boolean', initial: String(value) };
  if (typeof value === 'string') return { name, kind: 'text', initial: value };
  return { name, kind: 'json', initial: JSON.stringify(value) };
}

/**
 * The parameters of a run: the fields that differ from their defaults, with the free JSON over them.
 * @param advanced a JSON object, or empty for none
 */
export function readParameters(fields: readonly ParameterField[], entered: Entered, advanced: string): ReadParameters {
  const parameters: Record<string, unknown> = {};
  const problems: { field: string; message: string }[] = [];
  for (const field of fields) {
    const text = entered[field.name] ?? field.initial;
    if (text === field.initial) continue;
    const value = readField(field, text);
    if (value.ok) parameters[field.name] = value.value;
    else problems.push({ field: field.name, message: value.message });
  }
  const extra = readAdvanced(advanced);
  if (extra.ok) Object.assign(parameters, extra.value);
  else problems.push({ field: advancedField, message: extra.message });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, parameters };
}

/** The parameters that narrow a managed run to some qubits (docs/flows.md); an empty text narrows nothing. */
export const selectionOf = (only: string, without: string): Record<string, string[]> => ({
  ...(qubitsOf(only).length > 0 && { qids: qubitsOf(only) }),
  ...(qubitsOf(without).length > 0 && { exclude_qids: qubitsOf(without) }),
});

/** The field of a form for each problem that the service has with the parameters of a run; the others stand by themselves. */
export function problemsByField(problems: readonly { path: string; message: string }[], names: readonly string[]) {
  const fieldOf = ({ path }: { path: string }) => names.find((name) => path.split('.')[1] === name);
  const of = (name: string) => {
    const own = problems.filter((problem) => fieldOf(problem) === name).map(({ message }) => message);
    return own.length === 0 ? undefined : [...new Set(own)].join('. ');
  };
  return {
    of,
    others: problems.filter((problem) => fieldOf(problem) === undefined),
  };
}

type Read<T> = { ok: true; value: T } | { ok: false; message: string };

function readField({ kind }: ParameterField, text: string): Read<unknown> {
  if (kind === 'text') return { ok: true, value: text };
  if (kind === 'boolean') return { ok: true, value: text === 'true' };
  if (kind === 'json') return readJson(text);
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value)
    ? { ok: false, message: 'must be a number' }
    : { ok: true, value };
}

function readAdvanced(text: string): Read<Record<string, unknown>> {
  if (text.trim() === '') return { ok: true, value: {} };
  const read = readJson(text);
  if (!read.ok) return read;
  const { value } = read;
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? { ok: true, value: value as Record<string, unknown> }
    : { ok: false, message: 'must be a JSON object, such as {"qids": ["0", "1"]}' };
}

function readJson(text: string): Read<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
