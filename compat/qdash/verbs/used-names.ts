import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import type { UsedNameRecord } from '#shared/results/store/task-registry.ts';
import { backendEntity, tagEntity } from '#shared/results/store/task-registry.ts';
/** Backends that the project has used, by name. */
export async function listBackends(ctx: ProjectContext): Promise<Stored<UsedNameRecord>[]> {
  return (await queryAll(ctx.db, taskKeys.backends(ctx.projectId))).map((item) => backendEntity.decode(item));
}

/** Tags that the project has used, by name. */
export async function listTags(ctx: ProjectContext): Promise<Stored<UsedNameRecord>[]> {
  return (await queryAll(ctx.db, taskKeys.tags(ctx.projectId))).map((item) => tagEntity.decode(item));
}
