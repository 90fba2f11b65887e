import { endpoint } from '#functions/http/endpoint.ts';
import { wholePage } from '#functions/http/page.ts';
import { present } from '#functions/http/present.ts';
import type { UsedNameRecord } from '#shared/results/store/task-registry.ts';
import { readTaskMarkdown } from '#shared/results/verbs/tasks/task-knowledge.ts';
import { usedName, usedOperations } from '../contract/operations/used.ts';
import { taskFilePath } from '../rules/file-tree.ts';
import { readCalibrationNote } from '../verbs/calibration-note.ts';
import * as tasks from '../verbs/task-files.ts';
import * as used from '../verbs/used-names.ts';

/** A backend or tag. */
const presentUsed = (used: UsedNameRecord) =>
  present(usedName, used, { system_info: { created_at: used.createdAt, updated_at: used.createdAt } });

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
  const { records, page } = wholePage(tasks.listTaskInfo(query.backend, query.sort_order), query);
  const shown = records.map((task) => ({
    name: task.name,
    class_name: task.name,
    task_type: task.type,
    description: task.description,
    file_path: taskFilePath(query.backend, task),
    category: task.category,
    enabled: true,
  }));
  return { tasks: shown, ...page };
});

export const getTaskKnowledgeMarkdown = endpoint(usedOperations.getTaskKnowledgeMarkdown, async ({ ctx, params }) => ({
  bytes: new TextEncoder().encode(await readTaskMarkdown(ctx, params.task_name)),
  contentType: 'text/markdown',
  fileName: `${params.task_name}.md`,
}));
