import { suggestion } from '../../kernel/rules/suggest.ts';
import type { RunParameter } from '../../runs/rules/plan.ts';
import { findTask } from '../../runs/rules/task-catalogue.ts';
import type { TaskParameters } from './document.ts';
import { parameterProblem, parametersOf } from './run-parameter.ts';

/**
 * What is wrong with a run parameter that is set for some tasks: none of them knows it, or its value does not fit one
 * that does. Undefined where it may be set.
 */
export function sharedParameterProblem(name: string, value: unknown, taskNames: Iterable<string>): string | undefined {
  const known = new Map<string, RunParameter>();
  let knowing = 0;
  for (const task of taskNames) {
    const parameters = knownParameters(task);
    for (const [key, parameter] of Object.entries(parameters)) known.set(key, parameter);
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) continue;
    knowing += 1;
    const problem = parameterProblem(name, parameter, value);
    if (problem) return `${problem} for ${task}`;
  }
  return knowing > 0 ? undefined : `no task here has a parameter '${name}'${suggestion(name, known.keys())}`;
}

/** The parameters, as given from the widest to the narrowest, that a task knows; the narrowest wins. */
export function mergedParameters(task: string, ...given: readonly (TaskParameters | undefined)[]): TaskParameters {
  const known = knownParameters(task);
  const merged = given.flatMap((parameters) => Object.entries(parameters ?? {}));
  return Object.fromEntries(merged.filter(([name]) => Object.hasOwn(known, name)));
}

function knownParameters(task: string): Readonly<Record<string, RunParameter>> {
  const definition = findTask(task);
  return definition ? parametersOf(definition) : {};
}
