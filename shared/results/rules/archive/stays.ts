import { isOpen, type TaskStatus } from '../../../runs/rules/statuses.ts';
import type { GateMarks } from '../../../values/rules/gate-mark.ts';
import { isInMonth } from './months.ts';

/** What is asked of a result. */
interface Judged {
  taskId: string;
  status: TaskStatus;
  queuedAt: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
  excluded?: boolean | undefined;
  userNote?: unknown;
  aiReviewNote?: unknown;
  gateMarks?: GateMarks | undefined;
}

/** What decides whether a result of a month stays in the table. */
export interface Surroundings {
  month: string;
  /** Results that threads are about. */
  discussed: ReadonlySet<string>;
  /** The newest result of its task on its target that counts in the month: what is excluded later gives way to it. */
  newestTaskId: string | undefined;
}

/**
 * Whether a result stays in the table although its month is archived (rule TASK-19): it has not ended in the month, a person wrote
 * on it, a thread is about it, a value of it waits for a decision, or it is the newest that counts.
 */
export function stays(result: Judged, { month, discussed, newestTaskId }: Surroundings): boolean {
  const { taskId, status, startAt, queuedAt, endAt = startAt ?? queuedAt } = result;
  return (
    isOpen(status) ||
    !isInMonth(endAt, month) ||
    result.excluded === true ||
    result.userNote !== undefined ||
    result.aiReviewNote !== undefined ||
    discussed.has(taskId) ||
    Object.values(result.gateMarks ?? {}).some(({ state }) => state === 'held') ||
    newestTaskId === taskId
  );
}
