import type { RunParameter } from './plan.ts';

/** What a backend answers for one task on one target: everything that a task result is written from. */
export interface TaskOutcome {
  taskId: string;
  name: string;
  type: 'qubit' | 'coupling' | 'global' | 'system';
  /** Qubit or coupling id; empty for global and system tasks. */
  target: string;
  upstreamId: string;
  status: 'completed' | 'failed' | 'skipped' | 'cancelled';
  /** One sentence; why it failed where it did. */
  message: string;
  /** The values that it started from, by parameter name. */
  inputParameters: Record<string, OutputParameter>;
  runParameters: Record<string, RunParameter>;
  /** What it measured; empty when it failed. */
  outputParameters: Record<string, OutputParameter>;
  /** R² of the fit, where there was one. */
  r2?: number | undefined;
  figures: Artifact[];
  rawData: Artifact[];
  startAt: string;
  endAt: string;
}

/** A measured value with its error and unit. Its name is a metric key. */
export interface OutputParameter {
  value: number;
  error: number;
  unit: string;
  valueType: 'float' | 'int';
  description: string;
}

/** A file that a task made. */
export interface Artifact {
  /** File name within the task, such as `CheckT1_12_0.json`. */
  name: string;
  /** `application/vnd.plotly.v1+json`, `image/svg+xml` or `text/csv`. */
  contentType: string;
  body: string;
}

/**
 * A simulated task took the time between its start and now (rule SIM-3): an end in the future would be later than every
 * edit that a person makes until then, and a start before its run began is invalid.
 */
export const endingAt = (now: string, outcome: TaskOutcome): TaskOutcome => ({
  ...outcome,
  endAt: now > outcome.startAt ? now : outcome.startAt,
});
