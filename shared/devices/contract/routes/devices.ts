import { editor, exporting, type Route, viewer } from '../../../api/route.ts';

/** Chips in formats of others, and exports of rows. */
export const devicesRoutes = {
  importChip: { method: 'POST', path: '/chips/import', group: 'imports', ...editor },
  previewChipImport: { method: 'POST', path: '/chips/import/preview', group: 'imports', ...editor },
  exportChip: { method: 'GET', path: '/chips/{chip_id}/export', group: 'exports', ...viewer },
  exportChipParameters: {
    method: 'GET',
    path: '/chips/{chip_id}/export/parameters',
    group: 'exports',
    ...viewer,
  },
  createExport: { method: 'POST', path: '/exports', group: 'export-jobs', ...viewer, ...exporting },
  listExports: { method: 'GET', path: '/exports', group: 'export-jobs', ...viewer },
  getExport: { method: 'GET', path: '/exports/{export_id}', group: 'export-jobs', ...viewer },
  cancelExport: { method: 'POST', path: '/exports/{export_id}/cancel', group: 'export-jobs', ...viewer },
} as const satisfies Record<string, Route>;
