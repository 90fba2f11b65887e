import type { Context } from '../../../kernel/context.ts';
import type { Item, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type TaskResultRecord, taskResultEntity } from '../../../results/store/task-results.ts';
import { recomputeDays } from './recompute-days.ts';
import { recomputeDerivedState } from './recompute-derived-state.ts';

/** A task result that was written, as it may have to be settled. */
export interface Projected {
  projectId: string;
  chipId: string;
  result: Stored<TaskResultRecord>;
}

/** Reads an item that was written. @throws Error for one that is not a task result, or has an unknown form. */
export function changesOf(item: Item): Projected {
  const result = taskResultEntity.decode(item);
  return { projectId: result.projectId, chipId: result.chipId, result };
}

/**
 * Settles the effects of task results of one chip, if their writers could not (docs/design/streams-and-search.md). They
 * may arrive repeatedly, in any order and concurrently.
 */
export async function project(ctx: Context, changes: readonly Projected[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const { projectId, chipId } = first;
  const results = changes.map(({ result }) => result);
  await recomputeDerivedState(ctx, { projectId, chipId }, results);
  await recomputeDays(ctx, { projectId, chipId }, results);
}
