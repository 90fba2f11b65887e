import type { TaskType } from '#shared/runs/rules/plan.ts';
import { type Collection, commonFields, Refusal } from '../collection.ts';
import { optionalText, textOf, timesOf } from '../document.ts';
import { runParametersOf } from '../parameters.ts';

const taskTypes: readonly TaskType[] = ['qubit', 'coupling', 'global', 'system'];

/** `task`: the tasks that the project knows. */
export const tasks: Collection = {
  name: 'task',
  fields: [
    ...[...commonFields, 'user_id', 'username', 'name', 'backend', 'description', 'task_type'],
    ...['input_parameters', 'output_parameters', 'run_parameters'],
  ],
  keyOf: (doc) => textOf(doc, 'name'),
  map(doc, { projectId, emit, remark }) {
    const name = textOf(doc, 'name');
    if (name === '') throw new Refusal('has no name');
    const given = textOf(doc, 'task_type');
    const isMuxTask = given === 'mux';
    const taskType = taskTypes.find((one) => one === given) ?? (isMuxTask ? 'qubit' : 'system');
    if (taskType !== given && !isMuxTask)
      remark('changed', `a task of the type '${given}' is imported as a system task`, name);
    emit('task-definition', {
      ...{ projectId, name, username: textOf(doc, 'username'), backend: optionalText(doc, 'backend') },
      ...{ description: textOf(doc, 'description'), taskType, ...(isMuxTask ? { isMuxTask } : {}) },
      inputParameters: runParametersOf(doc.input_parameters),
      outputParameters: runParametersOf(doc.output_parameters),
      createdAt: timesOf(doc).createdAt,
    });
  },
};

/** `tag` and `backend`: the names that the project has used. */
export const namesOf = (kind: 'tag' | 'backend'): Collection => ({
  name: kind,
  fields: [...commonFields, 'user_id', 'username', 'name'],
  keyOf: (doc) => textOf(doc, 'name'),
  // Its first user counts.
  merge: (docs) => docs[0] ?? {},
  map(doc, { projectId, emit }) {
    const name = textOf(doc, 'name');
    if (name === '') throw new Refusal('has no name');
    emit(kind, { projectId, name, username: textOf(doc, 'username'), createdAt: timesOf(doc).createdAt });
  },
});
