import { editor, heavy, type Route, readOnly, userInProject, viewer } from './route.ts';

/** Metrics of chips, and how they go. */
export const metricsRoutes = {
  getMetricsConfig: { method: 'GET', path: '/metrics/config', group: 'metrics', ...userInProject },
  getChipMetrics: { method: 'GET', path: '/metrics/chips/{chip_id}/metrics', group: 'metrics', ...viewer },
  downloadMetricsPdf: {
    method: 'POST',
    path: '/metrics/chips/{chip_id}/metrics/pdf',
    group: 'metrics',
    ...viewer,
    ...heavy,
    ...readOnly,
  },
  getChipMetricsSummary: { method: 'GET', path: '/chips/{chip_id}/metrics/summary', group: 'metrics', ...viewer },
  getChipMetricHeatmap: {
    method: 'GET',
    path: '/chips/{chip_id}/metrics/heatmap/{metric}',
    group: 'metrics',
    ...viewer,
  },
  getChipMedians: { method: 'GET', path: '/chips/{chip_id}/medians', group: 'metrics', ...viewer, ...heavy },
  getChipHealth: { method: 'GET', path: '/chips/{chip_id}/health', group: 'metrics', ...viewer },
  getChipBestPatch: { method: 'GET', path: '/chips/{chip_id}/best-patch', group: 'metrics', ...viewer },
  getChipDifferences: {
    method: 'GET',
    path: '/chips/{chip_id}/differences',
    group: 'metrics',
    ...viewer,
    ...heavy,
  },
  getChipDrift: { method: 'GET', path: '/chips/{chip_id}/drift', group: 'metrics', ...viewer },
  acknowledgeDrift: {
    method: 'POST',
    path: '/chips/{chip_id}/drift/acknowledgements',
    group: 'calibrations',
    ...editor,
  },
  upsertDriftMute: { method: 'PUT', path: '/chips/{chip_id}/drift/mutes', group: 'calibrations', ...editor },
  deleteDriftMute: { method: 'DELETE', path: '/chips/{chip_id}/drift/mutes', group: 'calibrations', ...editor },
  getChipOverview: { method: 'GET', path: '/chips/{chip_id}/overview', group: 'metrics', ...viewer, ...heavy },
  getQubitMetricHistory: {
    method: 'GET',
    path: '/metrics/chips/{chip_id}/qubits/{qid}/history',
    group: 'metrics',
    ...viewer,
  },
  getCouplingMetricHistory: {
    method: 'GET',
    path: '/metrics/chips/{chip_id}/couplings/{coupling_id}/history',
    group: 'metrics',
    ...viewer,
  },
} as const satisfies Record<string, Route>;
