import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chipHealthQuery, chipMetricsQuery } from '../../../ui/lib/api/queries.ts';
import type { Chip, ChipHealth, ChipMetrics, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import type { DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { HEALTH } from '../../lib/metrics/gate-key.ts';
import { withHealth } from '../../lib/metrics/health.ts';
import { isForeseen, metricsAsked, metricsLacking, withCells } from '../../lib/metrics/metric-choice.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';

/** What the dashboard knows of the chip's values. */
export interface DashboardMetrics {
  metrics: ChipMetrics | undefined;
  /** Every metric of the selected target. */
  ofTarget: ChipMetrics | undefined;
  /** The health of the qubits, where it is the chosen metric. */
  health: ChipHealth | undefined;
  /** The cells of the chosen metrics are among them. */
  isWhole: boolean;
  error: Error | null;
}

/**
 * Asks for the metrics that are shown: of a small chip all of them at once, of a large one the chosen ones, and every metric of
 * the selected target. Once another metric is about to be chosen, of one in between all of them, so that it is drawn at once.
 */
export function useMetrics(
  chip: Chip,
  search: DashboardSearch,
  config: MetricsConfig | undefined,
  view: MetricsView,
  options: { enabled: boolean; refetchInterval: number | false; isChoosing: boolean },
): DashboardMetrics {
  const { enabled, refetchInterval } = options;
  const asked = metricsAsked(chip, search);
  const foreseen = useQuery({
    ...chipMetricsQuery(chip.chip_id, view),
    enabled: enabled && options.isChoosing && asked !== undefined && isForeseen(chip),
    refetchInterval,
  });
  const ofChosen = useQuery({
    ...chipMetricsQuery(chip.chip_id, view, { metrics: asked }),
    enabled: enabled && foreseen.data === undefined,
    placeholderData: (previous) => previous,
    refetchInterval,
  });
  const response = foreseen.data ? foreseen : ofChosen;
  const isOfHealth = search.qubit === HEALTH;
  const health = useQuery({
    ...chipHealthQuery(chip.chip_id, view),
    enabled: enabled && isOfHealth,
    placeholderData: (previous) => previous,
    refetchInterval,
  });
  const healthShown = isOfHealth ? health.data : undefined;
  // If none of the usual metrics has values, the first one with values.
  const lacking =
    response.data && config && !response.isPlaceholderData
      ? metricsLacking(response.data, config, search).filter((metric) => metric !== HEALTH)
      : [];
  const others = useQuery({
    ...chipMetricsQuery(chip.chip_id, view, { metrics: lacking }),
    enabled: lacking.length > 0,
    refetchInterval,
  });
  const target = useQuery({
    ...chipMetricsQuery(chip.chip_id, view, { targets: [search.target ?? ''] }),
    enabled: enabled && asked !== undefined && search.target !== undefined,
    refetchInterval,
  });
  const metrics = useMemo(() => {
    const together = response.data && others.data ? withCells(response.data, others.data) : response.data;
    return together && withHealth(together, healthShown);
  }, [response.data, others.data, healthShown]);
  return {
    metrics,
    ofTarget: asked === undefined ? metrics : target.data,
    health: healthShown,
    isWhole: metrics !== undefined && config !== undefined && metricsLacking(metrics, config, search).length === 0,
    error: response.error ?? others.error ?? (isOfHealth ? health.error : null),
  };
}
