import type { HeldValue, TargetRecord, ValueRecord } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { judgeMeasured, judgeTaskValue, type KnownOfMetric } from '../../../statistics/rules/judge-measured.ts';
import type { SeriesLevel } from '../../../statistics/rules/series-level.ts';
import { gate } from '../../../statistics/rules/write-gate.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import { type GateMark, impossibleText } from '../../rules/gate-mark.ts';
import type { ValueLimits } from '../../rules/own-limits.ts';

/** What values that a person gives are judged by. */
interface Judging {
  target: TargetRecord;
  limits: ValueLimits;
  /** The past levels of the target's series; empty without a gate. */
  levels: Readonly<Record<string, SeriesLevel>>;
}

/** By metric, in the unit in which it is kept. */
type GivenValues = ReadonlyMap<string, ValueRecord>;

/**
 * Remarks on values that are set by hand (rules GATE-6 and GATE-9): impossible ones are refused if the gate holds and
 * get a remark if it does not, and unlikely ones are accepted by being set.
 * @throws ServiceError `invalid`
 */
export function judgedByHand(
  ctx: ProjectContext,
  judging: Judging,
  values: GivenValues,
  now: string,
): Record<string, GateMark> {
  const mode = ctx.gate ?? 'off';
  const { target, limits } = judging;
  const marks: Record<string, GateMark> = {};
  for (const [metric, { value, error, unit, calibratedAt: at }] of values) {
    const definition = describeMetric(metric, target.kind, unit);
    if (mode === 'off') {
      const judged = gate({ value, error, unit }, definition, undefined, limits);
      if (judged.outcome === 'reject') marks[metric] = { state: 'noted', because: judged.because };
      continue;
    }
    const { mark } = judgeMeasured({ value, error, unit, at }, definition, knownOf(judging), mode, limits);
    const isUnlikely = mark?.state === 'held' || mark?.because === 'no_better_than_chance';
    if (mark?.state === 'faulty' && !isUnlikely) throw impossible(target, metric, { value, unit }, mark);
    const accepted = { decidedBy: ctx.actor.user.username, decidedAt: now, reason: 'Set by hand' };
    if (mark)
      marks[metric] =
        isUnlikely && mode === 'hold' ? { ...mark, state: 'accepted', ...accepted } : { ...mark, state: 'noted' };
  }
  return marks;
}

/**
 * Marks of proposed values: they are held whatever the gate, as a run's with `persist: false` (rule GATE-16).
 * @throws ServiceError `invalid` for an impossible one, which could never be accepted.
 */
export function judgedAsProposed(judging: Judging, values: GivenValues): Record<string, GateMark> {
  const { target, limits } = judging;
  const marks: Record<string, GateMark> = {};
  for (const [metric, { value, error, unit, calibratedAt: at }] of values) {
    const definition = describeMetric(metric, target.kind, unit);
    const arriving = { value, error, unit, at, persist: false };
    const { mark } = judgeTaskValue(arriving, definition, knownOf(judging), 'off', limits);
    if (mark?.state === 'rejected') throw impossible(target, metric, { value, unit }, mark);
    if (mark) marks[metric] = mark;
  }
  return marks;
}

/** A proposed value as it waits at its target. */
export const proposedValue = ({ value, error, unit, calibratedAt: at }: ValueRecord, sampleId: string): HeldValue => ({
  ...{ value, error, unit, at, sampleId },
  because: 'measured_only',
});

const knownOf =
  ({ target, levels }: Judging) =>
  (metric: string): KnownOfMetric => {
    const stands = ownEntry(target.data, metric);
    return { standing: stands && { ...stands, at: stands.calibratedAt }, level: ownEntry(levels, metric) };
  };

const impossible = ({ kind, id }: TargetRecord, metric: string, of: { value: number; unit: string }, mark: GateMark) =>
  invalid(impossibleText(`'${metric}' of ${kind} '${id}'`, of, mark.because));
