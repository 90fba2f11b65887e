import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { booleanParam, instant, systemInfo } from '#shared/api/schemas/common.ts';
import { wholeList, wholePage } from '#shared/results/contract/operations/task-results.ts';
import { taskName, taskType } from '#shared/results/contract/schemas/task-results.ts';

/** A backend or tag that the project has used, and who was the first to. */
export const usedName = z
  .object({ name: z.string(), username: z.string(), project_id: z.string(), system_info: systemInfo })
  .meta({ id: 'UsedName' });

/** A task of a backend's catalogue. */
const taskInfo = z
  .object({
    name: z.string(),
    class_name: z.string(),
    task_type: taskType.nullable(),
    description: z.string().nullable(),
    file_path: z.string().meta({ description: '`path` of `GET /task-files/content`' }),
    category: z.string().nullable(),
    enabled: z.boolean(),
  })
  .meta({ id: 'TaskInfo' });

/** What a run left on its target values. */
const calibrationNote = z
  .object({
    username: z.string(),
    execution_id: z.string(),
    task_id: z.string(),
    chip_id: z.string(),
    note: z.record(z.string(), z.unknown()),
    timestamp: instant,
    project_id: z.string(),
    system_info: systemInfo.meta({ description: 'A run writes it whole, at its end' }),
  })
  .meta({ id: 'CalibrationNote' });

const ofTask = z.object({ task_name: taskName });

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
  getTaskKnowledgeMarkdown: define('getTaskKnowledgeMarkdown', {
    summary: 'The document of a task as Markdown',
    params: ofTask,
    status: 200,
    file: ['text/markdown'],
    errors: ['not_found'],
  }),
};
