import type { PlannedTask } from './plan.ts';
import type { TaskOutcome } from './task-outcome.ts';

export interface CurrentValue {
  value: number;
  unit: string;
  /** ISO 8601. */
  calibratedAt?: string | undefined;
}

/** Current values of a qubit or coupling, by metric key. */
export type CurrentValues = Readonly<Record<string, CurrentValue>>;

export interface QubitValues {
  qid: string;
  values: CurrentValues;
}

/** One task as a managed run hands it to its backend. */
export interface TaskRequest {
  planned: PlannedTask;
  /** Seed of the plan. */
  seed: number;
  /** Current values of the target; empty for a task without one. */
  values: CurrentValues;
  /** Of a coupling whose qubits are known. */
  qubits?: { control: QubitValues; target: QubitValues } | undefined;
  /** When the task starts, ISO 8601. */
  startAt: string;
}

/** A backend of managed runs: does one task and returns the outcome. It does not throw for a task that fails. */
export type RunTask = (request: TaskRequest) => TaskOutcome;
