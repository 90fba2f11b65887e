import type { TaskDefinition } from '#shared/runs/rules/task-catalogue.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import { significant } from './math/numbers.ts';
import type { QubitTruth } from './truth/qubit.ts';
import { settingOf } from './truth/settings.ts';
import type { Value, Values } from './truth/values.ts';

/** Where inputs whose names begin with `prefix` are read from; with a qubit, nominal settings stand in for missing ones. */
interface InputSource {
  prefix: string;
  values: Values;
  qubit?: QubitTruth;
}

/** Units of inputs by how their names end. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/frequency$/, 'GHz'],
  [/(length|time)$/, 'ns'],
  [/_average$/, 'us'],
];

/** The values that a task starts from, by the names of its definition; what neither chip nor settings have is left out. */
export function readInputs(
  { inputs }: TaskDefinition,
  sources: readonly InputSource[],
): Record<string, OutputParameter> {
  const found = inputs.flatMap((input) => {
    const source = sources.find(({ prefix }) => input.startsWith(prefix));
    const value = source && inputValue(source, input.slice(source.prefix.length));
    return value === undefined ? [] : [[input, value] as const];
  });
  return Object.fromEntries(found);
}

function inputValue({ values, qubit }: InputSource, name: string): OutputParameter | undefined {
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? 'a.u.';
  const found: Value | undefined = qubit === undefined ? values[name] : settingOf(values, qubit, name, unit);
  if (found === undefined || !Number.isFinite(found.value)) return undefined;
  return { value: significant(found.value), error: 0, unit: found.unit, valueType: 'float', description: '' };
}
