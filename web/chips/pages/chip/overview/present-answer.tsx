import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { answerText, needText } from '../../../../statistics/lib/overview/words.ts';
import { useOtherTroubles } from './use-other-troubles.ts';

/** The answer of an overview of the present: it knows of silent workers and missed starts of the project, too. */
export function PresentAnswer(props: { overview: ChipOverview; since: string; drifting: number }) {
  const { overview, since, drifting } = props;
  const { silent, missed, isPending } = useOtherTroubles(overview.since);
  // That nothing needs attention is not said before all of it is known.
  if (isPending) return needText(overview, drifting) || '\u00a0';
  return answerText(overview, since, { drifting, others: { silent: silent.length, missed: missed.length } });
}
