import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { EngineAccess } from '#local/engine/access.ts';
import { localStreamsClient } from '#local/engine/client.ts';
import { trimStreamRecords } from '#local/streams/stream-records.ts';
import type { StreamConsumer } from '#shared/store/system/stream-consumers.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import type { StreamHandler } from './delivery.ts';
import { EngineReader } from './engine-reader.ts';
import { type DeadLetter, StreamState } from './state-file.ts';
import { ShardReader, shardsOf, streamArnOf } from './stream-reader.ts';

/** What the delivery of a stream needs. */
export interface StreamsOptions {
  engine: {
    access: EngineAccess;
    /** Of an embedded engine, whose records are then read out of it. */
    databaseFile: string | undefined;
  };
  client: DynamoDBClient;
  tableName: string;
  consumers: readonly StreamConsumer[];
  handlerOf(consumer: StreamConsumer): StreamHandler;
  /** Keeps cursors and dead letters; `:memory:` unless given, and then every start delivers all there is. */
  stateFile?: string | undefined;
  /** Waited for before the stream is looked at: until others have no need of the processor. */
  stepBack?: (() => Promise<void>) | undefined;
  /** Whether the machine can write nothing at present: then no record is given up. */
  isBlocked?: (() => Promise<boolean>) | undefined;
  onError(error: Error): void;
  /** Told in a sentence what the operator should read though nothing failed. */
  onNotice?(notice: string): void;
  /** Told what `problem` answers from now on. */
  onProblem?(problem: string | undefined): void;
}

/** The delivery while it runs (rule STREAM-1). */
export interface Streams {
  /** Resolves when all that was written before, and all that the consumers wrote because of it, is delivered. */
  settle(): Promise<void>;
  /** Records that were given up, oldest first. */
  deadLetters(): Promise<DeadLetter[]>;
  /** Deletes the stream records that every consumer has been delivered, from an embedded engine. Answers how many. */
  trim(): Promise<number>;
  /** Why records are not delivered at present; undefined where they are. */
  problem(): string | undefined;
  /** Looks at nothing more until `release`; what is under way goes on. */
  hold(): Promise<void>;
  release(): Promise<void>;
  /** Resolves when no consumer works any more; what is under way is ended, what is not is delivered at the next start. */
  stop(): Promise<void>;
}

/**
 * Delivers the table's stream to its consumers, each at its own pace and from its own cursor.
 * @throws Error when there are consumers and the table has no stream.
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
      // The embedded engine has one shard for ever, and numbers its records by small integers.
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
