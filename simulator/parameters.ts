import type { RunParameter } from '#shared/runs/rules/plan.ts';
import type { TaskDefinition } from '#shared/runs/rules/task-catalogue.ts';
import { simulatorParameters } from '#shared/runs/rules/tasks/parameters.ts';
import { spread } from './math/numbers.ts';

/** Most points of one axis. */
const MAX_POINTS = 2001;
/** `150 * 1024`, as QDash's flows write a number (rule QDASH-16). */
const PRODUCT = /^\s*\d+(\.\d+)?(\s*\*\s*\d+(\.\d+)?)*\s*$/;

/** An invalid run parameter; the message names it and says why. */
export class ParameterError extends Error {}

/** The run parameters of one task, read by name. */
export interface Parameters {
  /** The defaults merged with the flow's overrides, as stored with the result. */
  all: Record<string, RunParameter>;
  /** A number; `fallback` if the task has no such parameter. Throws ParameterError if the value is not a number. */
  number(name: string, fallback: number): number;
  /** A whole number from 1 to `most`. Throws ParameterError. */
  count(name: string, fallback: number, max: number): number;
  /** The points of a range; `fallback` if the task has no such parameter. Throws ParameterError. */
  axis(name: string, fallback: readonly number[]): number[];
}

/** Merges the defaults of a task with the overrides (a bare value, or one with its type). */
export function resolveParameters(
  definition: TaskDefinition,
  overrides: Readonly<Record<string, unknown>>,
): Parameters {
  const all = { ...definition.runParameters };
  for (const [name, override] of Object.entries(overrides)) {
    const usual = all[name] ??
      simulatorParameters[name] ?? { value: null, valueType: typeName(override), unit: '', description: '' };
    all[name] = { ...usual, ...asOverride(override) };
  }
  const read = (name: string) => all[name] ?? simulatorParameters[name];
  const number = (name: string, fallback: number): number => {
    const parameter = read(name);
    return parameter === undefined ? fallback : asNumber(name, parameter.value);
  };
  return {
    all,
    number,
    count: (name, fallback, max) => {
      const value = number(name, fallback);
      if (Number.isInteger(value) && value >= 1 && value <= max) return value;
      throw new ParameterError(`parameter '${name}' must be a whole number from 1 to ${max}`);
    },
    axis: (name, fallback) => {
      const parameter = read(name);
      return parameter === undefined ? [...fallback] : asAxis(name, parameter);
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asOverride(override: unknown): Partial<RunParameter> {
  if (!(isObject(override) && 'value' in override)) return { value: override };
  const valueType = override.value_type ?? override.valueType;
  return { value: override.value, ...(typeof valueType === 'string' ? { valueType } : {}) };
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return 'str';
}

function asNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && PRODUCT.test(value)) {
    return value.split('*').reduce((product, factor) => product * Number(factor), 1);
  }
  throw new ParameterError(`parameter '${name}' is not a number`);
}

/** The points of `np.arange`, `range`, `np.linspace` and `np.logspace`, or a plain list of numbers. */
function asAxis(name: string, { value, valueType }: RunParameter): number[] {
  if (!Array.isArray(value)) throw new ParameterError(`parameter '${name}' is not a range`);
  const numbers = value.map((item) => asNumber(name, item));
  const normalTrait = valueType === 'list' ? numbers : fromTriple(valueType, numbers);
  if (normalTrait === undefined || normalTrait.length < 5 || normalTrait.length > MAX_POINTS) {
    throw new ParameterError(`parameter '${name}' must have from 5 to ${MAX_POINTS} points`);
  }
  return normalTrait;
}

function fromTriple(valueType: string, [from = 0, to = 0, third = 0]: readonly number[]): number[] | undefined {
  if (valueType === 'np.linspace' || valueType === 'np.logspace') {
    if (!(Number.isInteger(third) && third <= MAX_POINTS)) return undefined;
    const even = spread(from, to, third);
    return valueType === 'np.linspace' ? even : even.map((exponent) => 10 ** exponent);
  }
  // The small tolerance excludes the end where rounding would include it, as in (0.01, 0.25, 0.01).
  const count = Math.ceil((to - from) / third - 1e-9);
  return count <= MAX_POINTS ? Array.from({ length: count > 0 ? count : 0 }, (_, i) => from + i * third) : undefined;
}
