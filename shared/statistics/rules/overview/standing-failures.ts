import type { TaskStatus } from '../../../runs/rules/statuses.ts';

/** A task result as it is looked at for failures. */
export interface EndedResult {
  name: string;
  taskType: string;
  qid: string;
  taskId: string;
  status: TaskStatus;
  endAt?: string | undefined;
  excluded?: boolean | undefined;
  trial?: boolean | undefined;
}

/**
 * The unresolved failures (rule OVERVIEW-2): of each task on each target the newest result that completed or failed, if
 * it failed; the newest first. Excluded results and trials are ignored.
 */
export function standingFailures<R extends EndedResult>(results: readonly R[], since: string): R[] {
  const newest = new Map<string, R>();
  for (const result of results) {
    const { name, taskType, qid, status, excluded, trial, endAt = '' } = result;
    if (excluded || trial || endAt < since || (status !== 'failed' && status !== 'completed')) continue;
    const key = JSON.stringify([name, taskType, qid]);
    const known = newest.get(key);
    if (!known || isLater(result, known)) newest.set(key, result);
  }
  return [...newest.values()]
    .filter(({ status }) => status === 'failed')
    .sort((one, other) => (isLater(one, other) ? -1 : 1));
}

const isLater = (one: EndedResult, other: EndedResult): boolean =>
  (one.endAt ?? '') === (other.endAt ?? '') ? one.taskId > other.taskId : (one.endAt ?? '') > (other.endAt ?? '');
