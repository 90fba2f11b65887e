import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { bounds } from '../../../kernel/rules/bounds.ts';
import { batchGetItems, ifAbsent, queryAll, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { type Key, taskKeys } from '../../../kernel/store/keys.ts';
import type { RunParameter, StageTask } from '../../../runs/rules/plan.ts';
import { findTask } from '../../../runs/rules/task-catalogue.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import {
  backendEntity,
  type TaskDefinitionRecord,
  tagEntity,
  taskDefinitionEntity,
} from '../../store/task-registry.ts';

/**
 * Registers the tasks, the backend and the tags of a run as used by its project, each unless it is already: once a run or
 * a slice. Repeatable; who was the first stays. Names beyond the bound are not listed, and go on working (rule TASK-11).
 */
export async function registerUsed(
  ctx: Context,
  execution: Pick<ExecutionRecord, 'projectId' | 'username' | 'backend' | 'tags'>,
  tasks: readonly Pick<StageTask, 'name' | 'type'>[],
): Promise<void> {
  const { projectId, username, backend } = execution;
  const used = (name: string) => ({ projectId, name, username, createdAt: nowOf(ctx) });
  const unique = new Map(tasks.map((task) => [task.name, task]));
  const kinds = [
    {
      range: taskKeys.definitions(projectId),
      items: [...unique.values()].map((task) =>
        taskDefinitionEntity.encode({ ...definitionOf(execution, task), createdAt: nowOf(ctx) }, 1),
      ),
    },
    { range: taskKeys.backends(projectId), items: backend === '' ? [] : [backendEntity.encode(used(backend), 1)] },
    {
      range: taskKeys.tags(projectId),
      items: [...new Set(execution.tags)].filter((tag) => tag !== '').map((tag) => tagEntity.encode(used(tag), 1)),
    },
  ];
  // Nearly always all of them are there: a read costs less than a write that is refused.
  const existing = await batchGetItems(
    ctx.db,
    kinds.flatMap(({ items }) => items.map(({ pk, sk }) => ({ pk, sk }) as Key)),
    false,
  );
  const there = new Set(existing.map((item) => item?.sk));
  for (const { range, items } of kinds) {
    const missing = items.filter(({ sk }) => !there.has(sk));
    const room = missing.length === 0 ? 0 : bounds.usedNames - (await queryAll(ctx.db, range)).length;
    await forEachConcurrent(missing.slice(0, Math.max(0, room)), 8, async (put) => {
      await writeItem(ctx.db, { put, condition: ifAbsent });
    });
  }
}

/** What the catalogue says of a task; a task of a worker's own is known by name and type alone. */
function definitionOf(
  { projectId, username, backend }: Pick<ExecutionRecord, 'projectId' | 'username' | 'backend'>,
  { name, type }: Pick<StageTask, 'name' | 'type'>,
): TaskDefinitionRecord {
  const known = findTask(name);
  const kind = type === 'coupling' ? 'coupling' : 'qubit';
  const inputs = (known?.inputs ?? []).map((key): [string, RunParameter] => {
    const metric = describeMetric(key, kind);
    return [key, { value: null, valueType: 'float', unit: metric.storedUnit, description: metric.title }];
  });
  const outputs = (known?.outputs ?? []).map((output): [string, RunParameter] => [
    output.name,
    { value: null, valueType: 'float', unit: output.unit, description: output.description },
  ]);
  return {
    projectId,
    name,
    username,
    backend: backend === '' ? undefined : backend,
    description: known?.description ?? '',
    taskType: type,
    inputParameters: Object.fromEntries(inputs),
    outputParameters: Object.fromEntries(outputs),
  };
}
