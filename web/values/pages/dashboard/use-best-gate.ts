import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChipMetrics, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { gatesOfChip } from '../../lib/metrics/metric-choice.ts';

/** The values of a chip with the best gate of each coupling among its metrics. */
export interface WithBestGate {
  /** Undefined until the code for several gates is here. */
  metrics: ChipMetrics | undefined;
  config: MetricsConfig | undefined;
  /** The name of the best gate of each coupling. */
  gateDetails: ReadonlyMap<string, string> | undefined;
  error: Error | null;
}

/** Adds the best gates where a chip has several gates; the code for them is loaded for such a chip alone. */
export function useBestGate(metrics: ChipMetrics | undefined, config: MetricsConfig | undefined): WithBestGate {
  const isMixed = metrics !== undefined && gatesOfChip(metrics).length > 1;
  const { data: code, error } = useQuery({
    queryKey: ['code', 'best-gate'],
    queryFn: () => import('../../lib/metrics/best-gate.ts'),
    enabled: isMixed,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return useMemo(() => {
    if (!isMixed) return { metrics, config, gateDetails: undefined, error: null };
    return {
      metrics: code?.withBestGate(metrics),
      config: config && code?.withBestGateMetric(config),
      gateDetails: code?.bestGateDetails(metrics),
      error,
    };
  }, [isMixed, metrics, config, code, error]);
}
