import type { CloseReason, ThreadStatus } from '#shared/discussions/rules/status.ts';

export const statusWords: Record<ThreadStatus, string> = {
  open: 'open',
  investigating: 'investigating',
  identified: 'identified',
  resolved: 'closed',
};

export const closeReasonWords: Record<CloseReason, string> = {
  resolved: 'resolved',
  not_planned: 'not planned',
  duplicate: 'a duplicate',
};

/** Why a thread was closed; accepts unknown reasons. */
export const closeReasonText = (reason: string): string =>
  (closeReasonWords as Partial<Record<string, string>>)[reason] ?? reason.replaceAll('_', ' ');
