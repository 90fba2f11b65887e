import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { discussedTargetsQuery } from '../../../discussions/lib/marks.ts';
import { notesSummaryQuery } from '../../../notes/lib/queries.ts';
import { StartButton } from '../../../runs/components/start-button.tsx';
import { lockQuery } from '../../../runs/lib/queries.ts';
import { buttonClass } from '../../../ui/components/button.tsx';
import { EmptyState } from '../../../ui/components/notice.tsx';
import { Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { intervals } from '../../../ui/lib/api/followed.ts';
import { usePast } from '../../../ui/lib/api/past.ts';
import {
  allChipsQuery,
  chipQuery,
  cooldownQuery,
  cooldownsQuery,
  metricsConfigQuery,
  topologyQuery,
  useReadOnlyReason,
} from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip, ChipSummary } from '../../../ui/lib/api/wire.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { pastParam } from '../../../ui/lib/url/as-of.ts';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { AsOfBar, PastPage } from '../../components/as-of/as-of.tsx';
import { withHealthMetric } from '../../lib/metrics/health.ts';
import { viewOf } from '../../lib/metrics/view.ts';
import { Controls } from './controls.tsx';
import { DashboardView } from './dashboard-view.tsx';
import { useBestGate } from './use-best-gate.ts';
import { useMetrics } from './use-metrics.ts';

const route = getRouteApi('/app/dashboard');

/** The reads that the address of the page tells. */
export const load = ({ search: { chip, cooldown } }: PageAt<never, DashboardSearch>) => [
  metricsConfigQuery(),
  cooldownsQuery(0, 100),
  ...(cooldown === undefined ? [] : [cooldownQuery(cooldown)]),
  ...(chip === undefined ? [] : [chipQuery(chip), notesSummaryQuery(chip, cooldown), discussedTargetsQuery(chip)]),
];

/** A chip's health: map, distribution and table of one qubit and one coupling metric, each value with its age. */
export function DashboardPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const chips = useQuery(allChipsQuery());
  const readOnly = useReadOnlyReason();
  const chipId = search.chip ?? defaultChip(chips.data ?? []);
  const change: ChangeDashboard = (next) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true, resetScroll: false });
  if (!chips.data)
    return (
      <Page title="Dashboard">
        <Pending error={chips.error} what="chips" />
      </Page>
    );
  if (chipId === undefined)
    return (
      <Page title="Dashboard">
        <EmptyState
          title="No chip to show"
          actions={
            readOnly === undefined && (
              <Link to="/chips" search={{ open: 'import' }} className={buttonClass({ variant: 'primary' })}>
                Import a chip
              </Link>
            )
          }
        >
          {readOnly === undefined
            ? 'Import the published calibration of a real device, or create a chip and enter values by hand.'
            : 'This project has no chips yet. Its owner and editors can import or create one.'}
        </EmptyState>
      </Page>
    );
  return <ChipDashboard key={chipId} chipId={chipId} chips={chips.data} search={search} change={change} />;
}

/** The active chip with the newest value. */
function defaultChip(chips: readonly ChipSummary[]): string | undefined {
  const newest = [...chips].sort((a, b) => (b.last_calibrated_at ?? '').localeCompare(a.last_calibrated_at ?? ''));
  return (newest.find((chip) => chip.activity_status === 'active') ?? newest[0])?.chip_id;
}

interface ChipDashboardProps {
  chipId: string;
  chips: readonly ChipSummary[];
  search: DashboardSearch;
  change: ChangeDashboard;
}

function ChipDashboard({ chipId, chips, search, change }: ChipDashboardProps) {
  const chip = useQuery(chipQuery(chipId));
  const timeZone = useTimeZone();
  const past = search.cooldown === undefined ? pastParam(search.as_of) : undefined;
  return (
    <PastPage at={past} timeZone={timeZone}>
      <Page title="Dashboard" actions={<StartButton chipId={chipId} variant="plain" />}>
        <AsOfBar chipId={chipId} at={past} timeZone={timeZone} onChange={(day) => change({ as_of: day })} />
        {chip.data ? (
          <LoadedDashboard chip={chip.data} chips={chips} search={search} change={change} />
        ) : (
          <Pending error={chip.error} what={`chip ${chipId}`} />
        )}
      </Page>
    </PastPage>
  );
}

function LoadedDashboard({ chip, chips, search, change }: Omit<ChipDashboardProps, 'chipId'> & { chip: Chip }) {
  const catalogue = useQuery(metricsConfigQuery());
  const known = useMemo(() => catalogue.data && withHealthMetric(catalogue.data), [catalogue.data]);
  const timeZone = useTimeZone();
  // While a run measures this chip, the current map is updated.
  const isBeingMeasured = useQuery(lockQuery()).data?.locks.some(({ chip_id: id }) => id === chip.chip_id) ?? false;
  // A cool-down shows what was measured in it, as of its end; it overrides another range of the URL.
  const cooldown = useQuery({ ...cooldownQuery(search.cooldown ?? ''), enabled: search.cooldown !== undefined });
  const isCooldownKnown = search.cooldown === undefined || cooldown.data !== undefined;
  const { mode, from, to } = search;
  const past = usePast();
  const asOf = past ? past.asOf : search.as_of;
  const view = useMemo(
    () => viewOf({ mode, from, to, as_of: asOf }, cooldown.data, chip.last_calibrated_at, timeZone),
    [mode, from, to, asOf, cooldown.data, chip.last_calibrated_at, timeZone],
  );
  const [isChoosing, setChoosing] = useState(false);
  const isOfNow = view.as_of === undefined && view.end_at === undefined;
  const { ofTarget, health, isWhole, ...read } = useMetrics(chip, search, known, view, {
    enabled: isCooldownKnown,
    refetchInterval: isOfNow && isBeingMeasured ? intervals.map : false,
    isChoosing,
  });
  const { metrics, config, gateDetails, ...gates } = useBestGate(read.metrics, known);
  const error = read.error ?? gates.error;
  const topology = useQuery({ ...topologyQuery(chip.topology_id ?? ''), enabled: chip.topology_id !== null });
  // The first notes are waited for: they are above other cards, and would move them if they came later.
  const [firstCooldown] = useState(search.cooldown);
  const firstNotes = useQuery(notesSummaryQuery(chip.chip_id, firstCooldown));
  const isDrawable = topology.data !== undefined || chip.topology_id === null;
  const loaded = isCooldownKnown && isDrawable && !firstNotes.isPending && isWhole;
  return (
    <>
      <Controls {...{ chip, chips, search, change, metrics, config }} onChoosing={() => setChoosing(true)} />
      {loaded && metrics && config ? (
        <DashboardView
          chip={chip}
          metrics={metrics}
          ofTarget={ofTarget}
          health={health}
          gateDetails={gateDetails}
          view={view}
          config={config}
          topology={topology.data}
          search={search}
          change={change}
        />
      ) : (
        <Pending error={cooldown.error ?? error ?? catalogue.error ?? topology.error} what="metrics" />
      )}
    </>
  );
}
