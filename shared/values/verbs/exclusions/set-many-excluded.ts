import type { ProjectContext } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { setExcluded } from './set-excluded.ts';

/** The outcome for one of several results; `refused` says why. */
export interface ExcludedResult {
  taskId: string;
  outcome: 'changed' | 'unchanged' | 'refused';
  message: string;
}

/**
 * Excludes or includes many results with one reason, one after the other (rule TASK-12): the refusal of one does not
 * stop the others, and a repeat finds the finished ones unchanged.
 * @throws ServiceError `conflict` if others keep writing the same.
 */
export async function setManyExcluded(
  ctx: ProjectContext,
  taskIds: readonly string[],
  exclusion: { excluded: boolean; reason: string },
): Promise<ExcludedResult[]> {
  const results: ExcludedResult[] = [];
  for (const taskId of new Set(taskIds)) results.push(await setOne(ctx, taskId, exclusion));
  return results;
}

async function setOne(
  ctx: ProjectContext,
  taskId: string,
  exclusion: { excluded: boolean; reason: string },
): Promise<ExcludedResult> {
  try {
    const { isChanged } = await setExcluded(ctx, taskId, exclusion);
    return { taskId, outcome: isChanged ? 'changed' : 'unchanged', message: '' };
  } catch (error) {
    // A conflict says nothing about this result: the whole is repeated.
    if (!(error instanceof ServiceError) || error.code === 'concurrent_change') throw error;
    return { taskId, outcome: 'refused', message: error.message };
  }
}
