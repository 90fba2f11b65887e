import type { TaskStatus } from '#shared/runs/rules/statuses.ts';

/** A result of a task on a target, as its history has it. */
interface PastResult {
  task_id?: string | undefined;
  status: TaskStatus;
  excluded?: boolean | undefined;
  figure_path?: readonly string[] | undefined;
  start_at?: string | undefined;
  end_at?: string | undefined;
}

/** The result in question, which need not be in the history itself. */
interface ThisResult {
  task_id: string;
  start_at: string | null;
  end_at: string | null;
}

const when = (result: PastResult): string => result.end_at ?? result.start_at ?? '';

/**
 * The newest result before one that completed and counts.
 * @param history in any order
 */
export function lastGood<Result extends PastResult>(history: readonly Result[], of: ThisResult): Result | undefined {
  const at = of.end_at ?? of.start_at ?? '';
  return history
    .filter((one) => one.task_id !== of.task_id && one.status === 'completed' && !one.excluded && when(one) <= at)
    .sort((a, b) => when(b).localeCompare(when(a)))[0];
}

/**
 * The results around one, the newest first: the latest where it is one of them, else it and those before.
 * @param history the newest first
 */
export function resultsAround<Result extends PastResult>(
  history: readonly Result[],
  taskId: string,
  count: number,
): Result[] {
  const index = history.findIndex((one) => one.task_id === taskId);
  const first = index < count ? 0 : index;
  return history.slice(first, first + count);
}
