import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { schedulesQuery } from '../../../../schedules/lib/queries.ts';
import { type ChipDrift, driftQuery } from '../../../../statistics/lib/drift/queries.ts';
import { type ChipOverview, overviewQuery } from '../../../../statistics/lib/overview/queries.ts';
import { sinceInstant } from '../../../../statistics/lib/overview/since.ts';
import { usePast, usePastView } from '../../../../ui/lib/api/past.ts';
import { chipQuery, metricsConfigQuery, ofSameChip } from '../../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../../ui/lib/api/time-zone.ts';
import type { Chip, ChipMetrics, MetricsConfig } from '../../../../ui/lib/api/wire.ts';
import { useNow } from '../../../../ui/lib/hooks/use-now.ts';
import { heldQuery } from '../../../../values/lib/metrics/held-query.ts';
import { workersQuery } from '../../../../workers/lib/queries.ts';
import { useTableReads } from './use-table-reads.ts';

/** How often the instant of a word such as `yesterday` is computed again. */
const refreshMilliseconds = 60_000;

/** All data that the overview of a chip is drawn from at once; undefined parts could not be read, and are left out. */
export interface OverviewData {
  chip: Chip;
  overview: ChipOverview;
  drift: ChipDrift | undefined;
  metrics: ChipMetrics | undefined;
  config: MetricsConfig | undefined;
  /** Measurements with held values, also those that an overview of the newest does not have. */
  heldMeasurements: number;
  /** The instant since which it tells, as it was asked for. */
  since: string;
  /** The shown data has another start, and the requested data is loading. */
  isDimmed: boolean;
}

/** What the overview reads that depends on the chip alone. */
export const ofNow = (chipId: string) => [
  driftQuery(chipId),
  heldQuery(chipId),
  workersQuery(),
  schedulesQuery(undefined, 0, 100),
];

/** The overview of a chip since then, once all of it has come: nothing moves afterwards. */
export function useOverview(chipId: string, since: string): { data: OverviewData | undefined; error: Error | null } {
  const timeZone = useTimeZone();
  const now = useNow(refreshMilliseconds);
  const isPast = usePast() !== undefined;
  const { as_of: asOf } = usePastView();
  const chip = useQuery({ ...chipQuery(chipId, asOf), placeholderData: ofSameChip(chipId) });
  const begin = sinceInstant(since, asOf === undefined ? now : Date.parse(asOf), timeZone);
  const overview = useQuery(overviewQuery(chipId, begin, asOf));
  const catalogue = useQuery(metricsConfigQuery());
  const metricsOfChip = useTableReads(chipId, { chip: chip.data, config: catalogue.data, since: begin });
  const others = [
    // Drift and held values are shown for the present only.
    useQuery({ ...driftQuery(chipId), enabled: !isPast }),
    metricsOfChip,
    catalogue,
    useQuery({ ...heldQuery(chipId), enabled: !isPast }),
  ] as const;
  const [drift, metrics, config, held] = others;
  // What the blocks read that are drawn after this: with these, and not one after the other.
  usePrefetchQuery(workersQuery());
  usePrefetchQuery(schedulesQuery(undefined, 0, 100));
  const error = chip.error ?? overview.error;
  if (!chip.data || !overview.data || others.some(({ isLoading }) => isLoading)) return { data: undefined, error };
  return {
    data: {
      ...{ chip: chip.data, overview: overview.data, metrics: metrics.data, config: config.data },
      drift: isPast ? undefined : drift.data,
      heldMeasurements: isPast ? 0 : (held.data?.total ?? 0),
      since: begin,
      isDimmed: overview.isPlaceholderData || metrics.isPlaceholderData,
    },
    error,
  };
}
