import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBStreamsClient, Shard } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { chunk } from '#shared/kernel/store/dynamodb/database.ts';
import type { StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';
import { deliver, type StreamHandler } from './delivery.ts';
import { sequenceNumberOf } from './event.ts';
import type { CursorName, StreamState } from './state-file.ts';
import type { StreamReader } from './stream-page.ts';
import { shardsOf } from './stream-reader.ts';

export interface ConsumerLoopOptions {
  consumer: StreamConsumer;
  handler: StreamHandler;
  client: DynamoDBStreamsClient;
  streamArn: string;
  state: StreamState;
  /** A reader of a shard that returns what this consumer wants. */
  readerOf(shardId: string): StreamReader;
  /** Awaited before each poll. */
  stepBack?: (() => Promise<void>) | undefined;
  /** Whether the machine currently cannot write; then no record is given up. */
  isBlocked?: (() => Promise<boolean>) | undefined;
  /** Receives given-up records and read errors of the stream; the loop continues. */
  onError(error: Error): void;
  /** Called when the stream becomes unreadable, and with undefined when it is readable again. */
  onProblem?: ((problem: string | undefined) => void) | undefined;
}

/** Pause of a loop when there was nothing to read, and after a failed read. */
const idleMilliseconds = 200;
const failureMilliseconds = 1_000;

/** Reads the stream for one consumer until stopped, one batch at a time, in the order of each shard. */
export class ConsumerLoop {
  readonly #options: ConsumerLoopOptions;
  readonly #stop = new AbortController();
  readonly #readers = new Map<string, StreamReader>();
  readonly #done: Promise<void>;
  #delivered = 0;
  /** Shards that may have more records; undefined if they must be listed again. */
  #shards: Shard[] | undefined;
  #waiting: { round: number; resolve: () => void }[] = [];
  #round = 0;
  #isFailing = false;
  /** Set while polling is paused. */
  #held: PromiseWithResolvers<void> | undefined;

  constructor(options: ConsumerLoopOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Records that were delivered or given up since the start. */
  get delivered(): number {
    return this.#delivered;
  }

  /** Resolves once the loop has polled after this call and found nothing to deliver, or is stopped. */
  idle(): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.resolve();
    // The current round may have polled already.
    return new Promise((resolve) => this.#waiting.push({ round: this.#round + 1, resolve }));
  }

  /** Pauses polling until released; the current poll continues. */
  hold(): void {
    this.#held ??= Promise.withResolvers();
  }

  release(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  /** Starts nothing more; resolves when the current call has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.release();
    await this.#done;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (this.#held) {
        await this.#held.promise;
        continue;
      }
      this.#round += 1;
      const rest = await this.#turn().catch((error: unknown) => this.#failed(error));
      if (rest > 0) await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Polls every shard. Returns how long to pause. */
  async #turn(): Promise<number> {
    let read = 0;
    const shards = await this.#openShards();
    for (const { ShardId: shardId = '', ParentShardId: parent } of shards) {
      // A shard follows its parent once that one has ended.
      if (shards.some(({ ShardId }) => ShardId === parent)) continue;
      read += await this.#readShard(shardId);
    }
    if (this.#isFailing) {
      this.#isFailing = false;
      this.#options.onProblem?.(undefined);
    }
    if (read > 0) return 0;
    this.#options.state.save();
    const idle = this.#waiting.filter(({ round }) => round <= this.#round);
    this.#waiting = this.#waiting.filter(({ round }) => round > this.#round);
    for (const { resolve } of idle) resolve();
    return idleMilliseconds;
  }

  async #openShards(): Promise<Shard[]> {
    const { client, streamArn, state } = this.#options;
    if (this.#shards && this.#shards.length > 0) return this.#shards;
    const all = await shardsOf(client, streamArn);
    this.#shards = all.filter(({ ShardId = '' }) => state.cursor(this.#cursorName(ShardId)) !== 'end');
    return this.#shards;
  }

  #cursorName(shardId: string): CursorName {
    const { consumer, streamArn } = this.#options;
    return { consumer: consumer.name, streamArn, shardId };
  }

  #failed(error: unknown): number {
    // The next poll starts after the cursor, wherever this one was.
    this.#readers.clear();
    this.#shards = undefined;
    if (this.#stop.signal.aborted) return failureMilliseconds;
    const { consumer, onError, onProblem } = this.#options;
    // A continuing error is reported once.
    if (!this.#isFailing) onError(new Error(`The stream could not be read for '${consumer.name}'`, { cause: error }));
    this.#isFailing = true;
    onProblem?.(error instanceof Error ? error.message : String(error));
    return failureMilliseconds;
  }

  /** Delivers the next page of a shard. Returns its number of records. */
  async #readShard(shardId: string): Promise<number> {
    const { consumer, state, readerOf, stepBack } = this.#options;
    const name = this.#cursorName(shardId);
    const cursor = state.cursor(name);
    if (cursor === 'end') return 0;
    const reader = this.#readers.get(shardId) ?? readerOf(shardId);
    this.#readers.set(shardId, reader);
    await stepBack?.();
    const { records, read, last, end } = await reader.next(cursor);
    for (const batch of chunk(records, consumer.batchSize)) {
      await this.#deliver(batch);
      const delivered = batch.at(-1);
      if (delivered) state.moveCursor(name, { after: sequenceNumberOf(delivered) });
    }
    if (last !== undefined) state.moveCursor(name, { after: last });
    if (end) {
      state.moveCursor(name, 'end');
      this.#readers.delete(shardId);
      this.#shards = undefined;
    }
    return read;
  }

  async #deliver(batch: readonly DynamoDBRecord[]): Promise<void> {
    const { consumer, handler, state, isBlocked, onError } = this.#options;
    const { signal } = this.#stop;
    signal.throwIfAborted();
    await deliver(batch, {
      consumer,
      handler,
      now: () => performance.now(),
      ...(isBlocked && { isBlocked }),
      pause: (milliseconds) => sleep(milliseconds, undefined, { signal }),
      giveUp: (record, reason) => {
        state.addDeadLetter(consumer.name, record, reason);
        onError(new Error(`Consumer '${consumer.name}' gave up on record ${sequenceNumberOf(record)}: ${reason}`));
      },
    });
    this.#delivered += batch.length;
  }
}
