import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPeriodicJobs } from '#local/periodic-jobs.ts';

const after = Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a periodic job runs at its interval, and not after the stop', async () => {
  const run = vi.fn(async () => undefined);
  const stop = startPeriodicJobs([{ name: 'x', everySeconds: 10, run }], { after, onError: () => undefined });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_001);
  expect(run).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a slow periodic job is never run twice at a time, and the stop waits for it', async () => {
  let finish: () => void = () => undefined;
  const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const stop = startPeriodicJobs([{ name: 'x', everySeconds: 1, run }], { after, onError: () => undefined });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(stopped).toBe(true);
});

test('a failed periodic job is told by name, its next turn runs, and other jobs go on', async () => {
  const told: [string, unknown][] = [];
  const failure = new Error('no');
  const bad = vi.fn(() => Promise.reject(failure));
  const good = vi.fn(async () => undefined);
  const jobs = [
    { name: 'bad', everySeconds: 1, run: bad },
    { name: 'good', everySeconds: 1, run: good },
  ];
  const stop = startPeriodicJobs(jobs, { after, onError: (job, error) => told.push([job, error]) });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([
    ['bad', failure],
    ['bad', failure],
  ]);
  expect(good).toHaveBeenCalledTimes(2);
  await stop();
});

test('no periodic job runs while what they wait for goes on; then all begin', async () => {
  const loading = Promise.withResolvers<void>();
  const runs = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  const jobs = runs.map((run, n) => ({ name: `job ${n}`, everySeconds: 10 * (n + 1), run }));
  const stop = startPeriodicJobs(jobs, { after: loading.promise, onError: () => undefined });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(runs.map((run) => run.mock.calls.length)).toEqual([0, 0]);
  loading.resolve();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(runs.map((run) => run.mock.calls.length)).toEqual([2, 1]);
  await stop();
});

test('no periodic job begins where what they wait for fails, or ends after the stop', async () => {
  const run = vi.fn(async () => undefined);
  const jobs = [{ name: 'x', everySeconds: 1, run }];
  const failed = startPeriodicJobs(jobs, { after: Promise.reject(new Error('no')), onError: () => undefined });
  const loading = Promise.withResolvers<void>();
  const late = startPeriodicJobs(jobs, { after: loading.promise, onError: () => undefined });
  await late();
  loading.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).not.toHaveBeenCalled();
  await failed();
});
