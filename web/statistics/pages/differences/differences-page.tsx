import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { splitAddress } from '#shared/kernel/rules/page-address.ts';
import { wayToChip } from '../../../chips/components/way-to-chip.ts';
import { chipRunsQuery } from '../../../runs/lib/queries.ts';
import { Button } from '../../../ui/components/button.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { LoadFailure, Pending } from '../../../ui/components/pending.tsx';
import { chipQuery, cooldownsQuery, metricsConfigQuery, topologyQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip } from '../../../ui/lib/api/wire.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { openedPath, openedSearch } from '../../../ui/lib/url/opened.ts';
import type { DifferencesSearch } from '../../../ui/lib/url/search-types.ts';
import { differencesCsv } from '../../lib/differences/differences-csv.ts';
import { lastTwoOfFlow } from '../../lib/differences/last-two-of-flow.ts';
import { allDifferences, type ChipDifferences, differencesQuery } from '../../lib/differences/queries.ts';
import { parseSide, type Side, sideQuery, sideText } from '../../lib/differences/sides.ts';
import { summaryText } from '../../lib/differences/words.ts';
import { DifferenceTable, OneSided } from './difference-table.tsx';
import styles from './differences.module.css';
import { ShiftMap } from './shift-map.tsx';
import { SideField } from './side-field.tsx';
import { TickedActions } from './ticked-actions.tsx';
import { TicksOf } from './ticks.tsx';

// Below the changes, and only between two runs.
const RunsCompared = lazy(() => import('./runs-compared.tsx').then((module) => ({ default: module.RunsCompared })));

const route = getRouteApi('/app/chips/$chipId/differences');

type Change = (part: DifferencesSearch) => void;

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId } }: PageAt<'chipId'>) => [
  chipQuery(chipId),
  cooldownsQuery(0, 100),
  chipRunsQuery(chipId),
  metricsConfigQuery(),
];

/** What differs between two instants, days, runs or cool-downs of a chip, by significance. */
export function DifferencesPage() {
  const { chipId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change: Change = (part) => void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true });
  const chip = useQuery(chipQuery(chipId));
  // The presets are made of cool-downs and runs, and are above the results.
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const runs = useQuery(chipRunsQuery(chipId));
  const choose = (which: 'before' | 'after') => (side: Side | undefined) =>
    change({ [which]: side && sideText(side), target: undefined });
  const yesterday = useYesterday();
  // A side that the page does not know is named above it, and not replaced.
  const isUnsaid =
    openedPath !== splitAddress(globalThis.location.pathname).path || !/[?&](before|after)=/.test(openedSearch);
  const isOpened = isUnsaid && search.before === undefined && search.after === undefined;
  // Without any side, the page shows the most frequent comparison; the address then says so.
  useEffect(() => {
    if (isOpened) void navigate({ search: (previous) => ({ ...previous, before: yesterday }), replace: true });
  }, [isOpened, yesterday, navigate]);
  const twoRuns = runsOf(parseSide(search.before), parseSide(search.after));
  return (
    <Page title="What changed" breadcrumbs={wayToChip(chipId)}>
      {chip.data && !isOpened && !cooldowns.isLoading && !runs.isLoading ? (
        <>
          <search className={styles.sides}>
            <SideField label="Before" chipId={chipId} side={parseSide(search.before)} onChange={choose('before')} />
            <SideField label="After" chipId={chipId} side={parseSide(search.after)} onChange={choose('after')} />
            <Presets chip={chip.data} change={change} />
          </search>
          {search.before === undefined ? (
            <EmptyState title="Choose what to compare">
              Each change is measured against how its values move by themselves.
            </EmptyState>
          ) : (
            <Differences chip={chip.data} search={search} change={change} />
          )}
          <Suspense>{twoRuns && <RunsCompared {...twoRuns} />}</Suspense>
        </>
      ) : (
        <Pending error={chip.error} what={`chip ${chipId}`} />
      )}
    </Page>
  );
}

/** The two sides if both are runs, and not the same one. */
const runsOf = (before: Side | undefined, after: Side | undefined) =>
  before?.kind === 'run' && after?.kind === 'run' && before.value !== after.value
    ? { before: before.value, after: after.value }
    : undefined;

/** The end of yesterday in the zone of the pages, as a side of the address. */
function useYesterday(): string {
  const [timeZone, now] = [useTimeZone(), useNow(undefined)];
  return `at:${formatDate(new Date(now - 86_400_000).toISOString(), timeZone)}`;
}

