import type { TaskDefinition } from '#shared/runs/rules/task-catalogue.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import { type Finding, MIN_R2 } from './bench.ts';
import { significant } from './math/numbers.ts';

/** Why a measurement is not accepted, or undefined. */
export function problemOf({ outputs }: TaskDefinition, { problem, r2, outputs: found }: Finding): string | undefined {
  if (problem !== undefined) return problem;
  if (r2 !== undefined && !(r2 >= MIN_R2)) return `R² value too low: ${r2.toFixed(2)}`;
  const broken = outputs.find(({ name }) => {
    const value = found[name];
    return value === undefined || !Number.isFinite(value.value) || !Number.isFinite(value.error);
  });
  return broken === undefined ? undefined : `fit gave no value for ${broken.name}`;
}

/** The outputs of a task with the units of its definition. */
export function outputsOf({ outputs }: TaskDefinition, { outputs: found }: Finding): Record<string, OutputParameter> {
  return Object.fromEntries(
    outputs.map(({ name, unit, description }) => {
      const { value = 0, error = 0 } = found[name] ?? {};
      const rounded = { value: significant(value), error: significant(error, 3) };
      return [name, { ...rounded, unit, valueType: name.endsWith('_length') ? 'int' : 'float', description }];
    }),
  );
}
