import { describe, expect, it } from 'vitest';
import { pause } from '#worker/client/clock.ts';
import { advance, minute, onFakeTime, result, service, shutdown, start, stepper } from './started-worker.ts';

onFakeTime();

describe('a run that is stopped', () => {
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

  it('a worker stops the run when it is shut down', async () => {
    const { ended } = start(stepper(600).work);
    await advance(3500);
    shutdown.abort();
    await advance(1000);
    await ended;
    expect(service.finished).toEqual([{ status: 'stopped', message: 'The worker was shut down' }]);
  });
});
