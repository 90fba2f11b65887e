import { endpoint } from '#functions/http/endpoint.ts';
import { wholePage } from '#functions/http/page.ts';
import { presentUsed } from '#functions/results/present.ts';
import { readCalibrationNote } from '#shared/results/verbs/tasks/calibration-note.ts';
import * as used from '#shared/results/verbs/tasks/list-used.ts';
import { listTaskInfo as list } from '#shared/results/verbs/tasks/task-info.ts';
import { taskFilePath } from '#shared/runs/rules/task-file-path.ts';
import { usedOperations } from '../contract/operations/used.ts';

export const getCalibrationNote = endpoint(usedOperations.getCalibrationNote, async ({ ctx }) => {
  const note = await readCalibrationNote(ctx);
  return {
    username: note.username,
    execution_id: note.executionId,
    task_id: note.taskId,
    chip_id: note.chipId,
    note: note.note,
    timestamp: note.timestamp,
    project_id: note.projectId,
    system_info: { created_at: note.timestamp, updated_at: note.timestamp },
  };
});

export const listBackends = endpoint(usedOperations.listBackends, async ({ ctx, query }) => {
  const { records, page } = wholePage(await used.listBackends(ctx), query);
  return { backends: records.map(presentUsed), ...page };
});

export const listTags = endpoint(usedOperations.listTags, async ({ ctx, query }) => {
  const { records, page } = wholePage(await used.listTags(ctx), query);
  return { tags: records.map(presentUsed), ...page };
});

export const listTaskInfo = endpoint(usedOperations.listTaskInfo, async ({ query }) => {
  const { records, page } = wholePage(list(query.backend, query.sort_order), query);
  const tasks = records.map((task) => ({
    name: task.name,
    class_name: task.name,
    task_type: task.type,
    description: task.description,
    file_path: taskFilePath(query.backend, task),
    category: task.category,
    enabled: true,
  }));
  return { tasks, ...page };
});
