import { editor, heavy, type Route, viewer } from '../../../api/route.ts';

/** What is computed from values: differences, drift, the overview, health. */
export const statisticsRoutes = {
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
  getChipHealth: { method: 'GET', path: '/chips/{chip_id}/health', group: 'metrics', ...viewer },
  getChipBestPatch: { method: 'GET', path: '/chips/{chip_id}/best-patch', group: 'metrics', ...viewer },
} as const satisfies Record<string, Route>;
