import type { Fluctuation } from './fluctuation.ts';
import { isSameSetting, type Scale, statedError } from './scale.ts';
import { type Score, scoreOfValues } from './score.ts';

/** A value that is compared with another one of its series. */
export interface ComparedValue {
  sampleId: string;
  /** When it was measured, ISO 8601 in UTC. */
  at: string;
  /** In the metric's stored unit; null where faulty. */
  value: number | null;
  error?: number | null | undefined;
  unit: string;
  /** The task that measured it; absent for a value that was imported or set by hand. */
  taskName?: string | undefined;
  isHeld?: boolean;
  /** Equal to the value before it without a new task result: a copied file rather than a measurement. */
  isRepeat?: boolean;
}

/** Why a change is not judged (rule STAT-21). */
export type NoJudgement =
  | 'unit_differs'
  | 'faulty'
  | 'held'
  | 'at_bound'
  | 'sign_differs'
  | 'setting'
  | 'repeat'
  | 'same_sample'
  | 'too_close_in_time'
  | 'too_few_points';

/** A change between two values of one series. */
export type JudgedChange =
  | ({ judged: true; basis: Fluctuation['basis']; change: number; isMaterial: boolean } & Score)
  | { judged: false; because: NoJudgement; isSame?: boolean };

const SAME_TASK_MINUTES = 15;

/** Judges the change from one value of a series to another; `fluctuation` is undefined where there is too little history. */
export function judgeChange(
  before: ComparedValue,
  after: ComparedValue,
  scale: Scale,
  fluctuation: Fluctuation | undefined,
): JudgedChange {
  const pair = comparable(before, after, scale);
  if (typeof pair === 'string') return { judged: false, because: pair };
  const [from, to] = pair;
  if (scale.kind === 'setting')
    return { judged: false, because: 'setting', isSame: isSameSetting(from.value, to.value) };
  if (minutesBetween(before, after) <= SAME_TASK_MINUTES && before.taskName && before.taskName === after.taskName)
    return { judged: false, because: 'too_close_in_time' };
  if (!fluctuation) return { judged: false, because: 'too_few_points' };
  const scored = scoreOfValues(from, to, fluctuation, scale.floor(fluctuation.level ?? 0));
  const change = to.y - from.y;
  return { judged: true, basis: fluctuation.basis, change, isMaterial: scale.isMaterial(change), ...scored };
}

interface PlacedValue {
  value: number;
  y: number;
  error: number | undefined;
}

function comparable(
  before: ComparedValue,
  after: ComparedValue,
  scale: Scale,
): [PlacedValue, PlacedValue] | NoJudgement {
  if (before.sampleId === after.sampleId) return 'same_sample';
  if (before.value === null || after.value === null) return 'faulty';
  if (before.isHeld || after.isHeld) return 'held';
  if (after.isRepeat) return 'repeat';
  if (before.unit !== after.unit) return 'unit_differs';
  if (scale.kind === 'amplitude' && Math.sign(before.value) !== Math.sign(after.value)) return 'sign_differs';
  const [from, to] = [placed(before.value, before.error, scale), placed(after.value, after.error, scale)];
  return from && to ? [from, to] : 'at_bound';
}

function placed(value: number, error: number | null | undefined, scale: Scale): PlacedValue | undefined {
  const y = scale.toScale(value);
  const stated = statedError(error);
  if (y === undefined) return undefined;
  return { value, y, error: stated === undefined ? undefined : scale.errorOnScale(value, stated) };
}

const minutesBetween = (one: ComparedValue, other: ComparedValue): number =>
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) / 60_000;
