import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import type { Limit } from '#shared/limits/rules/limits.ts';
import { type Grant, Limiter, type Spend } from '#shared/limits/verbs/limiter.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
const start = new Date('2025-03-01T12:00:00.000Z');
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = start;
});

const limits: Limit[] = [
  { owner: 'user', kind: 'reads', bucket: { ratePerSecond: 100, burst: 1000 }, lease: 50 },
  { owner: 'project', kind: 'reads', bucket: { ratePerSecond: 200, burst: 2000 }, lease: 100 },
  { owner: 'user', kind: 'starts', bucket: { ratePerSecond: 1, burst: 5 }, lease: 0 },
];
const process = () => new Limiter(limits);
const reads = (user: string, tokens = 1): Spend => ({
  owner: 'user',
  kind: 'reads',
  ownerId: user,
  ownerText: `user '${user}'`,
  tokens,
});
const ofProject = (project: string, more: Partial<Spend> = {}): Spend => ({
  ...reads('', 1),
  owner: 'project',
  ownerId: project,
  ownerText: `project '${project}'`,
  ...more,
});
const later = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};

/** Makes a request that turns out to cost so much. @returns whether it was admitted. */
async function request(limiter: Limiter, spends: Spend[], cost: number): Promise<boolean> {
  const grant = await limiter.take(verbs.ctx, spends).catch(refusal);
  if (!('settle' in grant)) return false;
  await grant.settle({ reads: cost });
  return true;
}

const refusal = (error: unknown): { refused: ServiceError } => {
  if (error instanceof ServiceError && error.code === 'too_many_requests') return { refused: error };
  throw error;
};

/** Sends the same request until it is refused. @returns how many were admitted. */
async function untilRefused(limiter: Limiter, spends: Spend[], cost: number): Promise<number> {
  let count = 0;
  while (await request(limiter, spends, cost)) count += 1;
  return count;
}

/** What a refused request is told. */
async function refused(taking: Promise<Grant>): Promise<ServiceError> {
  const answer = await taking.catch(refusal);
  if (!('refused' in answer)) throw new Error('The request was admitted');
  return answer.refused;
}

