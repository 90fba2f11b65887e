import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';
import { sequenceNumberOf } from './event.ts';

/** Calls a consumer's function. */
export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** Dependencies of a delivery. */
export interface Delivery {
  consumer: Pick<StreamConsumer, 'retryAttempts' | 'maximumRecordAgeSeconds'>;
  handler: StreamHandler;
  giveUp(record: DynamoDBRecord, reason: string): void;
  /** Waits before another attempt; rejects if the delivery is to stop. */
  pause(milliseconds: number): Promise<void>;
  /** Whether the machine currently cannot write; a failure then does not count as an attempt. */
  isBlocked?(): Promise<boolean>;
  /** Milliseconds of a monotonic clock that may pause while the machine sleeps. */
  now(): number;
}

const firstPauseMilliseconds = 50;
const maxPauseMilliseconds = 2_000;

/**
 * Delivers a batch until every record is processed or given up, like Lambda's event source mapping with partial batch
 * responses and bisection. It retries from the first failed record on, and halves the batch as long as it has several,
 * so that a poison record is isolated. A record that fails alone becomes a dead letter after its retries, or after the
 * maximum record age since its first attempt (rule STREAM-7). Rejects only if `pause` does; then the batch must be
 * delivered again.
 */
export async function deliver(records: readonly DynamoDBRecord[], delivery: Delivery): Promise<void> {
  const { consumer, now } = delivery;
  let firstTriedAt = now();
  const isTooOld = () => now() - firstTriedAt > consumer.maximumRecordAgeSeconds * 1000;
  const pieces = records.length > 0 ? [{ records, attempts: 0 }] : [];
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    const failure = await attempt(piece.records, delivery.handler);
    if (!failure) continue;
    const remaining = piece.records.slice(failure.index);
    if (await delivery.isBlocked?.()) {
      await delivery.pause(maxPauseMilliseconds);
      firstTriedAt = now();
      pieces.unshift({ records: remaining, attempts: piece.attempts });
      continue;
    }
    const attempts = piece.attempts + 1;
    const only = remaining.length === 1 ? remaining[0] : undefined;
    if (only && (attempts > consumer.retryAttempts || isTooOld())) {
      delivery.giveUp(only, failure.reason);
      continue;
    }
    await delivery.pause(Math.min(maxPauseMilliseconds, firstPauseMilliseconds * 2 ** piece.attempts));
    // Records stay in order: the first half is delivered first. A split is not a retry.
    const middle = Math.ceil(remaining.length / 2);
    const halves = only ? [remaining] : [remaining.slice(0, middle), remaining.slice(middle)];
    pieces.unshift(...halves.map((half) => ({ records: half, attempts: only ? attempts : piece.attempts })));
  }
}

/** One call. Returns the index of the first failed record, or undefined. */
async function attempt(
  records: readonly DynamoDBRecord[],
  handler: StreamHandler,
): Promise<{ index: number; reason: string } | undefined> {
  try {
    const { batchItemFailures } = await handler({ Records: [...records] });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    if (failed.size === 0) return undefined;
    const index = records.findIndex((record) => failed.has(sequenceNumberOf(record)));
    // An unknown name fails the whole batch, as on AWS.
    return { index: Math.max(0, index), reason: 'the consumer reported the record as failed' };
  } catch (error) {
    return { index: 0, reason: error instanceof Error ? error.message : String(error) };
  }
}
