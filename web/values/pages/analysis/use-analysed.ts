import { useQuery } from '@tanstack/react-query';
import { usePastView } from '../../../ui/lib/api/past.ts';
import { chipMetricsQuery, metricsConfigQuery, ofSameChip } from '../../../ui/lib/api/queries.ts';
import { analysedLacking, chooseAnalysed, metricsAnalysed } from '../../lib/analysis/choice.ts';
import type { AnalysisSearch } from '../../lib/analysis/search.ts';
import { withCells } from '../../lib/metrics/metric-choice.ts';

/** Asks for the two metrics that are analysed, and no other: all of a large chip are megabytes. */
export function useAnalysed(chipId: string, search: AnalysisSearch) {
  const view = usePastView();
  const config = useQuery(metricsConfigQuery());
  const asked = config.data ? metricsAnalysed(config.data, search) : [];
  const first = useQuery({
    ...chipMetricsQuery(chipId, view, { metrics: asked }),
    enabled: config.data !== undefined,
    // What there is to choose from stays while another metric comes.
    placeholderData: ofSameChip(chipId),
  });
  const known = first.data && config.data && chooseAnalysed(first.data, config.data, search);
  const lacking = first.data && known && !first.isPlaceholderData ? analysedLacking(first.data, known) : [];
  const others = useQuery({ ...chipMetricsQuery(chipId, view, { metrics: lacking }), enabled: lacking.length > 0 });
  const metrics = first.data && others.data ? withCells(first.data, others.data) : first.data;
  // The unit of a metric that the catalogue lacks is that of its values.
  const choice = metrics && config.data && chooseAnalysed(metrics, config.data, search);
  return {
    metrics,
    choice,
    isKnown: metrics !== undefined && config.data !== undefined,
    isWhole: metrics !== undefined && choice !== undefined && analysedLacking(metrics, choice).length === 0,
    error: config.error ?? first.error ?? others.error,
  };
}
