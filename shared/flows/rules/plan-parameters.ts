import type { RunPlan, StageTask } from '../../runs/rules/plan.ts';
import { findTask } from '../../runs/rules/task-catalogue.ts';
import { acceptedWords } from './run-parameter.ts';

const plainTypes = ['int', 'float', 'str'] as const;

/** A run parameter of the tasks of a plan that takes one number or word. */
export interface PlanParameter {
  name: string;
  valueType: (typeof plainTypes)[number];
  unit: string;
  description: string;
  /** The values without an override: one, or several if tasks differ, the least first. */
  values: (number | string)[];
  /** What a value may be, in words. */
  accepts: string;
  /** Names of the tasks that take it. */
  tasks: string[];
}

/**
 * The plain parameters of the tasks of a plan, by name. What tasks take in different units has no one value and is left out, as
 * lists and scans are.
 */
export function planParameters(plan: RunPlan): PlanParameter[] {
  const taken = plan.stages.flatMap(({ tasks }) => tasks).flatMap(plainParametersOf);
  return [...Map.groupBy(taken, ({ name }) => name).values()]
    .flatMap((same) => merged(same) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** What one task takes, as a plan in which there is no other. */
function plainParametersOf(task: StageTask): PlanParameter[] {
  return Object.entries(findTask(task.name)?.runParameters ?? {}).flatMap(([name, parameter]) => {
    const valueType = plainTypes.find((type) => type === parameter.valueType);
    const value = task.parameters[name] ?? parameter.value;
    if (!valueType || (typeof value !== 'number' && typeof value !== 'string')) return [];
    const { unit, description } = parameter;
    const accepts = acceptedWords(name, parameter);
    return [{ name, valueType, unit, description, values: [value], accepts, tasks: [task.name] }];
  });
}

/** One parameter of several tasks; undefined where they do not mean the same by its name. */
function merged(same: readonly PlanParameter[]): PlanParameter | undefined {
  const [first] = same;
  if (!first || same.some(({ unit, valueType }) => unit !== first.unit || valueType !== first.valueType))
    return undefined;
  return {
    ...first,
    values: [...new Set(same.flatMap(({ values }) => values))].toSorted(byValue),
    tasks: [...new Set(same.flatMap(({ tasks }) => tasks))],
  };
}

const byValue = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
