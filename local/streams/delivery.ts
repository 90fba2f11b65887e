import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamConsumer } from '#shared/store/system/stream-consumers.ts';
import { sequenceNumberOf } from './event.ts';

/** Calls a consumer's function. */
export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** What a delivery needs of its surroundings. */
export interface Delivery {
  consumer: Pick<StreamConsumer, 'retryAttempts' | 'maximumRecordAgeSeconds'>;
  handler: StreamHandler;
  giveUp(record: DynamoDBRecord, reason: string): void;
  /** Waits before another try; rejects when the delivery is to stop. */
  pause(milliseconds: number): Promise<void>;
  /** Whether the machine can write nothing at present; a failure meanwhile is not an attempt. */
  isBlocked?(): Promise<boolean>;
  /** Milliseconds of a clock that only goes forward and may stop while the machine sleeps. */
  now(): number;
}

const firstPauseMilliseconds = 50;
const maxPauseMilliseconds = 2_000;

/**
 * Delivers a batch until every record is taken or given up, as Lambda's event source mapping does with partial batch
 * responses and bisection: from the first record that failed on it is tried again, halved while there is more than one,
 * so that a poison record ends alone; a record that fails alone is a dead letter after its retries, or once the maximum record
 * age has passed since its first try (rule STREAM-7).
 * Rejects only if `pause` does: then the batch is to be delivered again.
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
    // What follows a record is delivered after it: the first half stays in front. A halving is no retry.
    const middle = Math.ceil(remaining.length / 2);
    const halves = only ? [remaining] : [remaining.slice(0, middle), remaining.slice(middle)];
    pieces.unshift(...halves.map((half) => ({ records: half, attempts: only ? attempts : piece.attempts })));
  }
}

/** One call. Answers the place of the first record that failed, undefined when all were taken. */
async function attempt(
  records: readonly DynamoDBRecord[],
  handler: StreamHandler,
): Promise<{ index: number; reason: string } | undefined> {
  try {
    const { batchItemFailures } = await handler({ Records: [...records] });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    if (failed.size === 0) return undefined;
    const index = records.findIndex((record) => failed.has(sequenceNumberOf(record)));
    // A name that is none of the batch fails all of it, as at AWS.
    return { index: Math.max(0, index), reason: 'the consumer reported the record as failed' };
  } catch (error) {
    return { index: 0, reason: error instanceof Error ? error.message : String(error) };
  }
}
