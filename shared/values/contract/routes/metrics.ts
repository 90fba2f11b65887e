import { editor, heavy, type Route, readOnly, userInProject, viewer } from '../../../api/route.ts';

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
  getChipMedians: { method: 'GET', path: '/chips/{chip_id}/medians', group: 'metrics', ...viewer, ...heavy },
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
  updateCalibrationParameters: { method: 'PATCH', path: '/calibrations/parameters', group: 'calibrations', ...editor },
} as const satisfies Record<string, Route>;
