import { ownEntry } from '../../kernel/rules/own-entry.ts';
import type { GateReason } from '../../statistics/rules/write-gate.ts';

/** What a project does with values that are not likely (rule GATE-1). */
export type GateMode = 'off' | 'warn' | 'hold';

/** What a value of a task or an import was judged to be, and what people said since (rule GATE-2). */
export interface GateMark {
  /**
   * `noted` counts; `held` waits; `faulty` is a mark in place of the value; `accepted` was decided; `rejected` was decided or, without
   * `decidedBy`, cannot be.
   */
  state: 'noted' | 'held' | 'faulty' | 'accepted' | 'rejected';
  because: GateReason | 'beyond_twice_t1' | 'measured_only' | 'set_and_undone';
  /** Day points of the history that the rule of jumps judged by; absent where it did not judge. */
  points?: number | undefined;
  /** The held measurement with which this one agrees, so that both count. */
  confirms?: HeldRef | undefined;
  decidedBy?: string | undefined;
  decidedAt?: string | undefined;
  /** The comment of the person who decided. */
  reason?: string | undefined;
  /** Of a value that was set by hand and undone: the mark before. */
  before?: GateMark | undefined;
}

/** A measurement whose value of a metric is held: a task result, or the sample of an import. */
export interface HeldRef {
  taskId?: string | undefined;
  sampleId?: string | undefined;
  at: string;
}

export type GateMarks = Readonly<Record<string, GateMark>>;

/** Whether a value does not count: it is held or rejected. */
export const isWithheld = (mark: Pick<GateMark, 'state'> | undefined): boolean =>
  mark?.state === 'held' || mark?.state === 'rejected';

/** The mark of a metric. */
export const markOf = (marks: GateMarks | undefined, metric: string): GateMark | undefined =>
  marks && ownEntry(marks, metric);

const words: Record<GateMark['because'], string> = {
  not_a_number: 'it is not a number',
  not_positive: 'it is not above 0',
  negative_duration: 'a duration is not negative',
  not_a_fidelity: 'a fidelity lies above 0 and up to 1',
  longer_than_a_second: 'it is longer than a second',
  frequency_out_of_range: 'the frequency lies beyond 0.05 to 50 GHz',
  out_of_limits: 'the frequency lies beyond those of the technology of the chip',
  below_own_limit: 'it is below the lowest value that the project allows',
  above_own_limit: 'it is above the highest value that the project allows',
  unit_of_another_kind: 'its unit is of another kind',
  longer_than_ten_milliseconds: 'it is longer than 10 ms',
  unusually_long: 'it is unusually long for the technology of the chip',
  perfect_without_shots: 'it is perfect, and nothing says of how many shots',
  no_better_than_chance: 'it is no better than chance',
  error_too_large: 'its error is more than half of it',
  poor_fit: 'the fit is poor',
  jump: 'it is far from its usual level and from the last value',
  error_beyond_perfect: 'its error reaches beyond a perfect fidelity',
  repeat: 'it repeats the value before to the last digit',
  measured_only: 'measured, not accepted (persist: false)',
  set_and_undone: 'it was set by hand and undone',
  beyond_twice_t1: 'T2 > 2 T1, by more than their errors allow',
};

/** Why a value was remarked on, held or taken for faulty, in a sentence's end. */
export const gateWords = (because: GateMark['because']): string => words[because];

/** Why a number is not a valid value: its quantity allows it, but no device has it. `of` names metric and target. */
export const impossibleText = (
  of: string,
  { value, unit }: { value: number | null; unit: string },
  because: GateMark['because'],
): string => `${of} cannot be ${[value, unit].join(' ').trim()}: ${gateWords(because)}`;
