import type { ComparedSide, Difference, MetricShift } from '#shared/statistics/rules/differences/compared.ts';
import type { DifferenceTotals } from '#shared/statistics/rules/differences/totals.ts';
import type { FoundSide } from '#shared/statistics/verbs/differences/sides.ts';

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

const presentValue = (side: ComparedSide) => ({
  value: side.value,
  unit: side.unit,
  error: side.error ?? null,
  at: side.at,
  n: side.n,
  days: side.window?.points ?? null,
  source: side.source ?? null,
  execution_id: side.executionId ?? null,
  task_id: side.taskId ?? null,
  held: side.isHeld ?? false,
});

const presentScore = ({ z, p, q, verdict, basis, isEstablished, isMaterial }: NonNullable<Difference['judged']>) => ({
  ...{ z, p, q, verdict, basis },
  established: isEstablished,
  material: isMaterial,
});

/** A difference on the wire. */
export const presentDifference = (one: Difference) => ({
  kind: one.target.kind,
  target_id: one.target.id,
  metric: one.metric,
  presence: one.presence,
  before: one.before ? presentValue(one.before) : null,
  after: one.after ? presentValue(one.after) : null,
  change: one.change ?? null,
  relative_change: one.relativeChange ?? null,
  direction: one.direction ?? null,
  score: one.judged ? presentScore(one.judged) : null,
  not_scored: one.because ?? null,
});

/** What all targets of a metric share, on the wire. */
export const presentShift = ({ kind, metric, n, shift, error, relativeShift }: MetricShift) => ({
  ...{ kind, metric, n, shift, error },
  relative_shift: relativeShift ?? null,
});

/** Counts on the wire. */
export const presentTotals = ({
  expectedByChance,
  settingsChanged,
  becameFaulty,
  notScored,
  ...counts
}: DifferenceTotals) => ({
  ...counts,
  expected_by_chance: expectedByChance,
  became_faulty: becameFaulty,
  settings_changed: settingsChanged,
  not_scored: notScored as Record<string, number>,
});
