import type { ValueSource } from '../../../values/rules/roll-up.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';

/** A qubit or a coupling. */
export interface Target {
  kind: MetricTarget;
  id: string;
}

/** One version of a parameter: the value that a person or a task gave it at an instant. */
export interface Version {
  entityId: string;
  metric: string;
  target: Target;
  value: number;
  error?: number | undefined;
  unit: string;
  /** When it was measured. */
  at: string;
  source: ValueSource;
  taskId?: string | undefined;
  /** Of a task's value. */
  taskName?: string | undefined;
  executionId?: string | undefined;
  recordedAt: string;
  recordedBy: string;
  reason?: string | undefined;
  cooldownId?: string | undefined;
  /** It counts for nothing, and may have been used before that was said. */
  excluded?: boolean | undefined;
  excludedReason?: string | undefined;
  /** The write gate holds it, or it was rejected: it does not count either. */
  withheld?: 'held' | 'rejected' | undefined;
  /** The month in whose files its task's result is, where it is archived. */
  archivedMonth?: string | undefined;
}

/** Whether a version is one of those that have followed each other. */
export const isCounted = ({ excluded, withheld }: Pick<Version, 'excluded' | 'withheld'>): boolean =>
  !excluded && withheld === undefined;

/** A value that a task started from. */
export interface GivenInput {
  value: number;
  unit: string;
}

/** What gave parameters their values: a task, an edit by hand, or an import. */
export interface Activity {
  activityId: string;
  source: Version['source'];
  taskId: string;
  name: string;
  target: Target;
  executionId: string;
  startAt: string;
  endAt: string;
  status: string;
  username: string;
  reason?: string | undefined;
  /** Unknown, and so empty, where its result is archived. */
  inputs: Readonly<Record<string, GivenInput>>;
  /** The month in whose files its result is, where it is archived. */
  archivedMonth?: string | undefined;
}
