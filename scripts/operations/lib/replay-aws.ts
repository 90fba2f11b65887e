import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { lambdaRecord, sequenceNumberOf } from '#local/streams/event.ts';
import { meetsAny } from '#local/streams/filter.ts';
import { AwsRefusal, type AwsSender, askJson } from './aws-requests.ts';
import type { DeadLetterMessage, LostRecords, ReplayPort } from './dead-letters.ts';

const invisibleSeconds = 120;

/** The dead-letter queues of an environment's stack `service`. @returns their URLs. */
export async function deadLetterQueues(send: AwsSender, region: string, environment: string): Promise<string[]> {
  const target = { service: 'sqs', region, operation: 'AmazonSQS.ListQueues' };
  const prefix = { QueueNamePrefix: `fiducial-${environment}-service-`, MaxResults: 1000 };
  const { QueueUrls = [] } = await askJson<{ QueueUrls?: string[] }>(send, target, prefix);
  return QueueUrls.filter((url) => url.includes('DeadLetters'));
}

/** Receives up to ten messages, which others cannot see for two minutes. */
export async function receive(send: AwsSender, region: string, queueUrl: string): Promise<DeadLetterMessage[]> {
  const target = { service: 'sqs', region, operation: 'AmazonSQS.ReceiveMessage' };
  const { Messages = [] } = await askJson<{ Messages?: DeadLetterMessage[] }>(send, target, {
    QueueUrl: queueUrl,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: invisibleSeconds,
    MessageAttributeNames: ['All'],
  });
  return Messages;
}

export async function remove(send: AwsSender, region: string, queueUrl: string, handle: string): Promise<void> {
  const target = { service: 'sqs', region, operation: 'AmazonSQS.DeleteMessage' };
  await askJson(send, target, { QueueUrl: queueUrl, ReceiptHandle: handle });
}

/** Replays with the account's own functions and streams. */
export function awsReplay(send: AwsSender, region: string, streams: DynamoDBStreamsClient): ReplayPort {
  const invoke = async (functionName: string, payload: string, kind: 'Event' | 'RequestResponse') => {
    const path = `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`;
    const headers = { 'content-type': 'application/json', 'x-amz-invocation-type': kind };
    const request = { service: 'lambda', region, path, headers, body: payload };
    const { status, text } = await send(request);
    if (status >= 300) throw new AwsRefusal(request, status, text);
    return text;
  };
  return {
    hand: async (functionName, payload) => void (await invoke(functionName, payload, 'Event')),
    deliver: async (functionName, records) => {
      const answer = JSON.parse(await invoke(functionName, JSON.stringify({ Records: records }), 'RequestResponse'));
      if (!Array.isArray(answer?.batchItemFailures))
        throw new Error(`${functionName} failed: ${answer?.errorMessage ?? 'it answers nothing'}`);
      return answer;
    },
    read: async (lost, { filters }) => {
      const records = await readShard(streams, lost);
      return records?.filter((record) => meetsAny(record, filters));
    },
  };
}

/** Records between two positions of a shard; undefined if the stream no longer has them, which happens after a day. */
async function readShard(
  client: DynamoDBStreamsClient,
  { streamArn, shardId, first, last }: LostRecords,
): Promise<DynamoDBRecord[] | undefined> {
  const found: DynamoDBRecord[] = [];
  try {
    const place = { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: first } as const;
    const begin = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...place });
    let iterator = (await client.send(begin)).ShardIterator;
    while (iterator !== undefined) {
      const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
      const records = (page.Records ?? []).map((record) => lambdaRecord(record, streamArn));
      found.push(...records.filter((record) => BigInt(sequenceNumberOf(record)) <= BigInt(last)));
      // An open shard returns nothing while nothing is written.
      const isBeyond = records.some((record) => BigInt(sequenceNumberOf(record)) >= BigInt(last));
      iterator = isBeyond || records.length === 0 ? undefined : page.NextShardIterator;
    }
  } catch (error) {
    if (error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
  return found;
}
