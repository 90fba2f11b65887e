import { compareQids } from '#shared/chips/rules/coupling-id.ts';
import { type DrawnValue, drawValue } from '#shared/values/rules/cell/display.ts';
import type { MetricsConfig, Mux } from '../../ui/lib/api/wire.ts';
import { displayOf } from '../../values/lib/metrics/metric-display.ts';

/** A result of a task on a qubit, as a mux lists it. */
export type MuxResult = Mux['detail'][string][string];

/** A task of a mux with its results by qubit; a qubit on which it has none is left out. */
export interface MuxTask {
  name: string;
  results: ReadonlyMap<string, MuxResult>;
}

/** The qubits of a mux in their order. */
export const qubitsOfMux = (mux: Mux): string[] => Object.keys(mux.detail).sort(compareQids);

/** The tasks that have a result on some qubit of a mux, in the order of the service, and how many have none. */
export function tasksOfMux(mux: Mux): { tasks: MuxTask[]; without: number } {
  const names = [...new Set(Object.values(mux.detail).flatMap((tasks) => Object.keys(tasks)))];
  const all = names.map((name) => ({ name, results: resultsOf(mux, name) }));
  const tasks = all.filter(({ results }) => results.size > 0);
  return { tasks, without: all.length - tasks.length };
}

/** A task that was never run on a qubit is listed as pending, without an id. */
function resultsOf(mux: Mux, name: string): Map<string, MuxResult> {
  const results = new Map<string, MuxResult>();
  for (const [qid, tasks] of Object.entries(mux.detail)) {
    const result = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (result?.task_id !== undefined) results.set(qid, result);
  }
  return results;
}

/** The first metric that a task measured, else its first number; undefined where it measured none. */
export function firstMeasured(
  result: MuxResult,
  config: MetricsConfig,
): { title: string; shown: DrawnValue } | undefined {
  const measured = Object.entries(result.output_parameters ?? {});
  const isListed = ([key]: (typeof measured)[number]) => Object.hasOwn(config.qubit_metrics, key);
  for (const [key, { value, error, unit }] of [...measured.filter(isListed), ...measured]) {
    if (typeof value !== 'number') continue;
    const display = displayOf(config, 'qubit', key, unit);
    const shown = drawValue(display, { value, error: typeof error === 'number' ? error : null, unit: unit ?? '' });
    return { title: display.title, shown };
  }
  return undefined;
}
