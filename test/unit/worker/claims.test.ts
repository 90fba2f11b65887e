import { describe, expect, it } from 'vitest';
import { advance, minute, onFakeTime, service, start, stepper } from './started-worker.ts';

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

describe('a worker whose run another process has taken over', () => {
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
});
