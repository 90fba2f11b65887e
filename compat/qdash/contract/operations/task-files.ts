import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { integerParam, pageQuery } from '#shared/api/schemas/common.ts';
import { fileContent, filePath, fileTreeNode } from '../schemas/files.ts';

const backend = z.string().min(1).max(100).meta({ example: 'simulator' });

/** Definitions of tasks as files. */
export const taskFilesOperations = {
  listTaskFileBackends: define('listTaskFileBackends', {
    summary: 'Backends whose tasks are known',
    query: z.object({ skip: pageQuery.skip, limit: integerParam({ min: 1, max: 100, fallback: 100 }) }),
    status: 200,
    response: z.object({
      backends: z.array(z.object({ name: z.string(), path: z.string() }).meta({ id: 'TaskFileBackend' })),
      ...{ total: z.int(), skip: z.int(), limit: z.int() },
    }),
  }),
  getBackendConfig: define('getBackendConfig', {
    summary: 'Tasks by backend and by category',
    status: 200,
    response: z
      .object({
        default_backend: z.string(),
        backends: z.record(z.string(), z.object({ description: z.string(), tasks: z.array(z.string()) })),
        categories: z.record(z.string(), z.array(z.string())),
      })
      .meta({ id: 'BackendConfig' }),
  }),
  getTaskFileSettings: define('getTaskFileSettings', {
    summary: 'How the tasks of a backend are shown at first',
    status: 200,
    response: z
      .object({
        default_backend: z.string().nullable(),
        default_view_mode: z.string().nullable(),
        sort_order: z.string().nullable(),
      })
      .meta({ id: 'TaskFileSettings' }),
  }),
  getTaskFileTree: define('getTaskFileTree', {
    summary: 'Definitions of the tasks of a backend as files, a folder a category',
    query: z.object({ backend }),
    status: 200,
    response: z.array(fileTreeNode),
  }),
  getTaskFileContent: define('getTaskFileContent', {
    summary: 'The definition of a task as YAML: inputs, parameters with their defaults, outputs',
    query: z.object({ path: filePath }),
    status: 200,
    response: fileContent,
    errors: ['unknown_reference'],
  }),
};
