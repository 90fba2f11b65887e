import type { TargetKind } from '../../chips/rules/target-kinds.ts';
import type { FreshnessKind } from './fresh-for.ts';

export type MetricTarget = TargetKind;

/** Which end of the range is good; `none` where neither is. */
export type MetricMode = 'maximize' | 'minimize' | 'none';

/** Which numbers a metric can have. */
export type PossibleValues = 'fraction' | 'positive' | 'notNegative' | 'any';

/** Ends and step of a range that a control offers. */
export type MetricRange = { min: number; max: number; step: number };

/** One metric: its name, its display, its judgement, and how long its values count as fresh. */
export type MetricDefinition = {
  key: string;
  title: string;
  target: MetricTarget;
  /** Unit on the screen: displayed value = stored value x `scale`. */
  unit: string;
  scale: number;
  /** Unit of the stored value, `''` for a plain number. */
  storedUnit: string;
  description: string;
  mode: MetricMode;
  /** Target value and the range to choose one from, both in the stored unit; null where there is no target. */
  threshold: { value: number; range: MetricRange } | null;
  /** Range of the error rate 1 - F to choose a target from; null for metrics other than fidelities. */
  errorRateRange: MetricRange | null;
  /** A fidelity F in [0, 1]: distributions draw its error 1 - F on a logarithmic axis (rule SHOW-7). */
  isFidelity: boolean;
  /** Which numbers a value set by hand may have, in any unit. */
  possible: PossibleValues;
  /** As which kind of quantity it ages. */
  freshness: FreshnessKind;
  /** A value is fresh up to this age, unless its project says otherwise. */
  freshForSeconds: number;
};

/** The fields of a definition that its kind does not set by default. */
export type MetricDetails = Pick<MetricDefinition, 'key' | 'title' | 'description'> & Partial<MetricDefinition>;
