import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { EngineAccess } from '#local/engine/access.ts';
import { localStreamsClient } from '#local/engine/client.ts';
import { trimStreamRecords } from '#local/streams/stream-records.ts';
import type { StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import type { StreamHandler } from './delivery.ts';
import { EngineReader } from './engine-reader.ts';
import { type DeadLetter, StreamState } from './state-file.ts';
import { ShardReader, shardsOf, streamArnOf } from './stream-reader.ts';

/** Dependencies of the stream delivery. */
export interface StreamsOptions {
  engine: {
    access: EngineAccess;
    /** Database of an embedded engine, from which records are read directly. */
    databaseFile: string | undefined;
  };
  client: DynamoDBClient;
  tableName: string;
  consumers: readonly StreamConsumer[];
  handlerOf(consumer: StreamConsumer): StreamHandler;
  /** File of cursors and dead letters; by default `:memory:`, and then every start delivers the whole stream. */
  stateFile?: string | undefined;
  /** Awaited before the stream is polled, until others do not need the processor. */
  stepBack?: (() => Promise<void>) | undefined;
  /** Whether the machine currently cannot write; then no record is given up. */
  isBlocked?: (() => Promise<boolean>) | undefined;
  onError(error: Error): void;
  /** Receives notices for the operator that are not failures. */
  onNotice?(notice: string): void;
  /** Receives each new result of `problem`. */
  onProblem?(problem: string | undefined): void;
}

/** The running delivery (rule STREAM-1). */
export interface Streams {
  /** Resolves when everything written before, and everything that consumers wrote as a result, is delivered. */
  settle(): Promise<void>;
  /** Given-up records, oldest first. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Deletes the stream records that every consumer has received, from an embedded engine. Returns their number. */
  trim(): Promise<number>;
  /** Why records are not delivered at present; undefined if they are. */
  problem(): string | undefined;
  /** Pauses polling until `release`; running deliveries continue. */
  hold(): Promise<void>;
  release(): Promise<void>;
  /** Resolves when no consumer works any more. Running calls end; the rest is delivered at the next start. */
  stop(): Promise<void>;
}

/**
 * Delivers the table's stream to its consumers, each at its own pace and from its own cursor.
 * @throws Error if there are consumers and the table has no stream.
 */
export async function startStreams(options: StreamsOptions): Promise<Streams> {
  const { consumers, engine, tableName, handlerOf } = options;
  const client = localStreamsClient(engine.access);
  const streamArn = await streamArnOf(options.client, tableName);
  const shardIds = (await shardsOf(client, streamArn)).map((shard) => shard.ShardId ?? '');
  const state = new StreamState(options.stateFile ?? ':memory:', options.onNotice);
  const problems = new Map<string, string>();
  const problem = () => problems.values().next().value;
  const file = engine.databaseFile ? new EngineReader(engine.databaseFile, { tableName, streamArn }) : undefined;
  const loops = consumers.map((consumer) => {
    const { filters } = consumer;
    const readerOf = (shardId: string) =>
      file?.readerOf(filters) ?? new ShardReader(client, { streamArn, shardId, filters });
    const onProblem = (found: string | undefined) => {
      if (found === undefined) problems.delete(consumer.name);
      else problems.set(consumer.name, found);
      options.onProblem?.(problem());
    };
    const own = { consumer, handler: handlerOf(consumer), client, streamArn, state, readerOf, onProblem };
    return new ConsumerLoop({ ...options, ...own });
  });
  return {
    async settle() {
      const delivered = () => loops.reduce((sum, loop) => sum + loop.delivered, 0);
      for (let before = -1; before !== delivered(); ) {
        before = delivered();
        await Promise.all(loops.map((loop) => loop.idle()));
      }
    },
    deadLetters: async () => state.deadLetters(),
    async trim() {
      if (!engine.databaseFile) return 0;
      // The embedded engine always has one shard, and numbers its records with small integers.
      const cursors = consumers.flatMap(({ name }) =>
        shardIds.map((shardId) => state.cursor({ consumer: name, streamArn, shardId })),
      );
      const delivered = cursors.map((cursor) => (typeof cursor === 'object' ? BigInt(cursor.after) : undefined));
      return trimStreamRecords(engine.databaseFile, tableName, delivered);
    },
    problem,
    async hold() {
      for (const loop of loops) loop.hold();
    },
    async release() {
      for (const loop of loops) loop.release();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      client.destroy();
      file?.close();
      state.close();
    },
  };
}
