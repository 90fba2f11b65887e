/**
 * The plan of a managed flow, resolved against a chip when the run starts and stored with the run, so that later edits
 * of the flow or of the chip change nothing (rule FLOW-4).
 */

/** A value of a run parameter. */
export interface RunParameter {
  value: unknown;
  valueType: string;
  unit: string;
  description: string;
}

/** One kind of target a task runs on; `system` and `global` tasks have none. */
export type TaskType = 'qubit' | 'coupling' | 'global' | 'system';

/** A task of a stage, to be run on each of the stage's targets of its type. */
export interface StageTask {
  /** Standard name, such as `CheckT1` (rule QDASH-17). */
  name: string;
  type: TaskType;
  /** Overrides of the task's run parameters, by name. */
  parameters: Record<string, unknown>;
  /** Instead of the target's current values, by the names of the task's inputs. */
  inputs?: Record<string, InputValue>;
  /** The task result that this repeats. */
  sourceTaskId?: string;
  /** Its result is kept for itself: no current value, latest result or sample follows from it. */
  trial?: true;
  /** Its values become current only when an editor accepts them (rule GATE-12). */
  persist?: false;
}

/** A value that a task is given as its start. */
export interface InputValue {
  value: number;
  unit: string;
}

/** Tasks that run one after the other on targets that run in parallel. */
export interface PlanStage {
  name: string;
  tasks: StageTask[];
  /** Qubit ids of the stage's qubit tasks. */
  qids: string[];
  /** Coupling ids of the stage's coupling tasks. */
  couplingIds: string[];
  /** `continue`: a target whose task failed skips the rest of its tasks; `stop`: the run fails after the stage. */
  onFailure: 'continue' | 'stop';
  /** Qubits that do not pass all of them are left out of the stage, with their couplings. */
  filters?: StageFilter[];
}

/** Judges a qubit by an earlier stage: all its tasks completed or, with a metric, its value is at least so much. */
export interface StageFilter {
  /** Position of the stage in the plan. */
  stage: number;
  metric?: string;
  /** In the unit in which the task measures the metric. */
  atLeast?: number;
}

export interface RunPlan {
  backend: string;
  /** Seed of a simulated backend. */
  seed: number;
  /** Seconds that a simulated backend takes over a batch, so that a person can watch; absent, none. */
  paceSeconds?: number;
  stages: PlanStage[];
}

/** One task on one target, in the order in which the run takes them. */
export interface PlannedTask {
  /** Position in the whole run, from 0. */
  index: number;
  /** UUIDv5 of run, stage, task, target and attempt: the same task has the same id in every plan. */
  taskId: string;
  stage: number;
  /** Position of the task in its stage. */
  step: number;
  /** How often the stage has this task on this target before. */
  attempt: number;
  task: StageTask;
  /** Qubit or coupling id; empty for global and system tasks. */
  target: string;
  /** Id of the task before it on the same target in the stage; empty for the first. */
  upstreamId: string;
}
