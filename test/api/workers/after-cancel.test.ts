import { expect, it } from 'vitest';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { refusal } from '../support/refusal.ts';
import {
  claimed,
  ctx,
  done,
  executionId,
  fence,
  file,
  flow_run_id,
  log,
  onWorkerRuns,
  owner,
  type Result,
  report,
  task,
  uploadsOf,
} from './scene.ts';

onWorkerRuns();

const begun: Result = { ...task, status: 'running', start_at: '2025-03-01T12:00:00Z' };
const half: Result = { ...done, status: 'cancelled', message: 'stopped at 20 of 41' };
const finish = () => owner.api.finishRun({ params: { flow_run_id }, body: { fence, status: 'stopped' } });
const statusOf = async () => {
  const { task: tasks } = await owner.api.getExecution({ params: { execution_id: executionId } });
  return Object.fromEntries(tasks.map(({ qid, status }) => [qid, status]));
};

it('half of a sweep is given after a cancellation, with its files and lines, and each answer says stop', async () => {
  await claimed();
  expect(await report(begun)).toMatchObject({ stop: false });
  await cancelRun(ctx, flow_run_id);
  const { uploads, stop } = await uploadsOf(file);
  expect(stop).toBe(true);
  expect(await log(0, 'stopped')).toEqual({ next_sequence: 1, stop: true });
  const answer = await report({ ...half, raw_data: uploads.map(({ path }) => path) });
  expect(answer).toMatchObject({ stop: true, results: [{ outcome: 'written', values: { t1: { state: 'kept' } } }] });
  const result = await owner.api.getTaskResult({ params: { task_id: answer.results[0]?.task_id ?? '' } });
  expect(result).toMatchObject({
    status: 'cancelled',
    message: 'stopped at 20 of 41',
    raw_data_path: [uploads[0]?.path],
  });
  expect((await owner.api.getChip({ params: { chip_id: 'chip' } })).qubits?.['1']?.data).toEqual({});
  expect(await finish()).toMatchObject({ status: 'stopped' });
});

it('what a worker begins after a cancellation is not written, and hears of it', async () => {
  await claimed();
  await cancelRun(ctx, flow_run_id);
  expect(await refusal(report(begun))).toMatchObject({
    status: 409,
    detail: expect.stringContaining('Cancellation of run'),
  });
  const { results } = await report({ ...begun, qid: '0' }, half);
  expect(results.map(({ outcome }) => outcome)).toEqual(['late', 'written']);
  expect(await statusOf()).toEqual({ '1': 'cancelled' });
});

it('a task that completed before its worker heard of the cancellation gives its value', async () => {
  await claimed();
  await report(begun);
  await cancelRun(ctx, flow_run_id);
  expect((await report(done)).results).toMatchObject([{ outcome: 'written', values: { t1: { state: 'current' } } }]);
});

it('nothing is taken of a cancelled run once its worker has finished', async () => {
  await claimed();
  await report(begun);
  await cancelRun(ctx, flow_run_id);
  await finish();
  for (const call of [() => report(half), () => uploadsOf(file), () => log(0, 'x')])
    expect(await refusal(call())).toMatchObject({ status: 409, detail: expect.stringContaining('was finished') });
});
