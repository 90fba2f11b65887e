import type { ProjectContext } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import type { RunParameter } from '../../../runs/rules/plan.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { AnnouncedTask, AnnouncementRecord } from '../../../workers/store/announcements.ts';
import { readAnnouncements } from '../../../workers/verbs/presence/announced.ts';
import { type TaskDefinitionRecord, taskDefinitionEntity } from '../../store/task-registry.ts';

/** Task definitions that the project has used, by name. */
export async function listUsedTasks(ctx: ProjectContext): Promise<Stored<TaskDefinitionRecord>[]> {
  const items = await queryAll(ctx.db, taskKeys.definitions(ctx.projectId));
  return items.map((item) => taskDefinitionEntity.decode(item));
}

/** A task that a worker has announced, with the backends on which its announcement is the latest of the task. */
export interface RunnableTask extends AnnouncedTask {
  worker: string;
  backends: string[];
}

/** The tasks that a project knows. */
export interface KnownTasks {
  definitions: TaskDefinitionRecord[];
  announced: RunnableTask[];
}

/**
 * Tasks that the project has used or its workers have announced, by name; those of one backend where asked. Of a task that
 * is both, the announcement says what it takes and measures.
 */
export async function listKnownTasks(ctx: ProjectContext, backend?: string): Promise<KnownTasks> {
  const [used, announcements] = await Promise.all([listUsedTasks(ctx), readAnnouncements(ctx, ctx.projectId, backend)]);
  const byName = new Map<string, TaskDefinitionRecord>(used.map((task) => [task.name, task]));
  // The latest announcement comes first, and wins.
  for (const announcement of announcements.toReversed())
    for (const task of announcement.tasks) {
      const known = byName.get(task.name);
      const isOfAnother = known?.backend !== undefined && !announcement.backends.includes(known.backend);
      if (!isOfAnother) byName.set(task.name, definitionOf(announcement, task, known, backend));
    }
  const definitions = [...byName.values()].filter((task) => backend === undefined || task.backend === backend);
  return { definitions: definitions.toSorted(byNameOf), announced: runnableTasks(announcements, backend) };
}

const byNameOf = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** @param announcements the latest first. */
function runnableTasks(announcements: readonly AnnouncementRecord[], backend: string | undefined): RunnableTask[] {
  const known = new Set<string>();
  const found = announcements.flatMap(({ worker, backends, tasks }) =>
    tasks.flatMap((task): RunnableTask[] => {
      const own = backends.filter((one) => (backend ?? one) === one && !known.has(`${one} ${task.name}`));
      for (const one of own) known.add(`${one} ${task.name}`);
      return own.length > 0 ? [{ ...task, worker, backends: own }] : [];
    }),
  );
  return found.toSorted(byNameOf);
}

function definitionOf(
  { projectId, username, backends, announcedAt }: AnnouncementRecord,
  { name, taskType, description, outputs, needs }: AnnouncedTask,
  known: TaskDefinitionRecord | undefined,
  backend = backends[0],
): TaskDefinitionRecord {
  const kind = taskType === 'coupling' ? 'coupling' : 'qubit';
  const inputs = needs.map((key): [string, RunParameter] => {
    const metric = describeMetric(key, kind);
    return [key, { value: null, valueType: 'float', unit: metric.storedUnit, description: metric.title }];
  });
  const measured = Object.entries(outputs).map(([key, output]): [string, RunParameter] => [
    key,
    { value: null, valueType: 'float', ...output },
  ]);
  return {
    ...{ projectId, name, description },
    taskType: taskType === 'mux' ? 'qubit' : taskType,
    isMuxTask: taskType === 'mux',
    username: known?.username ?? username,
    backend: known?.backend ?? backend,
    inputParameters: Object.fromEntries(inputs),
    outputParameters: Object.fromEntries(measured),
    createdAt: known?.createdAt ?? announcedAt,
  };
}
