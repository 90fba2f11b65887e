import type { TargetRef } from '../../../kernel/store/keys.ts';
import type { GateMark } from '../../rules/gate-mark.ts';

/** A value that was set by hand, as an undo needs it. */
export interface SetValue {
  metric: string;
  at: string;
  sampleId: string;
  /** Its mark in the history after the act; null for none. */
  gate: GateMark | null;
  /** What counted after the act; absent where the act did not decide that. */
  counted?: Counted | undefined;
}

/** What counts of a metric: when it was measured, and its value, which is null for a faulty mark; null for nothing. */
export type Counted = { at: string; value: number | null } | null;

/** Values of one target that were set by hand, in one act. */
export interface SetValues {
  chipId: string;
  target: TargetRef;
  values: readonly SetValue[];
}