/** Counts the requests to the table. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const send = verbs.db.client.send.bind(verbs.db.client);
  verbs.db.client.send = ((command: Parameters<typeof send>[0]) => {
    count += 1;
    return send(command);
  }) as typeof send;
  await work().finally(() => {
    verbs.db.client.send = send;
  });
  return count;
}

describe('one process', () => {
  test('a caller is refused once the bucket is empty, told the limit and when to come again, and admitted then', async () => {
    const limiter = process();
    expect(await untilRefused(limiter, [reads('ada', 10)], 10)).toBe(100);
    const { message, retryAfterSeconds = 0 } = await refused(limiter.take(verbs.ctx, [reads('ada', 10)]));
    expect(message).toBe(
      "Limit 'user-reads' of user 'ada': 100 read units a second, at most 1000 at once; try again in 1 s",
    );
    later(retryAfterSeconds);
    expect(await request(limiter, [reads('ada', 10)], 10)).toBe(true);
  });

  test('cheap requests share a lease: one write for many of them', async () => {
    const limiter = process();
    expect(
      await writesOf(async () => {
        for (let n = 0; n < 50; n += 1) await request(limiter, [reads('ada')], 1);
      }),
    ).toBe(1);
  });

  test('requests at the same time share a lease and cannot take more than the bucket has', async () => {
    const limiter = process();
    const answers = await Promise.all(Array.from({ length: 300 }, () => request(limiter, [reads('ada', 10)], 10)));
    expect(answers.filter(Boolean)).toHaveLength(100);
  });

  test('a refused caller costs no request to the table until the wait is over', async () => {
    const limiter = process();
    await untilRefused(limiter, [reads('ada', 10)], 10);
    expect(
      await writesOf(async () => {
        for (let n = 0; n < 50; n += 1) await request(limiter, [reads('ada', 10)], 10);
      }),
    ).toBe(0);
  });

  test('a request that costs more than was expected is paid for by waiting', async () => {
    const limiter = process();
    expect(await request(limiter, [reads('ada')], 5000)).toBe(true);
    const { retryAfterSeconds } = await refused(limiter.take(verbs.ctx, [reads('ada')]));
    // 4,000 of them were not in the bucket.
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(40);
    expect(retryAfterSeconds).toBeLessThanOrEqual(42);
  });

  test('other users of the same project and of other projects go on while one is refused', async () => {
    const limiter = process();
    await untilRefused(limiter, [reads('ada', 10), ofProject('lab', { tokens: 10 })], 10);
    expect(await request(limiter, [reads('bob', 10), ofProject('lab', { tokens: 10 })], 10)).toBe(true);
    expect(await request(limiter, [reads('eve', 10), ofProject('other', { tokens: 10 })], 10)).toBe(true);
  });

  test('a refused request takes nothing of the other limits', async () => {
    const limiter = process();
    const starting: Spend = { ...reads('ada', 1), kind: 'starts' };
    await untilRefused(limiter, [reads('ada', 10)], 10);
    for (let n = 0; n < 20; n += 1) await refused(limiter.take(verbs.ctx, [reads('ada', 10), starting]));
    for (let n = 0; n < 5; n += 1) expect(await request(limiter, [starting], 0)).toBe(true);
    expect((await refused(limiter.take(verbs.ctx, [starting]))).message).toContain(
      "'user-starts' of user 'ada': 1 runs a second",
    );
  });

  test('what is charged afterwards refuses nothing', async () => {
    const limiter = process();
    await untilRefused(limiter, [reads('ada', 10)], 10);
    expect(await request(limiter, [reads('ada', 0)], 10)).toBe(true);
  });
});

describe('two processes', () => {
  test('two processes give out one bucket between them, and a lease each at most on top', async () => {
    const [one, two] = [process(), process()];
    let admitted = 0;
    for (let refusals = 0; refusals < 2; ) {
      refusals = 0;
      for (const limiter of [one, two])
        if (await request(limiter, [reads('ada', 10)], 10)) admitted += 10;
        else refusals += 1;
    }
    expect(admitted).toBeGreaterThanOrEqual(1000 - 50);
    expect(admitted).toBeLessThanOrEqual(1000 + 2 * 50);
  });

  test('what one process has used beyond its lease, the other knows', async () => {
    const [one, two] = [process(), process()];
    await request(one, [reads('ada')], 3000);
    expect((await refused(two.take(verbs.ctx, [reads('ada')]))).retryAfterSeconds).toBeGreaterThanOrEqual(20);
  });

  test('a process that pauses keeps its lease, and the other gets the rest', async () => {
    const [paused, other] = [process(), process()];
    await request(paused, [reads('ada')], 1);
    expect(await untilRefused(other, [reads('ada', 10)], 10)).toBe(95);
    later(3600);
    expect(await writesOf(() => request(paused, [reads('ada')], 1))).toBe(0);
  });

  test('a running run goes on after other requests have used up the project, up to its reserve', async () => {
    const [api, workers] = [process(), process()];
    await untilRefused(api, [ofProject('lab', { tokens: 10 })], 10);
    const ofRun = ofProject('lab', { tokens: 10, isOfRun: true });
    const admitted = await untilRefused(workers, [ofRun], 10);
    expect(admitted).toBe(200);
    // What the run used is a part of the project's limit: other requests wait for it.
    expect((await refused(process().take(verbs.ctx, [ofProject('lab')]))).retryAfterSeconds).toBeGreaterThanOrEqual(10);
  });
});

describe('clocks', () => {
  test('a clock that is a second ahead or behind changes the limit by a second of its rate', async () => {
    const [right, ahead] = [process(), process()];
    const clock = verbs.ctx.clock;
    const aheadCtx: Context = { ...verbs.ctx, clock: () => new Date(clock().getTime() + 1000) };
    const grant = await ahead.take(aheadCtx, [reads('ada', 10)]);
    await grant.settle({ reads: 10 });
    expect(await untilRefused(right, [reads('ada', 10)], 10)).toBe(85);
  });

  test('a clock that was an hour ahead shuts no one out for an hour', async () => {
    const wrong: Context = { ...verbs.ctx, clock: () => new Date(start.getTime() + 3_600_000) };
    await (await process().take(wrong, [reads('ada', 500)])).settle({ reads: 500 });
    const { retryAfterSeconds = 0 } = await refused(process().take(verbs.ctx, [reads('ada', 10)]));
    expect(retryAfterSeconds).toBeLessThanOrEqual(10);
    later(retryAfterSeconds);
    expect(await request(process(), [reads('ada', 10)], 10)).toBe(true);
  });

  test('a process whose clock is set back does not go on refusing', async () => {
    const limiter = process();
    await untilRefused(limiter, [reads('ada', 10)], 10);
    later(-86_400);
    const { retryAfterSeconds = 0 } = await refused(limiter.take(verbs.ctx, [reads('ada', 10)]));
    later(retryAfterSeconds);
    expect(await request(limiter, [reads('ada', 10)], 10)).toBe(true);
  });
});

describe('the table does not answer', () => {
  test('requests are admitted and counted when the table refuses the bucket', async () => {
    const counted: string[] = [];
    const ctx: Context = { ...verbs.ctx, log: { ...verbs.ctx.log, measure: (name) => void counted.push(name) } };
    verbs.faults.plan(({ command }) => (command === 'UpdateItem' ? { before: new Error('down') } : undefined));
    const limiter = process();
    for (let n = 0; n < 30; n += 1) await (await limiter.take(ctx, [reads('ada', 10)])).settle({ reads: 10 });
    verbs.faults.clear();
    expect(counted.length).toBeGreaterThan(0);
    expect(new Set(counted)).toEqual(new Set(['limitsUnavailable']));
    // Each failure admits as much as a lease would, so that not every request waits.
    expect(counted.length).toBeLessThanOrEqual(30 / 5 + 1);
  });

  test('a request is admitted when the bucket takes too long', async () => {
    const counted: string[] = [];
    const ctx: Context = { ...verbs.ctx, log: { ...verbs.ctx.log, measure: (name) => void counted.push(name) } };
    const send = verbs.db.client.send;
    verbs.db.client.send = (() => new Promise(() => undefined)) as typeof send;
    await (await new Limiter(limits, { waitMilliseconds: 1 }).take(ctx, [reads('ada')])).settle({ reads: 1 });
    verbs.db.client.send = send;
    expect(counted).toEqual(['limitsUnavailable']);
  });
});

test('headers name each limit that refuses, what is left of it and when it is full again', async () => {
  const limiter = process();
  await request(limiter, [reads('ada', 10)], 10);
  const { 'ratelimit-policy': policy, ratelimit } = limiter.headersOf(verbs.ctx, [
    reads('ada'),
    ofProject('lab', { tokens: 0 }),
  ]);
  expect(policy).toBe('"user-reads";q=1000;qu="read-units";w=10');
  expect(ratelimit).toBe('"user-reads";r=990;t=1');
  await untilRefused(limiter, [reads('ada', 10)], 10);
  expect(limiter.headersOf(verbs.ctx, [reads('ada')]).ratelimit).toBe('"user-reads";r=0;t=1');
  expect(limiter.headersOf(verbs.ctx, [{ ...reads('ada'), kind: 'exports' }])).toEqual({});
});
