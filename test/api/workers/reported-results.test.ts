import { describe, expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { claimed, done, executionId, onWorkerRuns, owner, type Result, report, task, world } from './scene.ts';

onWorkerRuns();

describe('reportTaskResults', () => {
  test('reportTaskResults writes several that run at once, their ends, and why one failed', async () => {
    await claimed();
    const running = { ...done, status: 'running' as const };
    await report({ ...running, qid: '0' }, running, { ...running, task_type: 'coupling', qid: '1-0', task: 'CheckCR' });
    const failed: Result = {
      ...done,
      status: 'failed',
      message: 'no fit',
      stack_trace: 'Traceback',
      output_parameters: {},
    };
    const { results } = await report({ ...done, qid: '0' }, failed, {
      ...task,
      qid: '2',
      status: 'skipped',
      end_at: done.end_at,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'written']);
    const { task: tasks } = await owner.api.getExecution({ params: { execution_id: executionId } });
    expect(Object.fromEntries(tasks.map(({ qid, status }) => [qid, status]))).toEqual({
      ...{ '0': 'completed', '1': 'failed', '2': 'skipped', '0-1': 'running' },
    });
    const detail = await owner.api.getTaskResult({ params: { task_id: results[1]?.task_id ?? '' } });
    expect(detail).toMatchObject({ status: 'failed', message: 'no fit', stack_trace: 'Traceback' });
    expect((await owner.api.listBackends()).backends.map(({ name }) => name)).toContain('worker');
    expect((await owner.api.listTasks()).tasks.map(({ name }) => name).sort()).toEqual(['CheckCR', 'CheckT1']);
  });

  test('reportTaskResults keeps the longest message whole, whatever its letters', async () => {
    await claimed();
    const message = `!${'😀'.repeat(1999)}`;
    const { results } = await report({ ...done, message });
    const result = await owner.api.getTaskResult({ params: { task_id: results[0]?.task_id ?? '' } });
    expect(result.message).toBe(message);
  });

  test('reportTaskResults that comes twice or late changes nothing', async () => {
    await claimed();
    await report(done);
    const outcomes = async (...results: Result[]) => (await report(...results)).results.map(({ outcome }) => outcome);
    expect(await outcomes(done)).toEqual(['repeated']);
    expect(await outcomes({ ...done, status: 'running' })).toEqual(['late']);
    expect(await outcomes({ ...done, end_at: '2025-03-01T13:00:00Z' })).toEqual(['late']);
    expect(await outcomes({ ...done, attempt: 1 })).toEqual(['written']);
  });

  test('reportTaskResults names the values of a result that comes too late, as it names all that the chip does not get', async () => {
    await claimed();
    await report(done);
    const { results } = await report({ ...done, status: 'failed', end_at: '2025-03-01T13:00:00Z' });
    const reason = "'t1' of qubit '1': the task is completed already, and another result of it is not taken";
    expect(results).toMatchObject([{ outcome: 'late', left_out: [{ metric: 't1', reason }] }]);
  });

  test.each([
    ['a qubit that the chip does not have', { qid: '77' }, 'body.results.0.qid'],
    ['a coupling that the chip does not have', { task_type: 'coupling', qid: '0-3' }, 'body.results.0.qid'],
    ['a qubit task without a qubit', { qid: '' }, 'body.results.0.qid'],
    ['an end before the start', { end_at: '2025-03-01T11:00:00Z' }, 'body.results.0.end_at'],
    ['an end without a time', { end_at: null }, 'body.results.0.end_at'],
    ['a number that no one can keep', { r2: 1e300 }, 'body.results.0.r2'],
    [
      'an uncertainty below zero',
      { output_parameters: { t1: { value: 41.5, error: -0.1, unit: 'us' } } },
      'body.results.0.output_parameters.t1.error',
    ],
    [
      'one of an input',
      { input_parameters: { t1: { value: 41.5, error: -1 } } },
      'body.results.0.input_parameters.t1.error',
    ],
    ['a parameter that no one can keep', { run_parameters: { x: { value: 1e-200 } } }, 'body.results.0.run_parameters'],
    ['a path of no one', { figures: ['/etc/passwd'] }, 'body.results.0.figures.0'],
  ] as const)('reportTaskResults is 400 for %s, and nothing is written', async (_, given, path) => {
    await claimed();
    const bad = { ...done, ...given } as Result;
    expect(await refusal(report({ ...done, qid: '0' }, bad))).toMatchObject({
      status: 400,
      errors: [{ path: path.replace('.0.', '.1.') }],
    });
    expect((await owner.api.getExecution({ params: { execution_id: executionId } })).task).toEqual([]);
  });
});

describe('a batch that holds a task twice', () => {
  test('a batch that holds a task twice is 400, and nothing is written: one of both would be lost', async () => {
    await claimed();
    const coupling = { ...done, task: 'CheckCR', task_type: 'coupling', output_parameters: {} } as const;
    for (const twice of [
      [done, { ...done, status: 'failed', message: 'no fit' }],
      [
        { ...coupling, qid: '1-0' },
        { ...coupling, qid: '1-0', message: 'the same direction' },
      ],
    ] as Result[][])
      expect(await refusal(report({ ...done, qid: '0' }, ...twice))).toMatchObject({
        status: 400,
        errors: [{ path: 'body.results.2', message: expect.stringContaining('body.results.1') }],
      });
    expect((await owner.api.getExecution({ params: { execution_id: executionId } })).task).toEqual([]);
    await report(done, { ...done, attempt: 1 }, { ...done, stage: 1 });
  });
});

describe('a value in a unit that its metric cannot have', () => {
  test('a reported value that does not convert stays with its result alone, and the answer says so, also of a repeat', async () => {
    await claimed();
    const measured = (qid: string, value: number, unit: string, t1 = 'us') => ({
      ...{ ...done, qid },
      output_parameters: { spur_level: { value, unit }, t1: { value: 40, unit: t1 } },
    });
    const batch = [measured('0', 0.002, 'V'), measured('1', 3, 'mV'), measured('2', 4, 'K', 'GHz')];
    const left = [
      { metric: 'spur_level', reason: "'spur_level' of qubit '2': the unit 'K' cannot be converted into 'V'" },
      { metric: 't1', reason: "'t1' of qubit '2': the unit 'GHz' cannot be converted into 'us'" },
    ];
    for (const outcome of ['written', 'repeated']) {
      const { results } = await report(...batch);
      expect(results.map((one) => [one.outcome, one.left_out])).toEqual([
        [outcome, undefined],
        [outcome, undefined],
        [outcome, left],
      ]);
    }
    const { qubit_metrics: cells } = await owner.api.getChipMetrics({ params: { chip_id: 'chip' } });
    const spurs = Object.values(cells.spur_level ?? {});
    expect(spurs.map(({ value, unit }) => [value, unit])).toEqual([
      [0.002, 'V'],
      [0.003, 'V'],
    ]);
  });
});

describe('a time that has not come', () => {
  const inSeconds = (seconds: number) => new Date(world.now().getTime() + seconds * 1000).toISOString();

  test('a result of a time that has not come is 400: it would are above every later value until then', async () => {
    await claimed();
    const early = { ...done, start_at: inSeconds(400), end_at: inSeconds(400) };
    expect(await refusal(report({ ...done, qid: '0' }, early))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.results.1.start_at' }, { path: 'body.results.1.end_at' }],
    });
    expect((await owner.api.getExecution({ params: { execution_id: executionId } })).task).toEqual([]);
  });

  test('a result of a time that has not come is taken where only the clocks differ a little', async () => {
    await claimed();
    const { results } = await report({ ...done, start_at: inSeconds(0), end_at: inSeconds(200) });
    expect(results).toMatchObject([{ outcome: 'written' }]);
  });
});
