import { describe, expect, test } from 'vitest';
import { sqsQueue } from '#shared/work/queue/sqs.ts';

const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/111122223333/fiducial-prod-work';
const messagesOf = (count: number, body = (n: number) => `{"n":${n}}`) =>
  Array.from({ length: count }, (_, n) => ({ group: `p-${n % 3}`, body: body(n) }));

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId: string;
}

/** SQS as an answer to each request says, all messages taken by default. */
function fakeSqs(answers: ((entries: Entry[]) => Response)[] = []) {
  const requests: { url: string; headers: Record<string, string>; entries: Entry[] }[] = [];
  const fetch = (async (url: string, init: { headers: Record<string, string>; body: string }) => {
    const { QueueUrl, Entries } = JSON.parse(init.body) as { QueueUrl: string; Entries: Entry[] };
    expect(QueueUrl).toBe(queueUrl);
    requests.push({ url, headers: init.headers, entries: Entries });
    return answers.shift()?.(Entries) ?? Response.json({ Successful: [] });
  }) as unknown as typeof globalThis.fetch;
  const queue = (endpoint?: string) =>
    sqsQueue({
      queueUrl,
      endpoint,
      region: async () => 'eu-central-1',
      credentials: async () => ({ accessKeyId: 'A', secretAccessKey: 'B', sessionToken: 'C' }),
      fetch,
      clock: () => new Date(0),
      pause: async () => undefined,
    });
  return { queue, requests, bodies: () => requests.flatMap(({ entries }) => entries.map((one) => one.MessageBody)) };
}

const failed =
  (id: string, senderFault = false) =>
  () =>
    Response.json({ Failed: [{ Id: id, SenderFault: senderFault, Message: 'InternalError' }] });

describe('a queue of SQS', () => {
  test('messages go out ten in a signed request, each in a group that SQS accepts, the same for the same tenant', async () => {
    const sqs = fakeSqs();
    await sqs.queue().send(messagesOf(23));
    expect(sqs.requests.map(({ entries }) => entries.length)).toEqual([10, 10, 3]);
    expect(sqs.bodies()).toEqual(messagesOf(23).map(({ body }) => body));
    const [first] = sqs.requests;
    expect(first?.url).toBe('https://sqs.eu-central-1.amazonaws.com/');
    expect(first?.headers).toMatchObject({
      'x-amz-target': 'AmazonSQS.SendMessageBatch',
      'x-amz-security-token': 'C',
      authorization: expect.stringContaining('/eu-central-1/sqs/aws4_request'),
    });
    const groups = sqs.requests.flatMap(({ entries }) => entries.map((one) => one.MessageGroupId));
    expect(new Set(groups).size).toBe(3);
    for (const group of groups) expect(group).toMatch(/^[0-9a-f]{1,128}$/);
  });

  test('a request stays below the size that SQS takes', async () => {
    const sqs = fakeSqs();
    await sqs.queue().send(messagesOf(8, () => 'x'.repeat(100_000)));
    expect(sqs.requests.map(({ entries }) => entries.length)).toEqual([2, 2, 2, 2]);
  });

  test('an emulator is reached at its own endpoint, and gets no groups, which it may not know', async () => {
    const sqs = fakeSqs();
    await sqs.queue('http://localhost:4566').send(messagesOf(1));
    expect(sqs.requests[0]?.url).toBe('http://localhost:4566/');
    expect(sqs.requests[0]?.entries[0]).not.toHaveProperty('MessageGroupId');
  });

  test('a message that SQS fails on is sent again, without those that it took', async () => {
    const sqs = fakeSqs([failed('1'), () => new Response('busy', { status: 503 })]);
    await sqs.queue().send(messagesOf(3));
    expect(sqs.requests.map(({ entries }) => entries.map((one) => one.MessageBody))).toEqual([
      ['{"n":0}', '{"n":1}', '{"n":2}'],
      ['{"n":1}'],
      ['{"n":1}'],
    ]);
  });

  test('a refused message keeps no other from being sent, and is counted with its reason', async () => {
    const sqs = fakeSqs([failed('0', true)]);
    await expect(sqs.queue().send(messagesOf(23))).rejects.toThrow('1 of 23 messages were not queued: InternalError');
    expect(sqs.requests).toHaveLength(3);
  });

  test('where SQS does not answer, all messages are counted after a few attempts', async () => {
    const sqs = fakeSqs(Array.from({ length: 9 }, () => () => new Response('AccessDenied', { status: 403 })));
    await expect(sqs.queue().send(messagesOf(2))).rejects.toThrow(/2 of 2 .* answered 403: AccessDenied/);
    expect(sqs.requests).toHaveLength(4);
  });
});
