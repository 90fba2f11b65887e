import { withinHalfTurn } from '../../values/rules/units/unit.ts';
import type { Fluctuation } from './fluctuation.ts';
import { isSameSetting, type Scale, statedError } from './scale.ts';
import { type Score, type ScoredWindow, scoreOfValues, scoreOfWindows } from './score.ts';

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
  /** The median of several day points on the scale, which `value` represents; absent for a single value. */
  window?: ScoredWindow | undefined;
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

/** What one task measures again within so many minutes is the same measurement. */
export const SAME_TASK_MINUTES = 15;

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
  if (!fluctuation) return { judged: false, because: 'too_few_points' };
  const change = to.y - from.y;
  const scored =
    before.window || after.window
      ? scoreOfWindows(windowOf(before, from), windowOf(after, to), fluctuation)
      : scoreOfValues(from, to, fluctuation, scale.floor(fluctuation.level ?? 0));
  return { judged: true, basis: fluctuation.basis, change, isMaterial: scale.isMaterial(change), ...scored };
}

/** The change on the scale from one value to another, or why they cannot be compared. */
export function changeOnScale(before: ComparedValue, after: ComparedValue, scale: Scale): number | NoJudgement {
  const pair = comparable(before, after, scale);
  if (typeof pair === 'string') return pair;
  const [from, to] = pair;
  return scale.kind === 'setting' ? 'setting' : to.y - from.y;
}

const windowOf = ({ window }: ComparedValue, { y }: PlacedValue): ScoredWindow => window ?? { y, points: 1 };

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
  if (scale.kind !== 'setting' && isTooClose(before, after)) return 'too_close_in_time';
  const [from, to] = [placed(before, before.value, scale), placed(after, after.value, scale)];
  if (!from || !to) return 'at_bound';
  // An angle moves the shorter way round.
  const { turn } = scale;
  return [from, turn === undefined ? to : { ...to, y: from.y + withinHalfTurn(to.y - from.y, turn) }];
}

/** A setting may be set again at once; a measurement that is repeated at once is the same one. */
const isTooClose = (before: ComparedValue, after: ComparedValue): boolean =>
  minutesBetween(before, after) <= SAME_TASK_MINUTES && !!before.taskName && before.taskName === after.taskName;

function placed({ error, window }: ComparedValue, value: number, scale: Scale): PlacedValue | undefined {
  const y = window?.y ?? scale.toScale(value);
  const stated = statedError(error);
  if (y === undefined) return undefined;
  return { value, y, error: stated === undefined ? undefined : scale.errorOnScale(value, stated) };
}

const minutesBetween = (one: ComparedValue, other: ComparedValue): number =>
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) / 60_000;
