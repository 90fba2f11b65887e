import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const artifactsSamples = {
  listArchivedMonths: ({ chipId }) => ({ query: { chip_id: chipId } }),
  getArchivedMonth: ({ chipId, archivedMonth }) => ({ params: { chip_id: chipId, month: archivedMonth } }),
  restoreArchivedMonth: ({ chipId, archivedMonth }) => ({
    params: { chip_id: chipId, month: archivedMonth },
    body: { days: 3 },
  }),
  getFigureByPath: ({ figurePath }) => ({ query: { path: figurePath } }),
  getFileLink: ({ rawDataPath }) => ({ query: { path: rawDataPath } }),
  downloadFile: ({ rawDataPath }) => ({ query: { path: rawDataPath } }),
  getExecutionSnapshot: ({ executionId }) => ({ params: { execution_id: executionId } }),
  reanalyzeQubitSpectroscopy: ({ chipId, qubitSpectroscopyId }) => ({
    params: { chip_id: chipId, qid: 0 },
    body: { source_task_id: qubitSpectroscopyId, parameters: { f01_height_min: 10 } },
  }),
  reanalyzeResonatorSpectroscopy: ({ chipId, resonatorSpectroscopyId }) => ({
    params: { chip_id: chipId, qid: 0 },
    body: { source_task_id: resonatorSpectroscopyId, parameters: { low_power: -35 } },
  }),
  getFigureArchive: ({ archiveId }) => ({ params: { archive_id: archiveId } }),
  createExport: ({ chipId }) => ({ body: { kind: 'samples', format: 'csv', chip_id: chipId } }),
  listExports: () => ({}),
  getExport: ({ exportId }) => ({ params: { export_id: exportId } }),
  cancelExport: ({ cancelledExportId }) => ({ params: { export_id: cancelledExportId } }),
  createFigureArchive: ({ figurePath }) => ({ body: { paths: [figurePath] } }),
  downloadFiguresAsZip: ({ figurePath }) => ({ body: { paths: [figurePath] } }),
} satisfies Partial<SamplesOf<typeof routes>>;
