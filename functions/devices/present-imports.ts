import type { JudgedSample } from '#shared/devices/verbs/import/import-judge.ts';
import { gateWords } from '#shared/values/rules/gate-mark.ts';

/** The most values that are listed; the counts include all. */
const mostTold = 200;

/** What the gate said of the values of an import, on the wire. */
export function presentJudged(judged: readonly JudgedSample[]) {
  const count = (state: JudgedSample['mark']['state']) => judged.filter(({ mark }) => mark.state === state).length;
  return {
    held: count('held'),
    rejected: count('faulty'),
    noted: count('noted') + count('accepted'),
    judged_kinds: kindsOf(judged),
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

/** The kinds of what the gate said, the most frequent first: a document may have hundreds of remarks of a few kinds. */
function kindsOf(judged: readonly JudgedSample[]) {
  const groups = Map.groupBy(judged, ({ sample, mark }) =>
    JSON.stringify([sample.target.kind, sample.metric, mark.state, mark.because]),
  );
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { sample, mark } = first;
      return {
        ...{ target_type: sample.target.kind, metric: sample.metric, state: mark.state, because: mark.because },
        reason: gateWords(mark.because),
        count: own.length,
      };
    })
    .sort((a, b) => b.count - a.count || (a.metric < b.metric ? -1 : 1));
}
