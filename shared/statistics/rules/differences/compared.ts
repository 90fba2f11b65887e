import type { ValueSource } from '../../../values/rules/roll-up.ts';
import type { MetricTarget } from '../../../values/rules/types.ts';
import type { Quantity } from '../../../values/rules/units/quantity.ts';
import type { NoJudgement as NoJudgementOfChange } from '../judge-change.ts';
import type { Score, ScoredWindow } from '../score.ts';

/** What one side of a comparison has of a metric on a target. */
export interface ComparedSide {
  /** In `unit`; null if it is faulty. For a window, the value of the median. */
  value: number | null;
  unit: string;
  error: number | undefined;
  /** When it was measured; of a window, when the newest of it was. */
  at: string;
  source: ValueSource | undefined;
  executionId: string | undefined;
  taskId: string | undefined;
  /** The task that measured it, if known. */
  taskName?: string | undefined;
  /** In the unit of the metric: whatever is not cannot be judged. */
  isInStoredUnit: boolean;
  /** Its UTC days, `2026-11-22`, which are excluded from the history that it is judged by. */
  days: readonly string[];
  /** Of an execution or a cool-down: the median of its day points. */
  window?: ScoredWindow | undefined;
  /** Values that it was taken from. */
  n: number;
  /** The write gate holds it: it waits to be accepted (rule GATE-2). */
  isHeld?: true | undefined;
}

/** The same before the values of all sides and targets are in one unit (`alignSides`). */
export interface UnalignedSide extends Omit<ComparedSide, 'value' | 'unit' | 'error' | 'isInStoredUnit'> {
  quantity: Quantity;
  isFaulty: boolean;
}

/** A metric on a target that at least one side has. */
export interface ComparedCell<S = ComparedSide> {
  metric: string;
  target: { kind: MetricTarget; id: string };
  before?: S | undefined;
  after?: S | undefined;
}

/** How a score came about (rule DIFF-5). */
export type DifferenceBasis = 'history' | 'pooled' | 'default' | 'cross_section';

/** Why there is no judgement; `double` for a metric with the numbers of another one of its target (rule DIFF-14). */
export type NoJudgement = NoJudgementOfChange | 'double';

/** What a change is called: better or worse where an end is good, else higher or lower. */
export type Direction = 'better' | 'worse' | 'higher' | 'lower' | 'same';

/** A change measured against natural fluctuation; above 0 is better where an end is good, else higher. */
export interface JudgedDifference extends Score {
  basis: DifferenceBasis;
  /** The least share of false findings at which it would be one (rule STAT-19). */
  q: number;
  isEstablished: boolean;
  isMaterial: boolean;
}

/** The change of a metric on a target between two sides. */
export interface Difference extends ComparedCell {
  presence: 'both' | 'appeared' | 'vanished';
  /** After less before, in the stored unit; undefined where either has no number in it. */
  change: number | undefined;
  /** Share by which a coherence time, the error of a fidelity, or an amplitude has changed: 0.1 for 10 %. */
  relativeChange: number | undefined;
  direction: Direction | undefined;
  judged: JudgedDifference | undefined;
  /** Why there is no judgement. */
  because: NoJudgement | undefined;
}

/** What a whole chip's metric has moved by (rule STAT-20). */
export interface MetricShift {
  metric: string;
  kind: MetricTarget;
  /** On the scale of the metric. */
  shift: number;
  error: number;
  /** Targets that both sides measured. */
  n: number;
  /** Share by which the metric moved, where its scale is logarithmic. */
  relativeShift: number | undefined;
}
