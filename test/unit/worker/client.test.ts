import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TaskReport } from '#worker/client/api.ts';
import { pause } from '#worker/client/clock.ts';
import type { WorkerRun } from '#worker/client/run-session.ts';
import { runWorker, type WorkerEvent, type WorkerOptions } from '#worker/client/worker.ts';
import { claimOf, type FakeService, fakeService } from './fake-service.ts';

const minute = 60_000;

let service: FakeService;
let shutdown: AbortController;
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

const result = (n: number, status: TaskReport['status'] = 'completed'): TaskReport => ({
  task: 'CheckT1',
  task_type: 'qubit',
  qid: String(n),
  status,
  start_at: '2025-03-01T00:00:00.000Z',
  end_at: '2025-03-01T00:00:01.000Z',
});

/** A worker that does this, on a clock that the test moves. */
function start(work: (run: WorkerRun) => Promise<void>, given: Partial<WorkerOptions> = {}) {
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
  // Whoever awaits it hears of its failure.
  ended.catch(() => undefined);
  return { events, ended };
}

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Works in steps of a second until it is stopped, and keeps when each step began. */
function stepper(steps: number) {
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

describe('a worker without a run', () => {
  it('asks again when it was told to, a little later at most', async () => {
    const { events } = start(async () => undefined);
    await advance(0);
    expect(service.of('claims')).toHaveLength(2);
    await advance(5 * 1000 - 1);
    expect(service.of('claims')).toHaveLength(2);
    await advance(1251);
    expect(service.of('claims')).toHaveLength(3);
    expect(events.map(({ kind }) => kind)).toEqual(['claimed', 'finished']);
  });

  it('repeats a claim whose answer was lost under the same key, and makes a new one for the next', async () => {
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

  it('ends with what the service says when it is refused', async () => {
    service.refusals.claims = [{ status: 401, detail: 'Invalid token' }];
    await expect(start(async () => undefined).ended).rejects.toThrow('Invalid token');
  });
});

describe('a worker with a run', () => {
  it('tells results in order, in batches of at most 24, each task once in a batch, and then its end', async () => {
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
    expect(service.of('task-results').every(({ fence }) => fence === claimOf().fence)).toBe(true);
  });

  it('says at once how much there is to do', async () => {
    start(async (run) => {
      await pause(5000, run.signal);
      run.plan(60);
      await pause(5000, run.signal);
    });
    await advance(5001);
    const { fence } = claimOf();
    expect(service.of('heartbeat')).toEqual([{ fence }, { fence, planned_tasks: 60 }]);
  });

  it('beats every thirty seconds while it works, and no longer', async () => {
    start((run) => pause(5 * minute, run.signal));
    await advance(5 * minute - 1);
    expect(service.of('heartbeat')).toHaveLength(10);
    await advance(5 * minute);
    expect(service.of('heartbeat')).toHaveLength(10);
    expect(service.finished).toHaveLength(1);
  });

  it.each(['refuse', 'drop'] as const)(
    'goes on through a cut of less than half a window (%s), and neither loses nor doubles a result',
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

  it('makes the hardware stand still half a window after the last heartbeat that was answered', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(31_000);
    const last = Date.now() - 1000;
    service.network = 'refuse';
    await advance(5 * minute);
    expect(Math.max(...begun)).toBeLessThan(last + minute);
    expect(Math.max(...begun)).toBeGreaterThan(last + minute - 2000);
  });

  it('tells that it has stopped, and all that it had measured, when the network comes back in time', async () => {
    const { begun, work } = stepper(600);
    start(work);
    await advance(10_000);
    service.network = 'refuse';
    await advance(90_000);
    service.network = 'up';
    await advance(minute);
    expect(service.results).toHaveLength(begun.length);
    expect(service.finished).toEqual([
      { status: 'stopped', message: 'The service could not be reached for half a window' },
    ]);
  });

  it('gives up telling two windows after the last heartbeat, and asks for other work', async () => {
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

  it('does not begin a step after it was paused for half a window, though no timer has fired', async () => {
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
      { status: 'stopped', message: 'The service could not be reached for half a window' },
    ]);
  });

  it.each(['cancelled', 'superseded', 'ended'] as const)('stops when a heartbeat says so: %s', async (reason) => {
    const { begun, work } = stepper(600);
    const { events } = start(work);
    await advance(10_500);
    service.stop = reason;
    await advance(5 * minute);
    expect(Math.max(...begun) - Math.min(...begun)).toBeLessThan(31_000);
    expect(events[1]).toMatchObject({ kind: 'finished', status: 'stopped', accepted: reason !== 'superseded' });
    // The lock of a run that has ended may wait for nothing but this.
    expect(service.finished).toHaveLength(reason === 'superseded' ? 0 : 1);
  });

  it.each([
    [401, 'Invalid API token'],
    [403, "Role 'editor' is required"],
    [400, 'body.fence: Invalid input'],
  ])('stops when a heartbeat is refused for good with %i, and says why', async (status, detail) => {
    const { begun, work } = stepper(600);
    const { events } = start(work);
    await advance(10_500);
    service.refusals.heartbeat = [{ status, detail }];
    await advance(5 * minute);
    expect(Math.max(...begun) - Math.min(...begun)).toBeLessThan(31_000);
    expect(events[1]).toMatchObject({
      kind: 'finished',
      status: 'failed',
      message: `The service refused what the worker reported: ${detail}`,
    });
  });

  it.each([409, 429, 500])('goes on when a heartbeat is answered %i, and asks again', async (status) => {
    const { begun, work } = stepper(60);
    start(work);
    await advance(10_500);
    service.refusals.heartbeat = [{ status, detail: 'The run is being changed by other requests; try again' }];
    await advance(5 * minute);
    expect(begun).toHaveLength(60);
    expect(service.finished).toEqual([{ status: 'completed', message: '' }]);
  });

  it('ends when another process has taken its run over: a new claim would take it from that one again', async () => {
    const { ended } = start(stepper(600).work);
    await advance(10_500);
    service.stop = 'superseded';
    await advance(minute);
    await expect(ended).rejects.toThrow("Another process works under the name 'bench-1'");
    const claims = service.of('claims').length;
    await advance(minute);
    expect(service.of('claims')).toHaveLength(claims);
  });

  it('ends also when it is the refusal of its end that says so', async () => {
    const { ended } = start(stepper(600).work);
    await advance(5500);
    const taken = { status: 409, detail: 'The run was taken over' };
    service.refusals['task-results'] = [taken];
    service.refusals.finish = [taken];
    await advance(minute);
    await expect(ended).rejects.toThrow("Another process works under the name 'bench-1'");
  });

  it('stops at once when a write is refused as too late, and sends nothing after it but the end', async () => {
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
      { status: 'stopped', message: 'The service takes nothing more of this run: Cancellation was asked for' },
    ]);
  });

  it('fails the run with what the service says of a result that it does not take', async () => {
    service.refusals['task-results'] = [{ status: 400, detail: "Qubit '99' not found" }];
    start(stepper(600).work);
    await advance(minute);
    expect(service.finished).toEqual([
      { status: 'failed', message: "The service refused what the worker reported: Qubit '99' not found" },
    ]);
  });

  it('fails the run with what its work throws', async () => {
    start(async () => {
      throw new Error('the mixer is off');
    });
    await advance(1000);
    expect(service.finished).toEqual([{ status: 'failed', message: 'the mixer is off' }]);
  });

  it('fails the run with a result that is no JSON, in place of trying to send it for ever', async () => {
    start(async (run) => {
      await run.report({ ...result(0), run_parameters: { shots: { value: 1024n } } });
    });
    await advance(minute);
    expect(service.finished).toMatchObject([{ status: 'failed', message: expect.stringContaining('BigInt') }]);
    expect(service.of('task-results')).toEqual([]);
  });

  it('reports what it was given, whatever the work does with it then', async () => {
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
    'tells its end in whole characters, not too many, when its work %s why',
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

  it('stops the run when it is shut down', async () => {
    const { ended } = start(stepper(600).work);
    await advance(3500);
    shutdown.abort();
    await advance(1000);
    await ended;
    expect(service.finished).toEqual([{ status: 'stopped', message: 'The worker was shut down' }]);
  });
});

describe('what a worker keeps', () => {
  const file = (name: string) => ({
    task: 'CheckT1',
    task_type: 'qubit' as const,
    qid: '0',
    name,
    kind: 'raw' as const,
    content_type: 'text/csv',
    body: `${name} µ`,
  });

  it('puts files once, also when the store had them already or failed, and answers their paths in order', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `f${n}.csv`);
    let paths: string[] = [];
    start(async (run) => {
      service.refusals.put = [
        { status: 503, detail: '' },
        { status: 503, detail: '' },
      ];
      service.files.set('f7.csv', 'f7.csv µ');
      paths = await run.upload(names.map(file));
    });
    await advance(minute);
    expect(paths).toEqual(names.map((name) => `path/${name}`));
    expect(Object.fromEntries(service.files)).toEqual(Object.fromEntries(names.map((name) => [name, `${name} µ`])));
    const asked = service.of('uploads').flatMap(({ files }) => files as { name: string; size_bytes: number }[]);
    expect(asked.map(({ name, size_bytes }) => size_bytes - name.length)).toEqual(names.map(() => 3));
  });

  it('asks for a fresh address when one has expired', async () => {
    let paths: string[] = [];
    start(async (run) => {
      service.refusals.put = [{ status: 403, detail: 'Request has expired' }];
      paths = await run.upload([file('a.csv'), file('b.csv')]);
    });
    await advance(minute);
    expect(paths).toEqual(['path/a.csv', 'path/b.csv']);
    expect(service.of('uploads').map(({ files }) => (files as unknown[]).length)).toEqual([2, 1]);
  });

  it.each([400, 403])('fails the run when the store will not take a file: %i', async (status) => {
    start(async (run) => {
      service.refusals.put = Array.from({ length: 30 }, () => ({ status, detail: 'A firewall, say' }));
      await run.upload([file('a.csv')]);
    });
    await advance(minute);
    expect(service.finished).toEqual([{ status: 'failed', message: `File 'a.csv' was refused with status ${status}` }]);
    // An address that expired is asked for again, but not for ever.
    expect(service.of('uploads').length).toBeLessThanOrEqual(3);
  });

  it('writes log lines in order and once, though answers are lost, and cuts what is too long', async () => {
    start(async (run) => {
      for (let n = 0; n < 150; n += 1) run.log('info', `line ${n}`);
      service.network = 'drop';
      await pause(3000, run.signal);
      service.network = 'up';
      run.log('warning', '😀'.repeat(5000));
    });
    await advance(minute);
    expect(service.lines.slice(0, 150).map(({ text }) => text)).toEqual(
      Array.from({ length: 150 }, (_, n) => `line ${n}`),
    );
    expect(service.lines).toHaveLength(151);
    expect(service.lines.at(-1)?.text).toBe('😀'.repeat(4000));
  });
});
