import {
  difference,
  differenceTotals,
  metricShift,
  score,
  sideValue,
} from '#shared/statistics/contract/schemas/differences.ts';
import type { ComparedSide, Difference, MetricShift } from '#shared/statistics/rules/differences/compared.ts';
import type { DifferenceTotals } from '#shared/statistics/rules/differences/totals.ts';
import type { FoundSide } from '#shared/statistics/verbs/differences/sides.ts';
import { present } from '../http/present.ts';

/** A side on the wire; what it is not is null. */
export function presentSide(side: FoundSide) {
  const none = { as_of: null, execution_id: null, cooldown_id: null, date: null, started_at: null, ended_at: null };
  switch (side.kind) {
    case 'instant':
      return { ...none, kind: 'instant', as_of: side.through };
    case 'day':
      return { ...none, kind: 'day', date: side.day.date };
    case 'execution': {
      const { executionId, startAt = null, endAt = null } = side.execution;
      return { ...none, kind: 'execution', execution_id: executionId, started_at: startAt, ended_at: endAt };
    }
    case 'cooldown': {
      const { cooldownId, startedAt, endedAt = null } = side.cooldown;
      return { ...none, kind: 'cooldown', cooldown_id: cooldownId, started_at: startedAt, ended_at: endedAt };
    }
  }
}

const presentValue = (side: ComparedSide) =>
  present(sideValue, side, { days: side.window?.points, held: side.isHeld ?? false });

const presentScore = (judged: NonNullable<Difference['judged']>) =>
  present(score, judged, { established: judged.isEstablished, material: judged.isMaterial });

/** A difference on the wire. */
export const presentDifference = (one: Difference) =>
  present(difference, one, {
    kind: one.target.kind,
    target_id: one.target.id,
    before: one.before && presentValue(one.before),
    after: one.after && presentValue(one.after),
    score: one.judged && presentScore(one.judged),
    not_scored: one.because,
  });

/** What all targets of a metric share, on the wire. */
export const presentShift = (shift: MetricShift) => present(metricShift, shift);

/** Counts on the wire. */
export const presentTotals = (totals: DifferenceTotals) => present(differenceTotals, totals);
