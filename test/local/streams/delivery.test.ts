import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliver, type StreamHandler } from '#local/streams/delivery.ts';
import { sequenceNumberOf } from '#local/streams/event.ts';

const record = (sequenceNumber: number): DynamoDBRecord => ({
  eventName: 'INSERT',
  // Long ago: when a record was written does not count.
  dynamodb: { SequenceNumber: String(sequenceNumber), ApproximateCreationDateTime: 1_600_000_000 },
});
const records = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1));
const failing = (numbers: readonly string[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

interface Given {
  retryAttempts?: number;
  /** How far the clock goes with each pause. */
  pauseSeconds?: number;
  isBlocked?: () => Promise<boolean>;
}

/** Delivers, and answers what was called, what was given up and how long was rested. */
async function run(
  batch: DynamoDBRecord[],
  handler: StreamHandler,
  { retryAttempts = 2, pauseSeconds = 0, ...given }: Given = {},
) {
  let clock = 0;
  const calls: string[][] = [];
  const givenUp: { number: string; reason: string }[] = [];
  const pauses: number[] = [];
  await deliver(batch, {
    consumer: { retryAttempts, maximumRecordAgeSeconds: 3600 },
    handler: async (event) => {
      calls.push(event.Records.map(sequenceNumberOf));
      return handler(event);
    },
    giveUp: (given, reason) => givenUp.push({ number: sequenceNumberOf(given), reason }),
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      clock += pauseSeconds * 1000;
    },
    now: () => clock,
    ...given,
  });
  return { calls, givenUp, pauses };
}

describe('delivering a batch', () => {
  test('a batch of the stream that is taken is delivered once', async () => {
    const { calls, givenUp } = await run(records(3), async () => failing([]));
    expect(calls).toEqual([['1', '2', '3']]);
    expect(givenUp).toEqual([]);
  });

  test('records of a batch before the first failed one are not delivered again', async () => {
    let first = true;
    const { calls } = await run(records(4), async () => {
      const answer = failing(first ? ['3'] : []);
      first = false;
      return answer;
    });
    expect(calls).toEqual([['1', '2', '3', '4'], ['3'], ['4']]);
  });

  test('a record that fails alone is a dead letter after its retries, with rests that grow between them', async () => {
    const { calls, givenUp, pauses } = await run(records(1), async () => Promise.reject(new Error('no such index')), {
      retryAttempts: 3,
    });
    expect(calls).toHaveLength(4);
    expect(givenUp).toEqual([{ number: '1', reason: 'no such index' }]);
    expect(pauses).toEqual([50, 100, 200]);
  });

  test('a record that waited longer than the maximum age before its first try is delivered', async () => {
    const { calls, givenUp } = await run([record(1), record(2)], async () => failing([]));
    expect(calls).toEqual([['1', '2']]);
    expect(givenUp).toEqual([]);
  });

  test('a record that fails alone is a dead letter once the maximum age has passed since its first try', async () => {
    const { calls, givenUp } = await run([record(1)], async () => Promise.reject(new Error('no such index')), {
      retryAttempts: 100,
      pauseSeconds: 1200,
    });
    // The limit is an hour: it has not passed at the fourth try, and has at the fifth.
    expect(calls).toHaveLength(5);
    expect(givenUp).toEqual([{ number: '1', reason: 'no such index' }]);
  });

  test('nothing is given up while the machine can write nothing, however often and long it is tried', async () => {
    let blocked = 50;
    const { calls, givenUp } = await run(
      records(2),
      async () => (blocked > 0 ? Promise.reject(new Error('disk full')) : failing([])),
      {
        pauseSeconds: 3000,
        isBlocked: async () => {
          blocked -= 1;
          return true;
        },
      },
    );
    expect(calls).toHaveLength(51);
    expect(calls.at(-1)).toEqual(['1', '2']);
    expect(givenUp).toEqual([]);
  });

  test('a failure that names no record of the batch fails all of it', async () => {
    let first = true;
    const { calls } = await run(records(2), async () => {
      const answer = failing(first ? ['99'] : []);
      first = false;
      return answer;
    });
    expect(calls).toEqual([['1', '2'], ['1'], ['2']]);
  });

  test('every record but the poison ones is taken, in order, and each poison one is given up once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
        fc.constantFrom('throw', 'report'),
        async (count, poisonNumbers, manner) => {
          const poison = poisonNumbers.filter((number) => number <= count).map(String);
          const taken: string[] = [];
          const { givenUp } = await run(records(count), async ({ Records }) => {
            const numbers = Records.map(sequenceNumberOf);
            const bad = numbers.findIndex((number) => poison.includes(number));
            if (bad < 0) taken.push(...numbers);
            if (bad < 0) return failing([]);
            if (manner === 'throw') throw new Error('poison');
            taken.push(...numbers.slice(0, bad));
            return failing(numbers.slice(bad));
          });
          const healthy = records(count)
            .map(sequenceNumberOf)
            .filter((number) => !poison.includes(number));
          expect(taken).toEqual(healthy);
          expect(givenUp.map(({ number }) => number)).toEqual([...poison].sort((a, b) => Number(a) - Number(b)));
        },
      ),
    );
  });
});
