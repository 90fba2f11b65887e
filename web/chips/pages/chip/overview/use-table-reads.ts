import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chipMediansQuery } from '../../../../statistics/lib/overview/medians.ts';
import { rankedMetrics } from '../../../../statistics/lib/overview/metric-summary.ts';
import { usePast, usePastView } from '../../../../ui/lib/api/past.ts';
import { chipMetricsQuery, ofSameChip, topologyQuery } from '../../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../../ui/lib/api/time-zone.ts';
import type { Chip, MetricsConfig } from '../../../../ui/lib/api/wire.ts';
import { metricsAsked } from '../../../../values/lib/metrics/metric-choice.ts';
import type { MetricsView } from '../../../../values/lib/metrics/view.ts';

/** Coverage and medians of every metric as of an instant: these come with the cells of any metric. */
export const comparedQuery = (chipId: string, view: MetricsView, since: string) =>
  chipMetricsQuery(chipId, { ...view, before_as_of: since }, { metrics: ['t1'] });

/** The metrics whose cells the table shows: of a large chip the usual ones. */
export const cellsAsked = (chip: Chip, config: MetricsConfig): string[] =>
  metricsAsked(chip, {}) ?? rankedMetrics(config);

/** What the table of metrics is drawn from, asked for together with the overview, and the metrics with their cells. */
export function useTableReads(
  chipId: string,
  { chip, config, since }: { chip: Chip | undefined; config: MetricsConfig | undefined; since: string },
) {
  const view = usePastView();
  const isKnown = chip !== undefined && config !== undefined;
  const ranked = useMemo(() => (config ? rankedMetrics(config) : []), [config]);
  const metrics = useQuery({
    ...chipMetricsQuery(chipId, view, { metrics: isKnown ? cellsAsked(chip, config) : [] }),
    enabled: isKnown,
    placeholderData: ofSameChip(chipId),
  });
  const topologyId = chip?.topology_id ?? undefined;
  useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined });
  useQuery({ ...comparedQuery(chipId, view, since), enabled: isKnown });
  useQuery({ ...chipMediansQuery(chipId, useTimeZone(), ranked, usePast()?.asOf), enabled: isKnown });
  return metrics;
}