/** The most frequent comparisons. */
function Presets({ chip, change }: { chip: Chip; change: Change }) {
  const yesterday = useYesterday();
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const own = (cooldowns.data?.cooldowns ?? []).filter(({ chip_ids: ids }) => ids.includes(chip.chip_id));
  const [newest, previous] = own.toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
  const runs = useQuery(chipRunsQuery(chip.chip_id));
  const lastTwo = lastTwoOfFlow(runs.data?.executions ?? []);
  return (
    <div className={styles.presets}>
      <Button small onClick={() => change({ before: yesterday, after: undefined, target: undefined })}>
        Since yesterday
      </Button>
      {newest && (
        <Button
          small
          onClick={() => change({ before: `at:${newest.started_at}`, after: undefined, target: undefined })}
        >
          Since {newest.cooldown_id} began
        </Button>
      )}
      {newest && previous && (
        <Button
          small
          title={`${previous.cooldown_id} and ${newest.cooldown_id}`}
          onClick={() =>
            change({
              before: `cooldown:${previous.cooldown_id}`,
              after: `cooldown:${newest.cooldown_id}`,
              target: undefined,
            })
          }
        >
          Last two cool-downs
        </Button>
      )}
      {lastTwo && (
        <Button
          small
          onClick={() =>
            change({
              before: `run:${lastTwo.before.execution_id}`,
              after: `run:${lastTwo.after.execution_id}`,
              target: undefined,
            })
          }
        >
          Last two of {lastTwo.after.flow_name}
        </Button>
      )}
    </div>
  );
}

function Differences({ chip, search, change }: { chip: Chip; search: DifferencesSearch; change: Change }) {
  const timeZone = useTimeZone();
  const sides = {
    ...sideQuery('before', parseSide(search.before), timeZone),
    ...sideQuery('after', parseSide(search.after), timeZone),
  };
  const found = useQuery(differencesQuery(chip.chip_id, sides));
  // The map is above the list, so the list waits for the data of the map.
  const ofMap = [
    useQuery(metricsConfigQuery()),
    useQuery({ ...topologyQuery(chip.topology_id ?? ''), enabled: chip.topology_id !== null }),
  ];
  if (!found.data || ofMap.some(({ isLoading }) => isLoading))
    return <Pending error={found.error} what="differences" />;
  const { totals } = found.data;
  const fileName = `${chip.chip_id}_differences_${Object.values(sides).join('_')}`.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return (
    <TicksOf comparison={fileName}>
      {/* The former comparison stays, dimmed, while another one comes. */}
      <div className={`${styles.found} dims-while-busy`} aria-busy={found.isPlaceholderData}>
        <LoadFailure error={found.error} />
        <p className={styles.answer} aria-live="polite">
          {summaryText(found.data)}
        </p>
        {totals.compared > 0 && (
          <Card title="Map of changes">
            {/* A phone shows the list first. */}
            <details open={globalThis.matchMedia('(min-width: 700px)').matches}>
              <summary>Changes by metric</summary>
              <ShiftMap
                chip={chip}
                found={found.data}
                sides={sides}
                metric={search.metric}
                selected={search.target}
                onMetric={(metric) => change({ metric, target: undefined })}
                onSelect={(target) => change({ target })}
              />
            </details>
          </Card>
        )}
        <Card title="Changes by significance" note={notScoredText(found.data)}>
          <div className={styles.tools}>
            <CsvButton chipId={chip.chip_id} sides={sides} fileName={fileName} />
            {search.target !== undefined && (
              <Button small onClick={() => change({ target: undefined })}>
                Show all targets
              </Button>
            )}
          </div>
          {totals.compared === 0 ? (
            <p>Nothing was measured on both sides</p>
          ) : (
            <DifferenceTable
              chipId={chip.chip_id}
              differences={found.data.differences}
              total={found.data.total}
              selected={search.target}
            />
          )}
          <TickedActions chipId={chip.chip_id} differences={found.data.differences} fileName={fileName} />
          <OneSided chipId={chip.chip_id} sides={sides} presence="appeared" count={totals.appeared} />
          <OneSided chipId={chip.chip_id} sides={sides} presence="vanished" count={totals.vanished} />
        </Card>
      </div>
    </TicksOf>
  );
}

const notScoredText = ({ totals }: ChipDifferences): string =>
  `${totals.compared} on both sides, ${totals.scored} scored, ${totals.settings_changed} settings changed`;

function CsvButton(props: { chipId: string; sides: Record<string, string>; fileName: string }) {
  const { chipId, sides, fileName } = props;
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      downloadText(`${fileName}.csv`, toCsv(differencesCsv(await allDifferences(chipId, sides))), 'text/csv');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button small disabled={isBusy} onClick={() => void save()}>
      CSV
    </Button>
  );
}
