import { useQuery } from '@tanstack/react-query';
import { chipMetricsQuery, chipQuery, metricsConfigQuery } from '../../../lib/api/queries.ts';
import { useTimeZone } from '../../../lib/api/time-zone.ts';
import type { Chip, ChipMetrics, MetricsConfig } from '../../../lib/api/wire.ts';
import { type ChipDrift, driftQuery } from '../../../lib/drift/queries.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { heldQuery } from '../../../lib/metrics/held-query.ts';
import { type ChipOverview, overviewQuery } from '../../../lib/overview/queries.ts';
import { sinceInstant } from '../../../lib/overview/since.ts';

/** How often the beginning of a word such as `yesterday` is worked out anew. */
const refreshMilliseconds = 60_000;

/** All that the overview of a chip is drawn from at once; what is undefined in it could not be read, and is left out. */
export interface OverviewData {
  chip: Chip;
  overview: ChipOverview;
  drift: ChipDrift | undefined;
  metrics: ChipMetrics | undefined;
  config: MetricsConfig | undefined;
  /** Measurements with held values, also those that an overview of the newest does not have. */
  heldMeasurements: number;
  /** What is shown is of another beginning, and the right one is on its way. */
  isDimmed: boolean;
}

/** The overview of a chip since then, once all of it has come: nothing moves afterwards. */
export function useOverview(chipId: string, since: string): { data: OverviewData | undefined; error: Error | null } {
  const timeZone = useTimeZone();
  const now = useNow(refreshMilliseconds);
  const chip = useQuery(chipQuery(chipId));
  const overview = useQuery(overviewQuery(chipId, sinceInstant(since, now, timeZone)));
  const others = [
    useQuery(driftQuery(chipId)),
    // Coverage and medians are of every metric, whichever cells are asked for.
    useQuery(chipMetricsQuery(chipId, {}, { metrics: ['t1'] })),
    useQuery(metricsConfigQuery()),
    useQuery(heldQuery(chipId)),
  ] as const;
  const [drift, metrics, config, held] = others;
  const error = chip.error ?? overview.error;
  if (!chip.data || !overview.data || others.some(({ isPending }) => isPending)) return { data: undefined, error };
  return {
    data: {
      ...{ chip: chip.data, overview: overview.data, drift: drift.data, metrics: metrics.data, config: config.data },
      heldMeasurements: held.data?.total ?? 0,
      isDimmed: overview.isPlaceholderData,
    },
    error,
  };
}
