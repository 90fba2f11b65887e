import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const metricsSamples = {
  getMetricsConfig: () => ({}),
  downloadMetricsPdf: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipMetricsSummary: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipMetricHeatmap: ({ chipId }) => ({ params: { chip_id: chipId, metric: 't1' } }),
  getChipMetrics: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipHealth: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipBestPatch: ({ chipId }) => ({ params: { chip_id: chipId }, query: { size: 1 } }),
  getChipDifferences: ({ chipId }) => ({ params: { chip_id: chipId }, query: { as_of_before: '2025-03-01' } }),
  getChipOverview: ({ chipId }) => ({ params: { chip_id: chipId }, query: { since: '2025-03-01T00:00:00Z' } }),
  getChipMedians: ({ chipId }) => ({ params: { chip_id: chipId }, query: { timezone: 'Asia/Tokyo' } }),
  getChipDrift: ({ chipId }) => ({ params: { chip_id: chipId } }),
  acknowledgeDrift: ({ chipId }) => ({
    params: { chip_id: chipId },
    body: { metric: 't1', target_id: '0', reason: 'a new line' },
  }),
  upsertDriftMute: ({ chipId }) => ({
    params: { chip_id: chipId },
    body: { metric: 't1', until: '2100-01-01T00:00:00Z', reason: 'a new line' },
  }),
  deleteDriftMute: ({ chipId }) => ({ params: { chip_id: chipId }, query: { metric: 't1' } }),
  getQubitMetricHistory: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 }, query: { metric: 't1' } }),
  getCouplingMetricHistory: ({ chipId }) => ({
    params: { chip_id: chipId, coupling_id: '0-1' },
    query: { metric: 'cz_gate_fidelity' },
  }),
} satisfies Partial<SamplesOf<typeof routes>>;
