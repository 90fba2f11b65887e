import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { runQuery, runsQuery, runsRequest } from '../../../runs/lib/queries.ts';
import { lastTwoOfFlow, runBefore } from '../../../statistics/lib/differences/last-two-of-flow.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import type { RunSummary } from '../../../ui/lib/api/wire.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { CompareSearch } from '../../../ui/lib/url/search-types.ts';

const route = getRouteApi('/app/compare');

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, CompareSearch>) => [
  runsQuery(runsRequest({}, 100, 'UTC')),
  ...[search.before, search.after].flatMap((id) => (id === undefined ? [] : [runQuery(id)])),
];

/** Leads from two runs to what changed between them, on the page of their chip (rule NAV-18). */
export function ComparePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const runs = useQuery(runsQuery(runsRequest({}, 100, 'UTC')));
  const { before, after } = runs.data ? sidesOf(runs.data.executions, search) : search;
  const first = useQuery({ ...runQuery(before ?? ''), enabled: before !== undefined });
  const second = useQuery({ ...runQuery(after ?? ''), enabled: after !== undefined });
  const chips = [first.data?.chip_id, second.data?.chip_id];
  const chipId = chips[0] === chips[1] ? chips[0] : undefined;
  useEffect(() => {
    if (chipId !== undefined)
      void navigate({
        to: '/chips/$chipId/differences',
        params: { chipId },
        search: { before: `run:${before}`, after: `run:${after}` },
        replace: true,
      });
  }, [chipId, before, after, navigate]);
  const error = runs.error ?? first.error ?? second.error;
  const isKnown = before !== undefined && after !== undefined;
  return (
    <Page title="Compare runs">
      {runs.data && !isKnown ? (
        <EmptyState title="Choose two runs" actions={<ToRuns />}>
          Tick two runs of one chip in the list of runs, then Compare.
        </EmptyState>
      ) : first.data && second.data && chipId === undefined ? (
        <EmptyState title="These runs are of different chips" actions={<ToRuns />}>
          {before} is of {chips[0]}, {after} of {chips[1]}. Choose two runs of one chip.
        </EmptyState>
      ) : (
        <Pending error={error} what="the two runs" />
      )}
    </Page>
  );
}

const ToRuns = () => (
  <Link to="/execution" className={buttonClass({ variant: 'primary' })}>
    Open the list of runs
  </Link>
);

/** The two runs of an address: where it lacks the earlier one, the run before; where it lacks both, the last two of a flow. */
function sidesOf(runs: readonly RunSummary[], { before, after }: CompareSearch) {
  if (before !== undefined) return { before, after };
  if (after !== undefined) return { before: runBefore(runs, after)?.execution_id, after };
  const two = lastTwoOfFlow(runs);
  return { before: two?.before.execution_id, after: two?.after.execution_id };
}
