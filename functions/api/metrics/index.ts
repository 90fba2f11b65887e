import { groupHandler } from '../../http/group.ts';
import { downloadMetricsPdf } from './downloadMetricsPdf.ts';
import { getChipBestPatch } from './getChipBestPatch.ts';
import { getChipDifferences } from './getChipDifferences.ts';
import { getChipDrift } from './getChipDrift.ts';
import { getChipHealth } from './getChipHealth.ts';
import { getChipMedians } from './getChipMedians.ts';
import { getChipMetricHeatmap } from './getChipMetricHeatmap.ts';
import { getChipMetrics } from './getChipMetrics.ts';
import { getChipMetricsSummary } from './getChipMetricsSummary.ts';
import { getChipOverview } from './getChipOverview.ts';
import { getMetricsConfig } from './getMetricsConfig.ts';
import { getCouplingMetricHistory, getQubitMetricHistory } from './getTargetMetricHistory.ts';

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
