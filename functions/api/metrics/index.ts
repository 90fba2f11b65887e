import { groupHandler } from '../../http/group.ts';
import { getChipMetrics } from './getChipMetrics.ts';
import { getCouplingMetricHistory } from './getCouplingMetricHistory.ts';
import { getMetricsConfig } from './getMetricsConfig.ts';
import { getQubitMetricHistory } from './getQubitMetricHistory.ts';

/** The Lambda of the group `metrics`. */
export const handler = groupHandler({
  getMetricsConfig,
  getChipMetrics,
  getQubitMetricHistory,
  getCouplingMetricHistory,
});
