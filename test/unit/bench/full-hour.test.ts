import { describe, expect, test } from 'vitest';
import { aws } from '#test/bench/full-hour/assumptions.ts';
import { drain, quantile, startAll } from '#test/bench/full-hour/model.ts';

const job = (at: number, waitSeconds = 1) => ({ at, waitSeconds, computeSeconds: 0, hotWrites: 0 });
const jobs = (count: number, at = (_n: number) => 0) => Array.from({ length: count }, (_, n) => job(at(n)));

describe('the model of a queue', () => {
  test('every message is done after it came, none before the first instance has started', () => {
    const arrivals = (n: number) => (n * 7) % 40;
    const done = drain(jobs(500, arrivals), { maxConcurrency: 20, batchSize: 5 });
    expect(done).toHaveLength(500);
    for (const [n, at] of done.entries()) expect(at).toBeGreaterThanOrEqual(arrivals(n) + 1);
    expect(Math.min(...done)).toBeGreaterThanOrEqual(aws.lambda.coldStartSeconds + 1);
  });

  test('no more calls run at a time than the ceiling, and a batch takes as long as its slowest message', () => {
    const done = drain(jobs(100), { maxConcurrency: 2, batchSize: 5 });
    for (const at of done) {
      const together = done.filter((other) => other > at - 1 + 1e-9 && other <= at + 1e-9).length;
      expect(together).toBeLessThanOrEqual(2 * 5);
    }
    expect(Math.max(...done)).toBeCloseTo(aws.lambda.coldStartSeconds + 10, 9);
  });

  test('more pollers come while messages wait, and a higher ceiling ends earlier', () => {
    const last = (maxConcurrency: number) => Math.max(...drain(jobs(5000), { maxConcurrency, batchSize: 5 }));
    expect(last(50)).toBeLessThan(last(20));
    expect(last(20)).toBeLessThan(last(5));
  });

  test('writes to one shared partition take a thousandth of a second each, however many calls there are', () => {
    const writing = jobs(1000).map((one) => ({ ...one, hotWrites: 10 }));
    const last = Math.max(...drain(writing, { maxConcurrency: 1000, batchSize: 5 }));
    expect(last).toBeGreaterThanOrEqual((1000 * 10) / aws.partitionWritesPerSecond);
  });
});

test('starts beyond the burst of Step Functions come at its rate', () => {
  const { bucket, perSecond } = aws.stepFunctions.startExecution;
  const starts = startAll(bucket + 10 * perSecond, { waitSeconds: 0.2, computeSeconds: 0 }, 1000);
  expect(starts).toHaveLength(bucket + 10 * perSecond);
  expect(Math.max(...starts)).toBeGreaterThan(5);
  for (let second = 0; second < 10; second += 1) {
    const started = starts.filter((at) => at <= second).length;
    expect(started).toBeLessThanOrEqual(bucket + second * perSecond);
  }
  expect(quantile(starts, 1)).toBe(Math.max(...starts));
});
