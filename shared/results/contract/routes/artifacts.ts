import { editor, exporting, type Route, viewer } from '../../../api/route.ts';

/** Figures, raw data, and exports that are made on request. */
export const artifactsRoutes = {
  listArchivedMonths: { method: 'GET', path: '/archived-results', group: 'artifacts', ...viewer },
  getArchivedMonth: {
    method: 'GET',
    path: '/archived-results/{chip_id}/{month}',
    group: 'artifacts',
    ...viewer,
  },
  restoreArchivedMonth: {
    method: 'POST',
    path: '/archived-results/{chip_id}/{month}/restore',
    group: 'artifacts',
    ...editor,
  },
  getFigureByPath: { method: 'GET', path: '/executions/figure', group: 'artifacts', ...viewer },
  downloadFile: { method: 'GET', path: '/files/raw-data', group: 'artifacts', ...viewer },
  getFileLink: { method: 'GET', path: '/files/link', group: 'artifacts', ...viewer },
  reanalyzeQubitSpectroscopy: {
    method: 'POST',
    path: '/chips/{chip_id}/qubits/{qid}/reanalyze/qubit-spectroscopy',
    group: 'reanalysis',
    ...viewer,
  },
  reanalyzeResonatorSpectroscopy: {
    method: 'POST',
    path: '/chips/{chip_id}/qubits/{qid}/reanalyze/resonator-spectroscopy',
    group: 'reanalysis',
    ...viewer,
  },
  downloadFiguresAsZip: {
    method: 'POST',
    path: '/task-results/figures/download',
    group: 'artifacts',
    ...viewer,
    ...exporting,
  },
  createFigureArchive: {
    method: 'POST',
    path: '/task-results/figures/archives',
    group: 'artifacts',
    ...viewer,
    ...exporting,
  },
  getFigureArchive: {
    method: 'GET',
    path: '/task-results/figures/archives/{archive_id}',
    group: 'artifacts',
    ...viewer,
  },
  getExecutionSnapshot: {
    method: 'GET',
    path: '/executions/{execution_id}/snapshot',
    group: 'artifacts',
    ...viewer,
  },
} as const satisfies Record<string, Route>;
