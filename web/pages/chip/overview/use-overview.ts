import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { usePast, usePastView } from '../../../lib/api/past.ts';
import { chipMetricsQuery, chipQuery, membersQuery, metricsConfigQuery, ofSameChip } from '../../../lib/api/queries.ts';
import { currentProject } from '../../../lib/api/session.ts';
import { useTimeZone } from '../../../lib/api/time-zone.ts';
import type { Chip, ChipMetrics, MetricsConfig } from '../../../lib/api/wire.ts';
import { type ChipDrift, driftQuery } from '../../../lib/drift/queries.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { heldQuery } from '../../../lib/metrics/held-query.ts';
import { type ChipOverview, overviewQuery } from '../../../lib/overview/queries.ts';
import { sinceInstant } from '../../../lib/overview/since.ts';
import { schedulesQuery } from '../../../lib/schedules/queries.ts';
import { workersQuery } from '../../../lib/workers/queries.ts';

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
  /** The shown data has another start, and the requested data is loading. */
  isDimmed: boolean;
}

/** The overview of a chip since then, once all of it has come: nothing moves afterwards. */
export function useOverview(chipId: string, since: string): { data: OverviewData | undefined; error: Error | null } {
  const timeZone = useTimeZone();
  const now = useNow(refreshMilliseconds);
  const isPast = usePast() !== undefined;
  const view = usePastView();
  const { as_of: asOf } = view;
  const chip = useQuery({ ...chipQuery(chipId, asOf), placeholderData: ofSameChip(chipId) });
  const begin = sinceInstant(since, asOf === undefined ? now : Date.parse(asOf), timeZone);
  const overview = useQuery(overviewQuery(chipId, begin, asOf));
  const metricsOfChip = useQuery({
    // Coverage and medians are of every metric, whichever cells are asked for.
    ...chipMetricsQuery(chipId, view, { metrics: ['t1'] }),
    placeholderData: ofSameChip(chipId),
  });
  const others = [
    // Drift and held values are shown for the present only.
    useQuery({ ...driftQuery(chipId), enabled: !isPast }),
    metricsOfChip,
    useQuery(metricsConfigQuery()),
    useQuery({ ...heldQuery(chipId), enabled: !isPast }),
  ] as const;
  const [drift, metrics, config, held] = others;
  // What the blocks read that are drawn after this: with these, and not one after the other.
  usePrefetchQuery(workersQuery());
  usePrefetchQuery(schedulesQuery(undefined, 0, 100));
  usePrefetchQuery(membersQuery(currentProject() ?? ''));
  const error = chip.error ?? overview.error;
  if (!chip.data || !overview.data || others.some(({ isLoading }) => isLoading)) return { data: undefined, error };
  return {
    data: {
      ...{ chip: chip.data, overview: overview.data, metrics: metrics.data, config: config.data },
      drift: isPast ? undefined : drift.data,
      heldMeasurements: isPast ? 0 : (held.data?.total ?? 0),
      isDimmed: overview.isPlaceholderData || metrics.isPlaceholderData,
    },
    error,
  };
}
