import { afterEach, beforeEach, vi } from 'vitest';
import type { TaskReport } from '#worker/client/api.ts';
import { pause } from '#worker/client/clock.ts';
import type { WorkerRun } from '#worker/client/run-session.ts';
import { runWorker, type WorkerEvent, type WorkerOptions } from '#worker/client/worker.ts';
import { type FakeService, fakeService } from './fake-service.ts';

export const minute = 60_000;

export let service: FakeService;
export let shutdown: AbortController;

export const result = (n: number, status: TaskReport['status'] = 'completed'): TaskReport => ({
  task: 'CheckT1',
  task_type: 'qubit',
  qid: String(n),
  status,
  start_at: '2025-03-01T00:00:00.000Z',
  end_at: '2025-03-01T00:00:01.000Z',
});

/** A worker that does this, on a clock that the test moves. */
export function start(work: (run: WorkerRun) => Promise<void>, given: Partial<WorkerOptions> = {}) {
  const events: WorkerEvent[] = [];
  const ended = runWorker({
    baseUrl: 'http://service.test/api',
    token: 'secret',
    worker: 'bench-1',
    backends: ['bench'],
    work: async (run) => {
      await work(run);
      return undefined;
    },
    signal: shutdown.signal,
    onEvent: (event) => events.push(event),
    fetch: service.fetch,
    clock: () => Date.now(),
    random: () => 0.5,
    ...given,
  });
  // The failure is reported to the test that awaits `ended`.
  ended.catch(() => undefined);
  return { events, ended };
}

export const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Works in steps of a second until it is stopped, and keeps when each step began. */
export function stepper(steps: number) {
  const begun: number[] = [];
  const work = async (run: WorkerRun) => {
    for (let step = 0; step < steps; step += 1) {
      run.guard();
      begun.push(Date.now());
      await run.report(result(step));
      await pause(1000, run.signal);
    }
  };
  return { begun, work };
}

/** Gives every test of a file a service of its own and a clock that the test moves. */
export function onFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    service = fakeService();
    shutdown = new AbortController();
  });
  afterEach(async () => {
    shutdown.abort();
    await vi.advanceTimersByTimeAsync(10 * minute);
    vi.useRealTimers();
  });
}
