import { formatQuantity, shownUnit } from '#shared/values/rules/cell/quantity.ts';
import { chosenNumber, chosenQuantity, parameterTitle, readableUnit, scaled } from '../../runs/lib/parameter-words.ts';
import { qubitsOf } from '../../runs/lib/qubit-list.ts';
import { runParameterText } from '../../runs/lib/sweep-words.ts';

/** How a default parameter of a flow is entered: by what its default is. Anything but a plain value is JSON. */
export interface ParameterField {
  name: string;
  kind: 'number' | 'text' | 'boolean' | 'list' | 'json';
  /** The default as the field shows it. */
  initial: string;
  /** The unit in which it is sent; absent if unknown. */
  unit?: string;
  /**
   * The unit in which a number is shown and typed, chosen by the initial value: it does not change while typing. Absent
   * if it is the same as `unit`.
   */
  readable?: string;
  /** How JSON is meant, such as `np.arange`. */
  valueType?: string;
  description?: string;
  hint?: string;
  /** All that may be entered, besides nothing. */
  choices?: readonly string[];
}

/** The label of a field: its name in words, with the unit for typing. */
export function fieldLabel({ name, kind, unit, readable, valueType }: ParameterField): string {
  // The ends of a logarithmic scan are powers of ten, and no nanoseconds.
  const shown = kind === 'json' && valueType === 'np.logspace' ? '' : shownUnit(readable ?? unit ?? '');
  return `${parameterTitle(name)}${shown && ` (${shown})`}`;
}

/** The hint below a field: for JSON, the meaning of the text, as far as it can be parsed. */
export function fieldHint({ name, kind, unit = '', valueType = '', hint }: ParameterField, text: string) {
  if (kind !== 'json') return hint;
  const read = readJson(text);
  const isSweep = read.ok && valueType.startsWith('np.') && Array.isArray(read.value);
  return isSweep ? `JSON: ${runParameterText(name, { value: read.value, value_type: valueType, unit })}` : 'JSON';
}

/** What a person entered, by field name. A boolean is `true` or `false`. */
export type Entered = Readonly<Record<string, string>>;

/** Parameters to send, or the problems with them. */
export type ReadParameters =
  | { ok: true; parameters: Record<string, unknown> }
  | { ok: false; problems: { field: string; message: string }[] };

/** The name for problems of the free JSON; no parameter can have it. */
export const advancedField = '';

/** The fields of a form for a flow's default parameters, in their order; `unitOf` knows the unit of some. */
export const parameterFields = (
  defaults: Readonly<Record<string, unknown>>,
  unitOf: (name: string) => string | undefined = () => undefined,
): ParameterField[] => Object.entries(defaults).map(([name, value]) => fieldOf(name, value, unitOf(name)));

/** The fields of a form for what a task was run with, by name. */
export const valueFields = (
  values: Readonly<Record<string, { value: unknown; unit: string; value_type?: string; description?: string }>>,
): ParameterField[] =>
  entriesByName(values).map(([name, { value, unit, value_type: valueType, description }]) => ({
    ...fieldOf(name, value, unit),
    ...(valueType && { valueType }),
    ...(description && { description }),
  }));

/** The entries of a map by name: its keys have no order of their own, and every page must show the same one. */
export const entriesByName = <T>(values: Readonly<Record<string, T>>): [name: string, value: T][] =>
  Object.entries(values).sort(([a], [b]) => a.localeCompare(b));

/** Empty fields for values that replace a task's original ones, by name, each with the original as its hint. */
export const otherValueFields = (
  values: Readonly<Record<string, { value: number; error?: number; unit: string }>>,
): ParameterField[] =>
  valueFields(values).map((field) => {
    const { value, error = 0, unit } = values[field.name] ?? { value: Number.NaN, unit: '' };
    const readable = field.readable ?? unit;
    const then =
      error > 0 ? formatQuantity(scaled(value, unit, readable), scaled(error, unit, readable), readable) : '';
    return { ...field, initial: '', hint: `then ${then || numbersIn([value], unit, readable)}` };
  });

