import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostMilliseconds, stepBack } from '#local/engine/step-back.ts';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

/** Longer than any test, so a waiter that resumes has seen the answer. */
const forever = 1e9;

/** A request that is answered when it is told. */
function held(requests: RequestsInFlight) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered = requests.during(() => promise);
  return {
    answer: async () => {
      resolve();
      await answered;
    },
  };
}

/** Tells whether a promise has been settled, after everything that could settle it by itself has had its turn. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  return settled;
}

test('a call without requests in flight does not wait', async () => {
  await new RequestsInFlight().none(forever);
});

test('who steps back goes on when the last of several requests is answered, however that ends', async () => {
  const requests = new RequestsInFlight();
  const one = held(requests);
  const { promise, reject } = Promise.withResolvers<void>();
  const other = requests.during(() => promise);
  const none = requests.none(forever);
  await one.answer();
  expect(await isSettled(none)).toBe(false);
  reject(new Error('refused'));
  await expect(other).rejects.toThrow('refused');
  expect(requests.answered).toBe(2);
  await none;
});

test('a thread steps back for the requests that another one answers', async () => {
  const requests = new RequestsInFlight();
  const request = held(requests);
  const code = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { RequestsInFlight } from ${JSON.stringify(new URL('../../local/requests-in-flight.ts', import.meta.url).href)};
    parentPort.on('message', () => undefined);
    await new RequestsInFlight(workerData).none(${forever});
    parentPort.postMessage('none');
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const thread = new Worker(url, { workerData: requests.memory });
  const went = new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  try {
    // `notify` returns the number of waiting threads; one that wakes too early waits again.
    while (Atomics.notify(new Int32Array(requests.memory), 0) === 0) await nextTurn();
    expect(await isSettled(went)).toBe(false);
    await request.answer();
    expect(await went).toBe('none');
  } finally {
    await thread.terminate();
  }
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
});
afterAll(() => engine.stop());

const read = () =>
  engine.client.send(new GetItemCommand({ TableName: engine.tableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }));

test('each call of the background steps back once, and goes on although requests never end', async () => {
  const requests = new RequestsInFlight();
  held(requests);
  const waits: number[] = [];
  const calls = stepBack(engine.client, {
    none: (most) => {
      waits.push(most);
      return requests.none(most);
    },
  });
  for (let n = 0; n < 4; n += 1) await read();
  expect(calls()).toBe(4);
  expect(waits).toEqual(Array.from({ length: 4 }, () => mostMilliseconds));
  expect(mostMilliseconds).toBeLessThanOrEqual(100);
});
