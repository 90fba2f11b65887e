import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { ConnectionNotice } from '../../ui/components/connection-notice.tsx';
import { Page } from '../../ui/components/page.tsx';
import { Pager } from '../../ui/components/pager.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { allChipsQuery } from '../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { RunSummary } from '../../ui/lib/api/wire.ts';
import { headDay } from '../../ui/lib/format/time.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { useHeldRows } from '../../ui/lib/hooks/use-held-rows.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { actionKeys } from '../../ui/lib/keys/keys.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import type { RunsSearch } from '../../ui/lib/url/search-types.ts';
import type { HeldRows } from '../../values/lib/look/held-rows.ts';
import { QueuedStart } from '../components/queued-start.tsx';
import { StartButton } from '../components/start-button.tsx';
import { byDay } from '../lib/by-day.ts';
import { runsQuery, runsRequest } from '../lib/queries.ts';
import { queueQuery } from '../lib/queue-queries.ts';
import { ChipState } from './chip-state.tsx';
import { RunFilterField } from './run-filter-field.tsx';
import { RunTable } from './run-table.tsx';
import styles from './runs.module.css';
import { ActiveRun, NextStarts, nextStartsQuery } from './runs-now.tsx';

// Seen once in the life of a project.
const NoRuns = lazy(() => import('./no-runs.tsx').then((module) => ({ default: module.NoRuns })));

const route = getRouteApi('/app/execution');
const pageSize = 50;

/** The reads that the address of the page tells. */
export const load = ({ search }: PageAt<never, RunsSearch>) => [
  // A day of the address begins in a zone that is not known yet.
  ...(search.from === undefined ? [runsQuery(runsRequest(search, pageSize, 'UTC'))] : []),
  nextStartsQuery(),
  queueQuery(),
];

/** Runs of the project: what goes on and what starts next, then by day, the newest first. Where a login lands. */
export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const list = useQuery({
    ...runsQuery(runsRequest(search, pageSize, timeZone)),
    placeholderData: (previous) => previous,
  });
  const { page = 1, ...filters } = search;
  const isNarrowed = page > 1 || Object.values(filters).some((value) => value !== undefined);
  // The content above the list is waited for, so that nothing moves the list.
  const above = [useQuery(nextStartsQuery()), useQuery(queueQuery()), useQuery(allChipsQuery())];
  const runs = list.data?.executions;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { shown, active, held } = useHeldRuns(list, search);
  const isEmpty = runs?.length === 0;
  if (list.isLoading || above.some(({ isLoading }) => isLoading))
    return (
      <Page title="Runs" actions={<Actions />}>
        <Pending error={undefined} what="runs" />
      </Page>
    );
  return (
    <Page title="Runs" actions={<Actions isFirst={isEmpty && !isNarrowed} />}>
      <ChipState />
      {shown
        .filter((run) => active.has(idOf(run)))
        .map((run) => (
          <ActiveRun key={run.execution_id} run={run} />
        ))}
      <QueuedStart />
      <NextStarts />
      {list.data && <ConnectionNotice error={list.error} />}
      {isEmpty && !isNarrowed ? (
        <Suspense>
          <NoRuns />
        </Suspense>
      ) : (
        <div className={styles.tools}>
          <RunFilterField
            search={filters}
            people={[...new Set(runs?.map(({ username }) => username))].sort()}
            change={(next) => void navigate({ search: next, replace: true })}
          />
          <Acts held={held} chosen={shown.filter((run) => ticked.has(idOf(run)))} />
        </div>
      )}
      {!list.data || !runs ? (
        <Pending error={list.error} what="runs" />
      ) : isEmpty && isNarrowed ? (
        <p>
          No runs match.{' '}
          <Link to="/execution" search={{}}>
            Clear filters
          </Link>
        </p>
      ) : (
        !isEmpty && (
          <>
            <Days
              runs={shown}
              ticked={ticked}
              onTick={(id) => setTicked((before) => before.symmetricDifference(new Set([id])))}
            />
            <Pager
              page={page}
              pageSize={pageSize}
              total={list.data.total ?? 0}
              what="runs"
              onPage={(next) => void navigate({ search: { ...search, page: next } })}
            />
          </>
        )
      )}
    </Page>
  );
}

/** The runs to show: on the first page without those that came since it was read. */
function useHeldRuns(list: UseQueryResult<{ executions: RunSummary[] }>, search: RunsSearch) {
  const runs = list.data?.executions ?? [];
  // What a cache had is older than the page, and rows move from page to page by themselves.
  const isHeld = list.isFetchedAfterMount && !list.isPlaceholderData && (search.page ?? 1) === 1;
  const held = useHeldRows(JSON.stringify(search), isHeld ? runs : undefined, idOf);
  const shown = isHeld ? held.shown : runs;
  // One that has ended meanwhile keeps its line, and tells its end there.
  const isActive = (run: RunSummary) => !isEnded(run.status) && !run.recorded_later;
  const active = new Set((isHeld ? held.first : shown).filter(isActive).map(idOf));
  return { shown, active, held: isHeld ? held : undefined };
}

/** While there is no run, the page beneath says what comes first. */
const Actions = ({ isFirst = false }: { isFirst?: boolean | undefined }) => (
  <>
    <Link to="/tasks" className={buttonClass()}>
      Task results
    </Link>
    <StartButton variant={isFirst ? 'plain' : 'primary'} />
  </>
);

const idOf = ({ execution_id: id }: RunSummary): string => id;

/** The actions on the list: show newly arrived runs, and compare ticked ones. */
function Acts({ held, chosen }: { held: HeldRows<RunSummary> | undefined; chosen: readonly RunSummary[] }) {
  return (
    <div className={styles.acts}>
      <div role="status">
        {held && held.waiting > 0 && (
          <Button small aria-label={`Show ${plural(held.waiting, 'new run')}`} onClick={held.show}>
            {held.waiting} new
          </Button>
        )}
      </div>
      <CompareTicked runs={chosen} />
    </div>
  );
}

/** The runs by day, of which two are ticked to be compared. */
function Days(props: { runs: readonly RunSummary[]; ticked: ReadonlySet<string>; onTick: (id: string) => void }) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return (
    <section className={styles.days} aria-label="Runs">
      {byDay(props.runs, timeZone).map(({ day, runs: own }) => (
        <div key={day} className={styles.day}>
          <h2>{headDay(day, timeZone, now)}</h2>
          <RunTable label={headDay(day, timeZone, now)} runs={own} ticked={props.ticked} onTick={props.onTick} />
        </div>
      ))}
    </section>
  );
}

const tickTwo = 'Tick two runs of one chip';

/** Leads to what differs between the two runs that are ticked, the older one before. */
function CompareTicked({ runs }: { runs: readonly RunSummary[] }) {
  const [after, before] = runs;
  const isPair = runs.length === 2 && after?.chip_id === before?.chip_id;
  return (
    <div className={styles.bar} data-idle={runs.length === 0 || undefined}>
      {runs.length > 0 && <span>{isPair ? '2 ticked' : tickTwo}</span>}
      {isPair && after && before ? (
        <Link
          to="/chips/$chipId/differences"
          params={{ chipId: after.chip_id }}
          search={{ before: `run:${before.execution_id}`, after: `run:${after.execution_id}` }}
          className={buttonClass({ small: true })}
          aria-keyshortcuts={actionKeys.compare}
        >
          Compare {before.execution_id} and {after.execution_id}
        </Link>
      ) : (
        <Button small aria-keyshortcuts={actionKeys.compare} disabledReason={tickTwo}>
          Compare
        </Button>
      )}
    </div>
  );
}
