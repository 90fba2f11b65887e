import type { ProjectContext } from '../../context.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { queryAll } from '../../store/dynamodb/database.ts';
import { taskKeys } from '../../store/keys.ts';
import {
  backendEntity,
  type TaskDefinitionRecord,
  tagEntity,
  taskDefinitionEntity,
  type UsedNameRecord,
} from '../../store/task-results/task-registry.ts';

/** Task definitions that the project has used, by name; those of one backend where asked. */
export async function listTaskDefinitions(
  ctx: ProjectContext,
  backend?: string,
): Promise<Stored<TaskDefinitionRecord>[]> {
  const items = await queryAll(ctx.db, taskKeys.definitions(ctx.projectId));
  return items
    .map((item) => taskDefinitionEntity.decode(item))
    .filter((task) => backend === undefined || task.backend === backend);
}

/** Backends that the project has used, by name. */
export async function listBackends(ctx: ProjectContext): Promise<Stored<UsedNameRecord>[]> {
  return (await queryAll(ctx.db, taskKeys.backends(ctx.projectId))).map((item) => backendEntity.decode(item));
}

/** Tags that the project has used, by name. */
export async function listTags(ctx: ProjectContext): Promise<Stored<UsedNameRecord>[]> {
  return (await queryAll(ctx.db, taskKeys.tags(ctx.projectId))).map((item) => tagEntity.decode(item));
}
