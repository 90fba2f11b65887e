import type { RunParameter, TaskType } from '../plan.ts';

/** How tasks are grouped on the screen (rule QDASH-17). */
export type TaskCategory =
  | 'Box Setup'
  | 'CW Measurements'
  | '1Q Coarse'
  | '1Q Fine'
  | 'Measurement'
  | '2Q Calibration'
  | 'Benchmarking';

/**
 * Who runs a task: our simulator runs every one; `qubex` and `fake` are the lists of backends that QDash publishes
 * (rule QDASH-17), so that its clients find there what they expect.
 */
export type TaskBackend = 'simulator' | 'qubex' | 'fake';

/** One value that a task measures. */
export interface TaskOutput {
  /** Metric key; where the metric catalogue has one, this is it. */
  name: string;
  /** Unit of the stored value: that of the metric catalogue if it has one. */
  unit: string;
  description: string;
  /** The qubit of the pair that the value belongs to; absent where it belongs to the task's own target. */
  of?: 'control' | 'target' | undefined;
}

/** A standard task (rule QDASH-17). */
export interface TaskDefinition {
  name: string;
  type: TaskType;
  category: TaskCategory;
  backends: readonly TaskBackend[];
  description: string;
  timeoutMinutes: number;
  /** Values of the target that it starts from; those of a pair carry `control_` or `target_` before the name. */
  inputs: readonly string[];
  /** Parameters that a flow may override, with their defaults. */
  runParameters: Readonly<Record<string, RunParameter>>;
  /** What it measures; a task without any makes figures and passes or fails. */
  outputs: readonly TaskOutput[];
}

/** The fields of a definition that its category does not set by default. */
type TaskDetails = Pick<TaskDefinition, 'name' | 'description'> & Partial<TaskDefinition>;

/**
 * Makes the definitions of one category: a qubit task of an hour at most, which QDash lists for `qubex`, without
 * inputs, parameters and outputs, unless its details say otherwise.
 */
export function tasksOf(category: TaskCategory, common: Partial<TaskDefinition>, details: readonly TaskDetails[]) {
  return details.map(
    (task): TaskDefinition => ({
      type: 'qubit',
      category,
      backends: ['simulator', 'qubex'],
      timeoutMinutes: 60,
      inputs: [],
      runParameters: {},
      outputs: [],
      ...common,
      ...task,
    }),
  );
}
