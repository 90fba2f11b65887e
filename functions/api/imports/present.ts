import { gateWords } from '#shared/domain/metrics/gate-mark.ts';
import type { JudgedSample } from '#shared/services/chip-jobs/imports/import-judge.ts';

/** The most values that are listed; the counts include all. */
const mostTold = 200;

/** What the gate said of the values of an import, on the wire. */
export function presentJudged(judged: readonly JudgedSample[]) {
  const count = (state: JudgedSample['mark']['state']) => judged.filter(({ mark }) => mark.state === state).length;
  return {
    held: count('held'),
    rejected: count('faulty'),
    noted: count('noted') + count('accepted'),
    judged_values: judged.slice(0, mostTold).map(({ sample, mark }) => ({
      target_type: sample.target.kind,
      qid: sample.target.id,
      metric: sample.metric,
      value: sample.value,
      unit: sample.unit,
      measured_at: sample.at,
      state: mark.state,
      because: mark.because,
      reason: gateWords(mark.because),
      history_points: mark.points ?? null,
    })),
  };
}
