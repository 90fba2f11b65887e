/**
 * Who reads the table's stream, as data (rule STREAM-1): CDK makes an event source mapping of each entry, and the local
 * stack delivers to the same handlers by the same filter.
 *
 * To add a consumer: an entry in `streamConsumers`, and `functions/stream/<name>.ts` that exports
 * `handler(event: DynamoDBStreamEvent, context): Promise<DynamoDBBatchResponse>`. A shard carries two readers well.
 */

/** One condition of a filter on one value (Lambda, Filter rule syntax). */
export type FilterRule =
  | string
  | number
  | boolean
  | null
  | { readonly prefix: string }
  | { readonly exists: boolean }
  | { readonly 'anything-but': readonly (string | number)[] };

/** What a record must look like: every named field must meet one of its rules. */
export interface FilterPattern {
  readonly [field: string]: FilterPattern | readonly FilterRule[];
}

/** A consumer and how its records are delivered. */
export interface StreamConsumer {
  /** Name of its file in `functions/stream`; see `consumerFunction`. */
  readonly name: string;
  /** The text of the function's description. */
  readonly description: string;
  /** A record is delivered if it meets one of them; at most five (Lambda's limit). */
  readonly filters: readonly FilterPattern[];
  /** Most records of one call. */
  readonly batchSize: number;
  /** How long a call waits for more records. */
  readonly batchingWindowSeconds: number;
  /** Calls of one shard at a time; the order of a key is kept. */
  readonly parallelizationFactor: number;
  /** How often a failed batch of one record is tried again before it is a dead letter; larger ones are halved first. */
  readonly retryAttempts: number;
  /** Records older than this are dead letters (rule STREAM-7 says from when); a stream of AWS keeps them for a day. */
  readonly maximumRecordAgeSeconds: number;
  /** When one call has taken too long. */
  readonly timeoutSeconds: number;
}

/** Name of a consumer's function and bundle: an API group may have the consumer's own name. */
export const consumerFunction = ({ name }: Pick<StreamConsumer, 'name'>): string => `stream-${name}`;

export const streamConsumers: readonly StreamConsumer[] = [
  {
    name: 'search',
    description: 'Keeps the index of note events',
    filters: [
      { eventName: ['INSERT'], dynamodb: { NewImage: { entity: { S: ['note-event'] } } } },
      // Events never change, and go only with their project.
      { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S: ['note-event'] } } } },
    ],
    batchSize: 100,
    // Who wrote a note may look for it next.
    batchingWindowSeconds: 0,
    parallelizationFactor: 1,
    retryAttempts: 10,
    maximumRecordAgeSeconds: 21_600,
    timeoutSeconds: 60,
  },
  {
    name: 'project',
    description: 'Settles what excluded and late task results mean, and tells people what happened',
    filters: [
      // A removal has no new image. What was measured goes with its chip.
      { dynamodb: { NewImage: { entity: { S: ['task-result'] }, status: { S: ['completed'] } } } },
      // What failed counts among the latest results.
      { dynamodb: { NewImage: { entity: { S: ['task-result'] }, excludedAt: { S: [{ exists: true }] } } } },
      // Runs that end: users are notified (rule NOTIFY-1), and the day's partial roll-ups take in the measurements.
      {
        eventName: ['MODIFY'],
        dynamodb: {
          OldImage: { status: { S: ['scheduled', 'running'] } },
          NewImage: { entity: { S: ['execution'] }, status: { S: ['completed', 'failed', 'cancelled'] } },
        },
      },
      // Users are notified of what others write, of schedules, and of drift. The results above cover held values.
      // Measurements of an import are taken in like those of a run.
      {
        dynamodb: {
          NewImage: {
            entity: { S: ['note', 'thread', 'thread-reply', 'audit', 'schedule-firing', 'drift', 'import'] },
          },
        },
      },
      // What was said of a reply in a chat goes with it.
      { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S: ['thread-reply'] } } } },
    ],
    batchSize: 100,
    // A run writes nineteen results at a time, and the work of a call is one read of the targets of all of them: a fifth of a
    // second for a hundred, so that one call at a time keeps up with five hundred tasks a second of each shard.
    batchingWindowSeconds: 1,
    parallelizationFactor: 1,
    retryAttempts: 10,
    // An abandoned record is restored by a rebuild; this is the time to repair the cause.
    maximumRecordAgeSeconds: 43_200,
    timeoutSeconds: 60,
  },
];