/** A parameter of the tasks of a run, as the service tells of it before the start. */
interface TaskParameter {
  name: string;
  value_type: 'int' | 'float' | 'str';
  unit: string;
  description: string;
  values: readonly (number | string)[];
  accepts: string;
}

/**
 * Empty fields for the parameters of a run's tasks, with their defaults and accepted values as hints; those that the
 * flow itself asks for are left out.
 */
export const taskFields = (parameters: readonly TaskParameter[], own: readonly ParameterField[]): ParameterField[] =>
  parameters
    .filter(({ name }) => own.every((field) => field.name !== name))
    .map(({ name, value_type: type, unit, description, values, accepts }) => {
      const numbers = values.filter((value) => typeof value === 'number');
      const readable = readableUnit(name, numbers, unit);
      return {
        name,
        kind: type === 'str' ? 'text' : 'number',
        initial: '',
        ...(unit && { unit }),
        ...(readable !== unit && { readable }),
        description,
        hint: [`${numbersIn(values, unit, readable)} unless given`, ...limitsIn(accepts, unit, readable)].join('; '),
      };
    });

/**
 * Empty fields for the plain defaults of a flow, with the defaults as hints. An entered value is sent even if it equals
 * the default, so it holds when the default changes.
 */
export const givenFields = (own: readonly ParameterField[]): ParameterField[] =>
  own
    .filter(({ kind }) => kind === 'number' || kind === 'text')
    .map((field) => {
      const shown = shownUnit(field.readable ?? field.unit ?? '');
      const standing = field.kind === 'number' ? chosenNumber(Number(field.initial)) : field.initial;
      return { ...field, initial: '', hint: `${standing}${shown && `\u00a0${shown}`} unless given` };
    });

/** What was given before, as fields have it; what no field takes stays an object. */
export function enteredOf(fields: readonly ParameterField[], given: Readonly<Record<string, unknown>>) {
  const entered: Record<string, string> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find(
      (one) => one.name === name && one.kind === (typeof value === 'string' ? 'text' : typeof value),
    );
    if (typeof value === 'number' && field)
      entered[name] = String(scaled(value, field.unit ?? '', field.readable ?? field.unit ?? ''));
    else if (typeof value === 'string' && field && value !== '') entered[name] = value;
    else rest[name] = value;
  }
  return { entered, rest };
}

/** A flow's own fields, each with the accepted values if a task takes it. */
export const withLimits = (own: readonly ParameterField[], parameters: readonly TaskParameter[]): ParameterField[] =>
  own.map((field) => {
    const told = parameters.find(({ name }) => name === field.name);
    if (!told || field.kind !== 'number') return field;
    const limits = limitsIn(told.accepts, told.unit, field.readable ?? told.unit);
    const hint = [...(field.hint ? [field.hint] : []), ...limits].join('; ');
    return { ...field, ...(hint && { hint }), description: told.description };
  });

/** The accepted values of a field, in its unit; empty if any number or text is accepted. */
const limitsIn = (accepts: string, unit: string, readable: string): string[] =>
  accepts === 'a number' || accepts === 'a text' ? [] : [rangesIn(accepts, unit, readable)];

/** Values in a unit, as `512 or 4,096`. */
const numbersIn = (values: readonly (number | string)[], unit: string, readable: string): string => {
  const texts = values.map((value) =>
    typeof value === 'number' ? chosenNumber(scaled(value, unit, readable)) : value,
  );
  const shown = shownUnit(readable);
  return `${texts.join(' or ')}${shown && `\u00a0${shown}`}`;
};

/** Words of the service with the ranges of numbers in them in the unit that people read. */
const rangesIn = (words: string, unit: string, readable: string): string =>
  words.replace(/\ba (whole )?number from (-?[\d.]+) to (-?\d+(?:\.\d+)?)/g, (_, whole, from, to) => {
    const [first, last, step] = [from, to, 1].map((one) => chosenNumber(scaled(one, unit, readable)));
    const shown = shownUnit(readable);
    if (scaled(1, unit, readable) === 1) return `a ${whole ?? ''}number from ${first} to ${last}`;
    return `from ${first} to ${last}\u00a0${shown}${whole ? ` in steps of ${step}` : ''}`;
  });

