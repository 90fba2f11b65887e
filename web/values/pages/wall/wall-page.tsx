import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { wayToChip } from '../../../chips/components/way-to-chip.ts';
import { Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { chipQuery, metricsConfigQuery, topologyQuery } from '../../../ui/lib/api/queries.ts';
import { useCalendarZone } from '../../../ui/lib/api/time-zone.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { WallSearch } from '../../../ui/lib/url/search-types.ts';
import { AsOfBar, PastPage } from '../../components/as-of/as-of.tsx';
import { lastTaskQuery, wallQuery, wallTasksQuery } from '../../lib/wall/queries.ts';
import { Wall } from './wall.tsx';
import { WallControls } from './wall-controls.tsx';

const route = getRouteApi('/app/chips/$chipId/wall');

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId }, search }: PageAt<'chipId', WallSearch>) => [
  ...[chipQuery(chipId), wallTasksQuery(), metricsConfigQuery()],
  ...(search.task === undefined && search.date === undefined ? [lastTaskQuery(chipId, search, 'UTC')] : []),
];

/** One task over a whole chip, figure by figure: to find wrong fits, and to act on them. */
export function WallPage() {
  const { chipId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chip = useQuery(chipQuery(chipId));
  const tasks = useQuery(wallTasksQuery());
  const change = (part: WallSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll: false });
  const timeZone = useCalendarZone();
  // A zone decides nothing without a day.
  const ofZone = search.date === undefined ? 'UTC' : timeZone;
  const last = useQuery({ ...lastTaskQuery(chipId, search, ofZone), enabled: search.task === undefined });
  // The places of the figures, which are drawn when the results have come.
  const topologyId = chip.data?.topology_id ?? undefined;
  useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined });
  const wanted = search.task ?? last.data ?? tasks.data?.[0]?.name;
  const task = tasks.data?.find(({ name }) => name === wanted);
  return (
    <PastPage at={search.date} timeZone={timeZone}>
      <Page title="Figures" breadcrumbs={wayToChip(chipId, search.date === undefined ? {} : { as_of: search.date })}>
        <AsOfBar
          chipId={chipId}
          at={search.date}
          timeZone={timeZone}
          ofDay="results of the day"
          onChange={(date) => change({ date })}
        />
        {!tasks.data || !chip.data || last.isLoading ? (
          <Pending error={tasks.error ?? chip.error} what="figures" />
        ) : tasks.data.length === 0 ? (
          <p>No task has run on a qubit or a coupling of this project yet</p>
        ) : (
          <>
            <WallControls chipId={chipId} tasks={tasks.data} task={wanted ?? ''} search={search} change={change} />
            {task ? (
              <Results chip={chip.data} task={task} search={search} />
            ) : (
              <p>No task '{wanted}' has run on a qubit or a coupling of this project</p>
            )}
          </>
        )}
      </Page>
    </PastPage>
  );
}

function Results(props: {
  chip: { chip_id: string; topology_id: string | null };
  task: { name: string; kind: 'qubit' | 'coupling' };
  search: WallSearch;
}) {
  const { chip, task, search } = props;
  const { run, date } = search;
  const found = useQuery(wallQuery(chip.chip_id, task, { run, date }));
  if (!found.data) return <Pending error={found.error} what={`figures of ${task.name}`} />;
  // The marks belong to these results only.
  return (
    <Wall key={`${task.name} ${run ?? ''} ${date ?? ''}`} chip={chip} task={task} search={search} all={found.data} />
  );
}
