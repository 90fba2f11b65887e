/** The status of a thread: the first three are open, `resolved` is closed (rule THREAD-5). */
export const THREAD_STATUSES = ['open', 'investigating', 'identified', 'resolved'] as const;
export type ThreadStatus = (typeof THREAD_STATUSES)[number];

/** Why a thread was closed. */
export const CLOSE_REASONS = ['resolved', 'not_planned', 'duplicate'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export const isClosed = ({ status }: { status: ThreadStatus }): boolean => status === 'resolved';

/** Which threads a list has: those of one status, those that are not closed, or all. */
export const STATUS_FILTERS = [...THREAD_STATUSES, 'unresolved', 'all'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export function hasStatus(thread: { status: ThreadStatus }, wanted: StatusFilter): boolean {
  if (wanted === 'all') return true;
  return wanted === 'unresolved' ? !isClosed(thread) : thread.status === wanted;
}

/** The fields that closing writes, besides the status. */
export interface Closing {
  closeReason?: CloseReason | undefined;
  closedAt?: string | undefined;
  closedBy?: string | undefined;
}

/**
 * The new status fields of a thread: a closed one keeps who closed it and when while its reason stays, and a reopened
 * one loses both. Undefined if nothing changes.
 */
export function moveTo(
  thread: { status: ThreadStatus } & Closing,
  to: { status: ThreadStatus; reason?: CloseReason | undefined },
  by: { username: string; at: string },
): ({ status: ThreadStatus } & Closing) | undefined {
  if (!isClosed(to)) return to.status === thread.status ? undefined : { status: to.status };
  const closeReason = to.reason ?? (isClosed(thread) ? thread.closeReason : undefined) ?? 'resolved';
  if (isClosed(thread) && thread.closeReason === closeReason) return undefined;
  return { status: to.status, closeReason, closedAt: by.at, closedBy: by.username };
}
