import { createHash } from 'node:crypto';
import { signedHeaders } from '../../kernel/aws-signature.ts';
import { forEachConcurrent } from '../../kernel/concurrency.ts';
import { backOff } from '../../kernel/store/dynamodb/back-off.ts';
import type { WorkMessage, WorkQueue } from './port.ts';

const timeoutMilliseconds = 10_000;

/** Limits of one SendMessageBatch: ten messages, and room within the 256 KiB of a request. */
const [messagesAtOnce, bytesAtOnce] = [10, 240_000];

/** Requests that are sent concurrently. */
const width = 16;

/** How often messages are sent that SQS did not accept through a fault of its own. */
const mostAttempts = 4;

export interface SqsOptions {
  queueUrl: string;
  /** Endpoint of an emulator; the queue's own host by default. */
  endpoint?: string | undefined;
  region: () => Promise<string>;
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }>;
  /** Replaces the network in tests. */
  fetch?: typeof fetch;
  clock?: () => Date;
  /** Pause before an attempt. */
  pause?: (attempt: number) => Promise<void>;
}

interface Refusal {
  Id: string;
  SenderFault?: boolean;
  Message?: string;
}

/**
 * A standard queue of SQS. A request is signed by the SDK's signer: a client of the SDK would be larger than the
 * function (rule DEPLOY-9).
 */
export function sqsQueue({
  queueUrl,
  endpoint,
  region,
  credentials,
  fetch = globalThis.fetch,
  clock = () => new Date(),
  pause = backOff,
}: SqsOptions): WorkQueue {
  const url = new URL(endpoint || queueUrl);

  /** @returns what was refused. @throws Error if the whole request was. */
  const request = async (messages: readonly WorkMessage[]): Promise<Refusal[]> => {
    const body = JSON.stringify({
      QueueUrl: queueUrl,
      Entries: messages.map(({ group, body }, n) => ({
        Id: String(n),
        MessageBody: body,
        // Groups of standard queues are recent: an emulator may refuse them.
        ...(endpoint ? {} : { MessageGroupId: groupId(group) }),
      })),
    });
    const headers = {
      host: url.host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.SendMessageBatch',
    };
    const [inRegion, by] = await Promise.all([region(), credentials()]);
    const signed = await signedHeaders(
      { path: '/', headers, body },
      { ...by, region: inRegion, service: 'sqs' },
      clock(),
    );
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(`${url.origin}/`, { method: 'POST', headers: signed, body, signal });
    const text = await response.text();
    if (!response.ok) throw new Error(`Amazon SQS answered ${response.status}: ${text.slice(0, 200)}`);
    return (JSON.parse(text) as { Failed?: Refusal[] }).Failed ?? [];
  };

  /** @returns how many were not accepted, and the last reason. */
  const sendBatch = async (batch: readonly WorkMessage[]): Promise<{ refused: number; reason: string }> => {
    let left = batch;
    let [refused, reason] = [0, ''];
    for (let attempt = 0; left.length > 0 && attempt < mostAttempts; attempt += 1) {
      if (attempt > 0) await pause(attempt);
      try {
        const failed = await request(left);
        const lasting = failed.filter(({ SenderFault }) => SenderFault);
        refused += lasting.length;
        reason = failed.at(-1)?.Message ?? reason;
        left = failed.filter((one) => !lasting.includes(one)).flatMap(({ Id }) => left[Number(Id)] ?? []);
      } catch (error) {
        reason = String(error);
      }
    }
    return { refused: refused + left.length, reason };
  };

  return {
    async send(messages) {
      let [refused, reason] = [0, ''];
      await forEachConcurrent(inBatches(messages), width, async (batch) => {
        const outcome = await sendBatch(batch);
        if (outcome.refused > 0) [refused, reason] = [refused + outcome.refused, outcome.reason];
      });
      if (refused > 0) throw new Error(`${refused} of ${messages.length} messages were not queued: ${reason}`);
    },
  };
}

/** SQS accepts few signs in a group, and at most 128. */
const groupId = (group: string): string => createHash('sha256').update(group).digest('hex').slice(0, 32);

function inBatches(messages: readonly WorkMessage[]): WorkMessage[][] {
  const batches: WorkMessage[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const size = Buffer.byteLength(message.body);
    const last = batches.at(-1);
    if (last && last.length < messagesAtOnce && bytes + size <= bytesAtOnce) last.push(message);
    else {
      batches.push([message]);
      bytes = 0;
    }
    bytes += size;
  }
  return batches;
}
