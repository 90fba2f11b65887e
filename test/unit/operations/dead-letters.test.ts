import { describe, expect, test } from 'vitest';
import {
  type DeadLetterMessage,
  type ReplayPort,
  readMessage,
  replayMessage,
} from '#scripts/operations/lib/dead-letters.ts';

const functionArn = (name: string) => `arn:aws:lambda:eu-central-1:111122223333:function:${name}`;
const streamName = 'fiducial-prod-service-streamprojectFunction1A2B-xyz';
const message = (body: unknown, attributes: Record<string, string> = {}): DeadLetterMessage => ({
  Body: typeof body === 'string' ? body : JSON.stringify(body),
  ReceiptHandle: 'handle',
  MessageAttributes: Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, { StringValue: value }]),
  ),
});

const ofStream = (name = streamName) =>
  message({
    requestContext: { functionArn: functionArn(name), condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: {
      streamArn: 'arn:stream',
      shardId: 'shard-1',
      startSequenceNumber: '100',
      endSequenceNumber: '109',
    },
  });
const ofSweep = message({
  requestContext: {
    functionArn: `${functionArn('fiducial-prod-service-SweepFunction')}:$LATEST`,
    condition: 'RetriesExhausted',
  },
  requestPayload: { time: '2026-01-01T00:00:00Z' },
  responsePayload: { errorMessage: 'no' },
});
const ofRule = message('{"detail":1}', { TARGET_ARN: functionArn('make-archive'), ERROR_CODE: 'NO_PERMISSIONS' });

/** A port that notes what it is asked to do. */
function portOf(answers: Partial<ReplayPort> = {}) {
  const calls: unknown[] = [];
  const port: ReplayPort = {
    hand: async (...call) => void calls.push(call),
    deliver: async (...call) => {
      calls.push(call);
      return { batchItemFailures: [] };
    },
    read: async () => [{ eventID: '1' }],
    ...answers,
  };
  return { port, calls };
}

describe('what a message of a dead-letter queue stands for', () => {
  test('a batch that an event source mapping gave up is a place in a shard of the stream', () => {
    expect(readMessage(ofStream())).toEqual({
      kind: 'records',
      functionName: streamName,
      streamArn: 'arn:stream',
      shardId: 'shard-1',
      first: '100',
      last: '109',
    });
  });

  test('an event that a function failed on is its payload, whatever version was called', () => {
    expect(readMessage(ofSweep)).toEqual({
      kind: 'event',
      functionName: 'fiducial-prod-service-SweepFunction',
      payload: '{"time":"2026-01-01T00:00:00Z"}',
    });
  });

  test('an event that a rule or a schedule could not deliver is the message itself, for the target that it names', () => {
    expect(readMessage(ofRule)).toEqual({ kind: 'event', functionName: 'make-archive', payload: '{"detail":1}' });
  });

  test.each(['', 'no json', '"text"', 'null', '{}', '{"requestContext":{"functionArn":"arn:aws:sqs:x"}}'])(
    'a message that no one here has sent is of no kind: %s',
    (body) => expect(readMessage(message(body))).toEqual({ kind: 'unknown' }),
  );
});

describe('a replay of what was given up', () => {
  test('a replay delivers the records of the place that the message names, to the function that gave them up', async () => {
    const { port, calls } = portOf();
    expect(await replayMessage(ofStream(), port)).toEqual({ replayed: `${streamName}: 1 records delivered` });
    expect(calls).toEqual([[streamName, [{ eventID: '1' }]]]);
  });

  test('a replay hands events over again', async () => {
    const { port, calls } = portOf();
    expect(await replayMessage(ofSweep, port)).toHaveProperty('replayed');
    expect(await replayMessage(ofRule, port)).toHaveProperty('replayed');
    expect(calls).toEqual([
      ['fiducial-prod-service-SweepFunction', '{"time":"2026-01-01T00:00:00Z"}'],
      ['make-archive', '{"detail":1}'],
    ]);
  });

  test('a replay keeps a message whose records fail again', async () => {
    const { port } = portOf({ deliver: async () => ({ batchItemFailures: [{ itemIdentifier: '100' }] }) });
    expect(await replayMessage(ofStream(), port)).toEqual({ kept: `${streamName}: 1 of 1 records failed again` });
  });

  test('a replay keeps a message whose records the stream no longer has, and says what to do instead', async () => {
    const { port } = portOf({ read: async () => undefined });
    expect(await replayMessage(ofStream(), port)).toEqual({ kept: expect.stringContaining('rebuild-projection') });
    const ofSearch = ofStream('fiducial-prod-service-streamsearchFunction');
    expect(await replayMessage(ofSearch, port)).toEqual({ kept: expect.stringContaining('npm run reindex') });
  });

  test('a replay of a place in which nothing meets the filter any more delivers nothing, and is done', async () => {
    const { port, calls } = portOf({ read: async () => [] });
    expect(await replayMessage(ofStream(), port)).toHaveProperty('replayed');
    expect(calls).toEqual([]);
  });

  test('a replay keeps what it does not know', async () => {
    const { port } = portOf();
    expect(await replayMessage(message('{}'), port)).toHaveProperty('kept');
    expect(await replayMessage(ofStream('other'), port)).toEqual({ kept: 'other does not consume the stream' });
  });
});

describe('work that its queue gave up', () => {
  const ofWork = (kind: string, entries: unknown[]) => message({ kind, entries });

  test.each([
    ['locks', [{ projectId: 'p-1', executionId: '20250301-001' }], ['p-1']],
    ['queues', ['p-1', 'p-2'], ['p-1', 'p-2']],
    ['pending', [{ entity: 'chip-job', slim: { projectId: 'p-1', chipId: 'chip' } }], ['p-1']],
    ['emails', [{ userId: 'usr_1' }, { userId: 'usr_1' }], ['usr_1']],
  ])('a message of %s names its projects or people', (kind, entries, tenants) => {
    expect(readMessage(ofWork(kind, entries))).toEqual({ kind: 'work', name: kind, tenants });
  });

  test('a message of work is removed, since the next sweep puts it into the queue again', async () => {
    const { port, calls } = portOf();
    const outcome = await replayMessage(ofWork('chips', [{ projectId: 'p-1', chipId: 'chip' }]), port);
    expect(outcome).toEqual({ replayed: 'chips of p-1: put into the queue again as long as it is due' });
    expect(calls).toEqual([]);
  });
});
