import type { ProjectContext } from '../../context.ts';
import type { Stored } from '../../store/codec.ts';
import { type ExecutionRecord, executionEntity } from '../../store/executions.ts';
import { projectKeys } from '../../store/keys.ts';
import { type Page, type PageRequest, readPage } from '../../store/paging.ts';

/** Executions of the project, newest first. */
export function listExecutions(ctx: ProjectContext, page: PageRequest): Promise<Page<Stored<ExecutionRecord>>> {
  return readPage(ctx.db, { ...projectKeys.executions(ctx.projectId), descending: true }, page, {
    decode: (item) => executionEntity.decode(item),
  });
}
