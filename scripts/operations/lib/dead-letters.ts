import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { type StreamConsumer, streamConsumers } from '#shared/store/system/stream-consumers.ts';

/** A message of a dead-letter queue, as SQS gives it. */
export interface DeadLetterMessage {
  Body: string;
  ReceiptHandle: string;
  MessageAttributes?: Record<string, { StringValue?: string }>;
}

/** Records of a stream that a consumer gave up: where they stand, not what they say. */
export interface LostRecords {
  kind: 'records';
  functionName: string;
  streamArn: string;
  shardId: string;
  first: string;
  last: string;
}

/** An event that a function failed on, or that could not be delivered to it. */
export interface LostEvent {
  kind: 'event';
  functionName: string;
  payload: string;
}

/** A message that nobody here has sent. */
export interface Unknown {
  kind: 'unknown';
}

interface Body {
  requestContext?: { functionArn?: string };
  requestPayload?: unknown;
  DDBStreamBatchInfo?: { streamArn: string; shardId: string; startSequenceNumber: string; endSequenceNumber: string };
}

/** `arn:aws:lambda:<region>:<account>:function:<name>[:<version>]`. */
const nameOf = (functionArn: string): string | undefined =>
  /^arn:[^:]+:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(functionArn)?.[1];

/**
 * What a message stands for: of an event source mapping, of a function that was called without waiting, or of a rule or a schedule whose
 * event could not be delivered. These say it in three ways (Lambda: destinations; EventBridge and its Scheduler: dead-letter queues).
 */
export function readMessage({
  Body: text,
  MessageAttributes = {},
}: DeadLetterMessage): LostRecords | LostEvent | Unknown {
  const target = nameOf(MessageAttributes.TARGET_ARN?.StringValue ?? '');
  if (target !== undefined) return { kind: 'event', functionName: target, payload: text };
  const { requestContext, requestPayload, DDBStreamBatchInfo: batch } = bodyOf(text);
  const functionName = nameOf(requestContext?.functionArn ?? '');
  if (functionName === undefined) return { kind: 'unknown' };
  if (batch) {
    const { streamArn, shardId, startSequenceNumber: first, endSequenceNumber: last } = batch;
    return { kind: 'records', functionName, streamArn, shardId, first, last };
  }
  return requestPayload === undefined
    ? { kind: 'unknown' }
    : { kind: 'event', functionName, payload: JSON.stringify(requestPayload) };
}

function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** What a replay needs of AWS. */
export interface ReplayPort {
  /** Calls a function with records and waits for its answer. @throws Error where it failed as a whole. */
  deliver(functionName: string, records: DynamoDBRecord[]): Promise<DynamoDBBatchResponse>;
  /** Hands an event to a function and does not wait: what fails again comes back into the queue as a new message. */
  hand(functionName: string, payload: string): Promise<void>;
  /** Records of a shard from one place to another, of those that a consumer's filter lets through; undefined where they are gone. */
  read(lost: LostRecords, consumer: StreamConsumer): Promise<DynamoDBRecord[] | undefined>;
}

/** What became of a message; it leaves the queue only if it is `replayed`. */
export type Outcome = { replayed: string } | { kept: string };

/** What to do instead where a consumer's records are older than the stream keeps them. */
const insteadOf: Record<string, string> = {
  search: 'npm run reindex',
  project: 'npm run rebuild-projection',
};

/** Does once more what a message says was given up. */
export async function replayMessage(message: DeadLetterMessage, port: ReplayPort): Promise<Outcome> {
  const lost = readMessage(message);
  if (lost.kind === 'unknown') return { kept: 'It is none that a function, a rule or a schedule has left' };
  const { functionName } = lost;
  if (lost.kind === 'event') {
    await port.hand(functionName, lost.payload);
    return { replayed: `${functionName}: its event was handed over again` };
  }
  const consumer = streamConsumers.find(({ name }) => functionName.toLowerCase().includes(`stream${name}`));
  if (!consumer) return { kept: `${functionName} is no consumer of the stream` };
  const records = await port.read(lost, consumer);
  if (records === undefined)
    return {
      kept: `${functionName}: its records are no longer in the stream; ${insteadOf[consumer.name]}, then delete the message`,
    };
  const { batchItemFailures } =
    records.length === 0 ? { batchItemFailures: [] } : await port.deliver(functionName, records);
  return batchItemFailures.length > 0
    ? { kept: `${functionName}: ${batchItemFailures.length} of ${records.length} records failed again` }
    : { replayed: `${functionName}: ${records.length} records delivered` };
}
