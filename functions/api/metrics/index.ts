import { groupHandler } from '../../http/group.ts';
import { getChipDifferences, getChipOverview } from './differences.ts';
import { getChipDrift } from './drift.ts';
import {
  downloadMetricsPdf,
  getChipBestPatch,
  getChipHealth,
  getChipMedians,
  getChipMetricHeatmap,
  getChipMetrics,
  getChipMetricsSummary,
  getCouplingMetricHistory,
  getMetricsConfig,
  getQubitMetricHistory,
} from './metrics.ts';

export const handler = groupHandler({
  downloadMetricsPdf,
  getMetricsConfig,
  getChipMedians,
  getChipMetrics,
  getChipHealth,
  getChipBestPatch,
  getChipDifferences,
  getChipDrift,
  getChipOverview,
  getQubitMetricHistory,
  getCouplingMetricHistory,
  getChipMetricsSummary,
  getChipMetricHeatmap,
});
