import * as z from 'zod';
import { define } from '../define.ts';

const byPath = z.object({
  path: z
    .string()
    .min(1)
    .max(500)
    .meta({ description: "A path of a task result's `figure_path`, `json_figure_path` or `raw_data_path`" }),
});

/** Figures and raw data of task results (peer contract 2): files, not JSON. */
export const artifactOperations = {
  getFigureByPath: define('getFigureByPath', {
    summary: 'A figure of a task result',
    query: byPath,
    status: 200,
    file: ['image/svg+xml', 'image/png', 'application/json'],
    errors: [404],
  }),
  downloadFile: define('downloadFile', {
    summary: 'Raw data of a task result',
    query: byPath,
    status: 200,
    file: ['text/csv', 'application/octet-stream'],
    errors: [404],
  }),
  downloadFiguresAsZip: define('downloadFiguresAsZip', {
    summary: 'Several figures of task results in one archive',
    body: z
      .object({
        paths: z.array(byPath.shape.path).min(1).max(200),
        filename: z.string().max(100).default('figures.zip'),
      })
      .meta({ id: 'DownloadFiguresAsZip' }),
    status: 200,
    file: ['application/zip'],
    errors: [404],
  }),
};
