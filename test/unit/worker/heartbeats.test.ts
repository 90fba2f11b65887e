import { describe, expect, it, vi } from 'vitest';
import { pause } from '#worker/client/clock.ts';
import { claimOf } from './fake-service.ts';
import { advance, minute, onFakeTime, result, service, shutdown, start, stepper } from './started-worker.ts';

onFakeTime();

describe('heartbeats', () => {
  it('a worker says at once how much there is to do', async () => {
    start(async (run) => {
      await pause(5000, run.signal);
      run.plan(60);
      await pause(5000, run.signal);
    });
    await advance(5001);
    const { fence } = claimOf();
    const claim_key = service.of('claims')[0]?.claim_key;
    expect(service.of('heartbeat')).toEqual([
      { fence, claim_key },
      { claim_key, fence, planned_tasks: 60 },
    ]);
  });

  it('a worker says at once that a task runs, and tasks that follow it make no more heartbeats than their pace', async () => {
    const task = { task: 'CheckT1', task_type: 'qubit' } as const;
    const at = '2025-03-01T12:00:00Z';
    start(async (run) => {
      await pause(5000, run.signal);
      for (const qid of ['0', '1', '2', '3']) {
        await run.report({ ...task, qid, status: 'running', start_at: at });
        await pause(100, run.signal);
        await run.report({ ...task, qid, status: 'completed', start_at: at, end_at: at });
      }
      await pause(5000, run.signal);
    });
    await advance(6000);
    expect(service.of('heartbeat').map(({ running }) => running)).toEqual([undefined, true]);
  });

  it('a worker that plans while a heartbeat is on its way tells the plan right after it', async () => {
    start(async (run) => {
      run.plan(60);
      await pause(5000, run.signal);
    });
    await advance(1000);
    expect(service.of('heartbeat').map(({ planned_tasks }) => planned_tasks)).toEqual([undefined, 60]);
  });

  it('a worker beats every thirty seconds while it works, and no longer', async () => {
    start((run) => pause(5 * minute, run.signal));
    await advance(5 * minute - 1);
    expect(service.of('heartbeat')).toHaveLength(10);
    await advance(5 * minute);
    expect(service.of('heartbeat')).toHaveLength(10);
    expect(service.finished).toHaveLength(1);
  });

  it('a worker goes on whose service takes three seconds for each answer, also at the pace of a running task', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const over = new AbortController();
      setTimeout(() => over.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
      return over.signal;
    });
    const slow: typeof fetch = async (input, init) => {
      await pause(3000, init?.signal ?? shutdown.signal);
      const answer = await service.fetch(input, init);
      if (!String(input).endsWith('/heartbeat')) return answer;
      return Response.json({ ...((await answer.json()) as object), heartbeat_seconds: 2 });
    };
    start((run) => pause(5 * minute, run.signal), { fetch: slow });
    await advance(6 * minute);
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
    timeout.mockRestore();
  });

  it('a worker shows the points of the task that runs with its heartbeats, and none when it has ended', async () => {
    const trace = { task: 'CheckT1', qid: '0', points: [[0, 1]] as [number, number][] };
    start(async (run) => {
      run.show({ ...trace, points: Array.from({ length: 300 }, (_, n) => [n, Math.sqrt(n)]) });
      run.plan(0);
      await pause(1000, run.signal);
      run.show(trace);
      run.plan(1);
      await pause(1000, run.signal);
      await run.report(result(0));
      run.plan(2);
      await pause(1000, run.signal);
    });
    await advance(5000);
    const shown = service.of('heartbeat').flatMap((body) => (body.trace === undefined ? [] : [body.trace]));
    expect(shown.length).toBeGreaterThan(0);
    for (const one of shown) expect(one).toEqual(trace);
    expect(service.of('heartbeat').at(-1)).not.toHaveProperty('trace');
  });

  it.each([
    [401, 'Invalid API token'],
    [403, "Role 'editor' is required"],
    [400, 'body.fence: Invalid input'],
  ])('a worker stops when a heartbeat is refused for good with %i, and says why', async (status, detail) => {
    const { begun, work } = stepper(600);
    const { events } = start(work);
    await advance(10_500);
    service.refusals.heartbeat = [{ status, detail }];
    await advance(5 * minute);
    expect(Math.max(...begun) - Math.min(...begun)).toBeLessThan(31_000);
    expect(events[1]).toMatchObject({
      kind: 'finished',
      status: 'failed',
      message: `The service rejected a result: ${detail}`,
    });
  });

  it.each([409, 429, 500])('a worker goes on when a heartbeat is answered %i, and asks again', async (status) => {
    const { begun, work } = stepper(60);
    start(work);
    await advance(10_500);
    service.refusals.heartbeat = [{ status, detail: "Run 'r' is being changed by another request. Try again" }];
    await advance(5 * minute);
    expect(begun).toHaveLength(60);
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
  });
});
