import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { flowRunId } from '../../../runs/contract/schemas/executions.ts';
import { executionId } from '../../../runs/contract/schemas/run-ids.ts';
import { executionComparison } from '../schemas/comparison.ts';
import { executionSnapshot } from '../schemas/snapshots.ts';
import { createUploadsBody, figureArchive, fileLink, uploads } from '../schemas/uploads.ts';

const byPath = z.object({
  path: z
    .string()
    .min(1)
    .max(500)
    .meta({ description: "A path of a task result's `figure_path`, `json_figure_path` or `raw_data_path`" }),
});

const figuresBody = z
  .object({
    paths: z.array(byPath.shape.path).min(1).max(200),
    filename: z.string().max(100).default('figures.zip'),
  })
  .meta({ id: 'DownloadFiguresAsZip' });

/** What is kept as objects: figures and raw data of task results, and what executions started from. */
export const artifactOperations = {
  getFigureByPath: define('getFigureByPath', {
    summary: 'A figure of a task result',
    query: byPath,
    status: 200,
    file: ['image/svg+xml', 'image/png', 'application/json'],
    redirects: true,
    errors: ['not_found'],
  }),
  downloadFile: define('downloadFile', {
    summary: 'Raw data of a task result',
    query: byPath,
    status: 200,
    file: ['text/csv', 'application/octet-stream'],
    redirects: true,
    errors: ['not_found'],
  }),
  getFileLink: define('getFileLink', {
    summary: 'Where a figure or raw data of a task result is read without the service',
    description:
      'For files of any size, and for readers such as a browser that keeps what it downloads: the address wants no token, is good for five minutes, and takes `Range`.',
    query: byPath,
    status: 200,
    response: fileLink,
    errors: ['not_found'],
  }),
  createFigureArchive: define('createFigureArchive', {
    summary: 'Has an archive of figures made that is too large for an answer',
    description:
      'Answers at once; `GET /task-results/figures/archives/{archive_id}` says its state. The same figures under the same name are the same archive, which is there for a day.',
    body: figuresBody,
    status: 201,
    response: figureArchive,
    errors: ['not_found', 'request_too_broad'],
  }),
  getFigureArchive: define('getFigureArchive', {
    summary: 'State of an archive of figures, and where to read it',
    params: z.object({ archive_id: z.string().regex(/^[0-9a-f]{64}$/, 'must be the id of an archive') }),
    status: 200,
    response: figureArchive,
    errors: ['not_found'],
  }),
  downloadFiguresAsZip: define('downloadFiguresAsZip', {
    summary: 'Several figures of task results in one archive',
    body: figuresBody,
    // QDash's clients send them. Fiducial makes no such bundles.
    ignoredFields: ['ai_review_task_ids', 'ai_review_bundle_task_ids'],
    status: 200,
    file: ['application/zip'],
    errors: ['not_found'],
  }),
  createUploads: define('createUploads', {
    summary: 'Addresses to upload figures and raw data to',
    description:
      'Good for five minutes. A file that is there already is not written again: the store answers 412, and it is done. A file can be read once the result of its task names its path. With 409 the worker must stop.',
    params: z.object({ flow_run_id: flowRunId }),
    body: createUploadsBody,
    status: 201,
    response: uploads,
    errors: ['claim_of_another', 'not_found', 'unknown_reference', 'run_ended', 'claim_superseded', 'limit_reached'],
  }),
  getExecutionSnapshot: define('getExecutionSnapshot', {
    summary: 'What an execution started from: its parameters and the state of its chip',
    description:
      'Kept when the run begins, before its first task; nothing changes it. 404 for an execution that has not begun, and for one from before the service kept them.',
    params: z.object({ execution_id: executionId }),
    status: 200,
    response: executionSnapshot,
    errors: ['not_found'],
  }),
  compareExecutions: define('compareExecutions', {
    summary: 'What differs between two executions',
    description:
      'Of each parameter that an execution measured on a qubit or coupling, the newest value that is not excluded. Executions of more than 6,000 completed tasks are 400; `qid` and `task_name` compare a part of them.',
    query: z.object({
      execution_id_before: executionId,
      execution_id_after: executionId,
      qid: z.string().min(1).max(129).optional().meta({ description: 'Only this qubit or coupling' }),
      task_name: z.string().min(1).max(100).optional().meta({ description: 'Only what this task measured' }),
    }),
    status: 200,
    response: executionComparison,
    errors: ['not_found'],
  }),
};
