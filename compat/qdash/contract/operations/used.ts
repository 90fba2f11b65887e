import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { booleanParam } from '#shared/api/schemas/common.ts';
import { wholeList, wholePage } from '#shared/results/contract/operations/task-results.ts';
import { calibrationNote, taskInfo, usedName } from '#shared/results/contract/schemas/task-results.ts';

export const usedOperations = {
  listTags: define('listTags', {
    summary: 'Tags that the project has used, by name',
    query: z.object(wholeList),
    status: 200,
    response: z.object({ tags: z.array(usedName), ...wholePage }),
  }),
  listBackends: define('listBackends', {
    summary: 'Backends that the project has used, by name',
    query: z.object(wholeList),
    status: 200,
    response: z.object({ backends: z.array(usedName), ...wholePage }),
  }),
  getCalibrationNote: define('getCalibrationNote', {
    summary: "What the caller's last run left on its target values",
    status: 200,
    response: calibrationNote,
    errors: ['not_found'],
  }),
  listTaskInfo: define('listTaskInfo', {
    summary: 'The catalogue of tasks that a backend can run',
    query: z.object({
      backend: z.string().min(1).max(100),
      sort_order: z.string().max(32).optional().meta({ description: '`name` sorts by name; else by category' }),
      enabled_only: booleanParam(false),
      ...wholeList,
    }),
    status: 200,
    response: z.object({ tasks: z.array(taskInfo), ...wholePage }),
  }),
};