/** What the service says against a field, in its unit and without the name that the field has there. */
function refusalIn({ name, unit = '', readable = unit }: ParameterField, message: string): string {
  const named = `'${name}' `;
  const at = message.indexOf(named);
  const words = at < 0 ? message : message.slice(at + named.length).replace(/^\([^)]*\) /, '');
  return rangesIn(words, unit, readable)
    .replace(/'([a-z]\w*_\w+)'/g, (_, other: string) => `'${parameterTitle(other)}'`)
    .replace(/\((-?[\d.]+) (\w+)\)/g, (_, value, of: string) => `(${chosenQuantity(name, Number(value), of)})`);
}

function fieldOf(name: string, value: unknown, unit = ''): ParameterField {
  const told = { name, ...(unit && { unit }) };
  if (typeof value === 'boolean') return { ...told, kind: 'boolean', initial: String(value) };
  if (typeof value === 'string') return { ...told, kind: 'text', initial: value };
  if (isListOfTexts(value)) return { ...told, kind: 'list', initial: value.join(', '), hint: 'Separated by commas' };
  if (typeof value !== 'number') return { ...told, kind: 'json', initial: JSON.stringify(value) };
  const readable = readableUnit(name, [value], unit);
  const initial = String(scaled(value, unit, readable));
  return { ...told, kind: 'number', initial, ...(readable !== unit && { readable }) };
}

/** A list that people read and type as words, such as qubits; an empty one is not known to be of texts. */
const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && /^[^\s,]+$/.test(one));

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
  const allOf = (name: string) => problems.filter((problem) => fieldOf(problem) === name).map(({ message }) => message);
  return {
    allOf,
    of: (name: string) => sentence(allOf(name)),
    others: problems.filter((problem) => fieldOf(problem) === undefined),
  };
}

/** What the service says against each field that it names. */
export const refusalsBy = (fields: readonly ParameterField[], allOf: (name: string) => readonly string[]) =>
  fields.flatMap((field) => {
    // Of many tasks that take it, all want the same.
    const message = sentence(allOf(field.name).map((one) => refusalIn(field, one).replace(/ for \w+$/, '')));
    return message === undefined ? [] : [{ field: field.name, message }];
  });

const sentence = (messages: readonly string[]): string | undefined =>
  messages.length === 0 ? undefined : [...new Set(messages)].join('. ');

/** The refusals at fields, and whether these are all. */
export function refusedAt(fields: readonly ParameterField[], errors: readonly { path: string; message: string }[]) {
  const problems = errors.flatMap(({ path, message }) => {
    const field =
      fields.find(({ name }) => path.endsWith(`.${name}`)) ??
      fields.find(({ name }) => message.includes(`parameter '${name}' `));
    return field ? [{ field: field.name, message: refusalIn(field, message) }] : [];
  });
  return { problems, isAll: errors.length > 0 && problems.length === errors.length };
}

type Read<T> = { ok: true; value: T } | { ok: false; message: string };

function readField({ name, kind, unit = '', readable = unit }: ParameterField, text: string): Read<unknown> {
  if (kind === 'text') return { ok: true, value: text };
  if (kind === 'boolean') return { ok: true, value: text === 'true' };
  if (kind === 'json') return readJson(text);
  if (kind === 'list') {
    const list = name.endsWith('qids') ? qubitsOf(text) : text.split(/[\s,]+/).filter((part) => part !== '');
    return list.length === 0 ? { ok: false, message: 'names nothing' } : { ok: true, value: list };
  }
  // A minus is typed as the page writes it, too.
  const typed = text.trim().replace('−', '-');
  const value = scaled(typed, readable, unit);
  return typed === '' || !Number.isFinite(Number(typed)) || !Number.isFinite(value)
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
