import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { type StreamConsumer, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';

/** A message of a dead-letter queue, as SQS returns it. */
export interface DeadLetterMessage {
  Body: string;
  ReceiptHandle: string;
  MessageAttributes?: Record<string, { StringValue?: string }>;
}

/** Stream records that a consumer gave up: their positions, not their content. */
export interface LostRecords {
  kind: 'records';
  functionName: string;
  streamArn: string;
  shardId: string;
  first: string;
  last: string;
}

/** An event on which a function failed, or that could not be delivered. */
export interface LostEvent {
  kind: 'event';
  functionName: string;
  payload: string;
}

/**
 * Work of the sweep or of deliveries that failed in every attempt. As long as it is due, the next sweep or look at the
 * deliveries puts it into the queue again.
 */
export interface LostWork {
  kind: 'work';
  /** The kind of work, and the projects or people whom it was for. */
  name: string;
  tenants: string[];
}

/** A message in an unknown format. */
export interface Unknown {
  kind: 'unknown';
}

interface Body {
  kind?: string;
  entries?: unknown[];
  requestContext?: { functionArn?: string };
  requestPayload?: unknown;
  DDBStreamBatchInfo?: { streamArn: string; shardId: string; startSequenceNumber: string; endSequenceNumber: string };
}

/** `arn:aws:lambda:<region>:<account>:function:<name>[:<version>]`. */
const nameOf = (functionArn: string): string | undefined =>
  /^arn:[^:]+:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(functionArn)?.[1];

/**
 * Parses a message from an event source mapping, from an asynchronous invocation, or from a rule or schedule whose
 * event could not be delivered. The three have different formats (Lambda: destinations; EventBridge and its Scheduler:
 * dead-letter queues).
 */
export function readMessage({
  Body: text,
  MessageAttributes = {},
}: DeadLetterMessage): LostRecords | LostEvent | LostWork | Unknown {
  const target = nameOf(MessageAttributes.TARGET_ARN?.StringValue ?? '');
  if (target !== undefined) return { kind: 'event', functionName: target, payload: text };
  const { requestContext, requestPayload, DDBStreamBatchInfo: batch, kind: name, entries } = bodyOf(text);
  if (name !== undefined && entries !== undefined)
    return { kind: 'work', name, tenants: [...new Set(entries.map(tenantOf))] };
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

/** An entry of work is a project, or names its project or person. */
function tenantOf(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { projectId, userId, slim } = entry as { projectId?: string; userId?: string; slim?: { projectId?: string } };
  return projectId ?? userId ?? slim?.projectId ?? '';
}

function bodyOf(text: string): Body {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** The AWS calls of a replay. */
export interface ReplayPort {
  /** Calls a function with records and waits for its result. @throws Error if the whole call failed. */
  deliver(functionName: string, records: DynamoDBRecord[]): Promise<DynamoDBBatchResponse>;
  /** Calls a function with an event without waiting; another failure returns to the queue as a new message. */
  hand(functionName: string, payload: string): Promise<void>;
  /** Reads a range of a shard, filtered for a consumer; undefined if the records are gone. */
  read(lost: LostRecords, consumer: StreamConsumer): Promise<DynamoDBRecord[] | undefined>;
}

/** The outcome of a message. It leaves the queue only if it was `replayed`. */
export type Outcome = { replayed: string } | { kept: string };

/** Alternatives for a consumer whose records are older than the stream keeps. */
const insteadOf: Record<string, string> = {
  search: 'npm run reindex',
  project: 'npm run rebuild-projection',
};

/** Repeats the work of a message. */
export async function replayMessage(message: DeadLetterMessage, port: ReplayPort): Promise<Outcome> {
  const lost = readMessage(message);
  if (lost.kind === 'unknown') return { kept: 'It is none that a function, a rule or a schedule has left' };
  if (lost.kind === 'work')
    return { replayed: `${lost.name} of ${lost.tenants.join(', ')}: put into the queue again as long as it is due` };
  const { functionName } = lost;
  if (lost.kind === 'event') {
    await port.hand(functionName, lost.payload);
    return { replayed: `${functionName}: its event was handed over again` };
  }
  const consumer = streamConsumers.find(({ name }) => functionName.toLowerCase().includes(`stream${name}`));
  if (!consumer) return { kept: `${functionName} does not consume the stream` };
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
