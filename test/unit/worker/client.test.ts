import { describe, expect, it, vi } from 'vitest';
import type { TaskReport } from '#worker/client/api.ts';
import { pause } from '#worker/client/clock.ts';
import { claimOf } from './fake-service.ts';
import { advance, minute, onFakeTime, result, service, shutdown, start, stepper } from './started-worker.ts';

onFakeTime();

describe('a worker without a run', () => {
  it('a worker without a run asks again when it was told to, a little later at most', async () => {
    const { events } = start(async () => undefined);
    await advance(0);
    expect(service.of('claims')).toHaveLength(2);
    await advance(5 * 1000 - 1);
    expect(service.of('claims')).toHaveLength(2);
    await advance(1251);
    expect(service.of('claims')).toHaveLength(3);
    expect(events.map(({ kind }) => kind)).toEqual(['claimed', 'finished']);
  });

  it('a worker repeats a claim whose answer was lost under the same key, and makes a new one for the next', async () => {
    service.network = 'drop';
    const { events } = start(async () => undefined);
    await advance(1000);
    service.network = 'up';
    await advance(5000);
    const keys = service.of('claims').map(({ claim_key }) => claim_key);
    expect(events.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it('a worker announces what it can run before it asks for a run, and again a day later', async () => {
    service.refusals.claims = Array.from({ length: 20_000 }, () => ({ status: 503, detail: 'Not now' }));
    service.refusals.tasks = [{ status: 503, detail: 'Not now' }];
    const announcement = { tasks: [{ name: 'CheckT1', task_type: 'qubit' as const }], flows: [{ name: 'morning' }] };
    start(async () => undefined, { announcement, software: 'lab 1' });
    await advance(minute);
    const said = { worker: 'bench-1', backends: ['bench'], software: 'lab 1', ...announcement };
    expect(service.of('tasks')).toEqual([said, said]);
    const calls = service.calls.map(({ call }) => call);
    expect(calls.lastIndexOf('tasks')).toBeLessThan(calls.indexOf('claims'));
    await advance(25 * 60 * minute);
    expect(service.of('tasks')).toHaveLength(3);
  });

  it('a worker ends with what the service says when its announcement is refused', async () => {
    service.refusals.tasks = [{ status: 400, detail: "body.tasks.0.form: 'pattern' is not checked" }];
    const { ended } = start(async () => undefined, { announcement: { tasks: [] } });
    await advance(1000);
    await expect(ended).rejects.toThrow("'pattern' is not checked");
    expect(service.of('claims')).toEqual([]);
  });

  it('a worker ends with what the service says when its claim is refused', async () => {
    service.refusals.claims = [{ status: 401, detail: 'Invalid token' }];
    await expect(start(async () => undefined).ended).rejects.toThrow('Invalid token');
  });
});

describe('a worker with a run', () => {
  it('a worker tells results in order, in batches of at most 24, each task once in a batch, and then its end', async () => {
    start(async (run) => {
      await run.report(...Array.from({ length: 30 }, (_, n) => result(n, 'running')));
      await run.report(...Array.from({ length: 30 }, (_, n) => result(n)));
    });
    await advance(1000);
    const batches = service.of('task-results').map(({ results }) => results as TaskReport[]);
    expect(batches.flat().map(({ qid, status }) => `${status} ${qid}`)).toEqual([
      ...Array.from({ length: 30 }, (_, n) => `running ${n}`),
      ...Array.from({ length: 30 }, (_, n) => `completed ${n}`),
    ]);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(24);
      expect(new Set(batch.map(({ qid }) => qid)).size).toBe(batch.length);
    }
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
    const calls = service.calls.map(({ call }) => call);
    expect(calls.indexOf('finish')).toBeGreaterThan(calls.lastIndexOf('task-results'));
    const [key] = service.of('claims').map(({ claim_key }) => claim_key);
    for (const call of ['heartbeat', 'task-results', 'finish'])
      for (const { fence, claim_key } of service.of(call)) expect([fence, claim_key]).toEqual([claimOf().fence, key]);
  });

  it('a worker writes into the log of its run what the service has not taken, before it says that it is done', async () => {
    service.leftOut = [{ metric: 't1', reason: "'t1' of qubit '0': -12 is not above 0" }];
    start((run) => run.report(result(0)));
    await advance(1000);
    expect(service.lines).toMatchObject([
      { level: 'warning', text: "Not taken: 't1' of qubit '0': -12 is not above 0" },
    ]);
    const calls = service.calls.map(({ call }) => call);
    expect(calls.indexOf('finish')).toBeGreaterThan(calls.indexOf('log'));
  });

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

  it.each(['refuse', 'drop'] as const)(
    'a worker goes on through a cut of less than half a window (%s), and neither loses nor doubles a result',
    async (cut) => {
      const { begun, work } = stepper(120);
      start(work);
      await advance(10_000);
      service.network = cut;
      await advance(45_000);
      service.network = 'up';
      await advance(2 * minute);
      expect(begun).toHaveLength(120);
      expect(service.results.map(({ qid }) => Number(qid))).toEqual(Array.from({ length: 120 }, (_, n) => n));
      expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
    },
  );

  it('a worker makes the hardware pause half a window after the last heartbeat that was answered', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(31_000);
    const last = Date.now() - 1000;
    service.network = 'refuse';
    await advance(5 * minute);
    expect(Math.max(...begun)).toBeLessThan(last + minute);
    expect(Math.max(...begun)).toBeGreaterThan(last + minute - 2000);
  });

  it('a worker tells that it has stopped, and all that it had measured, when the network comes back in time', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(10_000);
    service.network = 'refuse';
    await advance(90_000);
    service.network = 'up';
    await advance(minute);
    expect(service.results).toHaveLength(begun.length);
    expect(service.finished).toEqual([
      { status: 'stopped', message: 'The service did not respond for half the worker window' },
    ]);
  });

  it('a worker gives up telling two windows after the last heartbeat, and asks for other work', async () => {
    const { events } = start(stepper(600).work);
    await advance(10_000);
    service.network = 'refuse';
    await advance(6 * minute);
    expect(events.find(({ kind }) => kind === 'finished')).toMatchObject({ accepted: false });
    expect(events.at(-1)).toMatchObject({ kind: 'unanswered' });
    service.network = 'up';
    const before = service.of('claims').length;
    await advance(minute);
    expect(service.of('claims').length).toBeGreaterThan(before);
    expect(service.finished).toEqual([]);
  });

  it('a worker does not begin a step after it was paused for half a window, though no timer has fired', async () => {
    let now = 0;
    const begun: number[] = [];
    start(
      async (run) => {
        for (;;) {
          run.guard();
          begun.push(now);
          // The process is stopped here, and goes on a minute later.
          now += minute;
        }
      },
      { clock: () => now },
    );
    await advance(0);
    expect(begun).toEqual([0]);
    expect(service.finished).toEqual([
      { status: 'stopped', message: 'The service did not respond for half the worker window' },
    ]);
  });

  it.each(['cancelled', 'superseded', 'ended'] as const)(
    'a worker stops when a heartbeat says so: %s',
    async (reason) => {
      const { begun, work } = stepper(600);
      const { events } = start(work);
      await advance(10_500);
      service.stop = reason;
      await advance(5 * minute);
      expect(Math.max(...begun) - Math.min(...begun)).toBeLessThan(31_000);
      expect(events[1]).toMatchObject({ kind: 'finished', status: 'stopped', accepted: reason !== 'superseded' });
      // The lock of a run that has ended may wait for nothing but this.
      expect(service.finished).toHaveLength(reason === 'superseded' ? 0 : 1);
    },
  );

  it('a worker that is cancelled inside a sweep reports the half of it with its file and a line, and then its end', async () => {
    const half = { ...result(0, 'cancelled'), message: '5 of 60 points' };
    const { events } = start(async (run) => {
      await run.report(result(0, 'running'));
      let points = 0;
      for (; !run.signal.aborted && points < 60; points += 1) await pause(1000, run.signal);
      expect(run.cancelled).toBe(true);
      expect(() => run.guard()).toThrow('The run was cancelled');
      const file = { task: 'CheckT1', task_type: 'qubit', qid: '0', name: 'half.csv', kind: 'raw' } as const;
      const raw_data = await run.upload([{ ...file, content_type: 'text/csv', body: '0,1\n' }]);
      await run.report({ ...half, raw_data });
      run.log('info', 'half of it is kept');
      await expect(run.report(result(1, 'running'))).rejects.toThrow('The run was cancelled');
    });
    await advance(4500);
    service.stop = 'cancelled';
    await advance(minute);
    expect(service.files.get('half.csv')).toBe('0,1\n');
    expect(service.results).toContainEqual({ ...half, raw_data: ['path/half.csv'] });
    expect(service.lines.map(({ text }) => text)).toEqual(['half of it is kept']);
    expect(service.finished).toEqual([{ status: 'stopped', message: 'The run was cancelled' }]);
    const calls = service.calls.map(({ call }) => call);
    expect(calls.lastIndexOf('task-results')).toBeLessThan(calls.indexOf('finish'));
    expect(events.find(({ kind }) => kind === 'finished')).toMatchObject({ accepted: true });
  });

  it('a task that begins as its run is cancelled is refused, and what was measured before is given all the same', async () => {
    start(async (run) => {
      await run.report(result(0, 'running'));
      await pause(1000, run.signal);
      service.refusals['task-results'] = [{ status: 409, code: 'run_cancelled', detail: 'was cancelled' }];
      await run.report(result(1, 'running'));
      await pause(1000, run.signal);
      await run.report(result(0, 'cancelled'));
    });
    await advance(minute);
    expect(service.results.map(({ qid, status }) => [qid, status])).toEqual([
      ['0', 'running'],
      ['0', 'cancelled'],
    ]);
    expect(service.finished).toMatchObject([{ status: 'stopped' }]);
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

  it('a worker whose project has used up a limit waits as long as it is told, and loses no result and no lease', async () => {
    const { begun, work } = stepper(60);
    start(work);
    const used = { status: 429, code: 'too_many_requests', detail: "Limit 'project-writes'", retryAfterSeconds: 20 };
    service.refusals['task-results'] = [used, used];
    await advance(1_000);
    const asked = service.of('task-results').length;
    expect(asked).toBe(1);
    await advance(18_000);
    expect(service.of('task-results')).toHaveLength(asked);
    // A heartbeat waits less, since its lease would run out.
    service.refusals.heartbeat = Array.from({ length: 3 }, () => ({ ...used, retryAfterSeconds: 600 }));
    await advance(5 * minute);
    expect(begun).toHaveLength(60);
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
  });

  it('a worker tells its end again where others were changing the run, and takes it for no other process', async () => {
    const { work } = stepper(3);
    start(work);
    const busy = {
      status: 409,
      code: 'concurrent_change',
      detail: 'The run is being changed by other requests; try again',
    };
    service.refusals['task-results'] = [busy];
    service.refusals.finish = [busy, busy];
    await advance(minute);
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
  });

  it('a worker ends when another process has taken its run over: a new claim would take it from that one again', async () => {
    const { ended } = start(stepper(600).work);
    await advance(10_500);
    service.stop = 'superseded';
    await advance(minute);
    await expect(ended).rejects.toThrow("Another process uses the worker name 'bench-1'");
    const claims = service.of('claims').length;
    await advance(minute);
    expect(service.of('claims')).toHaveLength(claims);
  });

  it('a worker also ends when it is the refusal of its end that tells of another process', async () => {
    const { ended } = start(stepper(600).work);
    await advance(5500);
    const taken = { status: 409, detail: 'The run was taken over' };
    service.refusals['task-results'] = [taken];
    service.refusals.finish = [taken];
    await advance(minute);
    await expect(ended).rejects.toThrow("Another process uses the worker name 'bench-1'");
  });

  it('a worker stops at once when a write is refused as too late, and sends nothing after it but the end', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(5500);
    service.refusals['task-results'] = [{ status: 409, detail: 'Cancellation was asked for' }];
    await advance(5 * minute);
    const calls = service.calls.map(({ call }) => call);
    expect(begun).toHaveLength(7);
    expect(service.of('task-results')).toHaveLength(7);
    expect(calls.indexOf('finish')).toBeGreaterThan(calls.lastIndexOf('task-results'));
    expect(service.finished).toEqual([
      { status: 'stopped', message: 'The service accepts no more results of this run: Cancellation was asked for' },
    ]);
  });

  it('a worker fails the run with what the service says of a result that it does not take', async () => {
    service.refusals['task-results'] = [{ status: 400, detail: "Qubit '99' not found" }];
    start(stepper(600).work);
    await advance(minute);
    expect(service.finished).toEqual([
      { status: 'failed', message: "The service rejected a result: Qubit '99' not found" },
    ]);
  });

  it('a worker fails the run with what its work throws', async () => {
    start(async () => {
      throw new Error('the mixer is off');
    });
    await advance(1000);
    expect(service.finished).toEqual([{ status: 'failed', message: 'the mixer is off' }]);
  });

  it('a worker fails the run with a result that is not JSON, in place of trying to send it for ever', async () => {
    start(async (run) => {
      await run.report({ ...result(0), run_parameters: { shots: { value: 1024n } } });
    });
    await advance(minute);
    expect(service.finished).toMatchObject([{ status: 'failed', message: expect.stringContaining('BigInt') }]);
    expect(service.of('task-results')).toEqual([]);
  });

  it('a worker reports what it was given, whatever the work does with it then', async () => {
    const given = result(0, 'running');
    start(async (run) => {
      const reported = run.report(given);
      given.qid = '1';
      await reported;
    });
    await advance(minute);
    expect(service.results.map(({ qid }) => qid)).toEqual(['0']);
  });

  it.each(['throws', 'answers'] as const)(
    'a worker tells its end in whole characters, not too many, when its work %s why',
    async (way) => {
      const message = `!${'😀'.repeat(1200)}\ud83d`;
      start(async () => undefined, {
        work: async () => {
          if (way === 'throws') throw new Error(message);
          return { status: 'failed', message };
        },
      });
      await advance(minute);
      expect(service.finished).toEqual([{ status: 'failed', message: `!${'😀'.repeat(999)}` }]);
    },
  );

  it('a worker stops the run when it is shut down', async () => {
    const { ended } = start(stepper(600).work);
    await advance(3500);
    shutdown.abort();
    await advance(1000);
    await ended;
    expect(service.finished).toEqual([{ status: 'stopped', message: 'The worker was shut down' }]);
  });
});
