import { describe, expect, it } from 'vitest';
import type { TaskReport } from '#worker/client/api.ts';
import { claimOf } from './fake-service.ts';
import { advance, minute, onFakeTime, result, service, start, stepper } from './started-worker.ts';

onFakeTime();

describe('results and the end of a run', () => {
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
});
