import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

/** Whether a function was called with messages of its queue, and not by its clock. */
export const isQueued = (event: unknown): event is SQSEvent =>
  typeof event === 'object' && event !== null && 'Records' in event && Array.isArray(event.Records);

/** The answer to messages of which some failed: those alone are delivered again. */
export const failing = (messageIds: readonly string[]): SQSBatchResponse => ({
  batchItemFailures: messageIds.map((itemIdentifier) => ({ itemIdentifier })),
});
