import { expect, it } from 'vitest';
import { claimed, done, onWorkerRuns, owner, type Result, report } from './scene.ts';

onWorkerRuns();

const t1 = (value: number, given: Partial<Result> = {}): Result => ({
  ...done,
  output_parameters: { t1: { value, unit: 'us' } },
  ...given,
});
const statesOf = async (...results: Result[]) => (await report(...results)).results.map(({ values }) => values);
const newer = { end_at: '2025-03-01T12:05:00Z', attempt: 1 };

it('a value that its qubit has is current, and so is one whose batch is repeated', async () => {
  await claimed();
  const current = { t1: { state: 'current', reason: null } };
  expect(await statesOf(t1(41))).toEqual([current]);
  expect(await statesOf(t1(41))).toEqual([current]);
});

it('a value that a newer one has replaced is kept, in the same batch or later', async () => {
  await claimed();
  const reason = "'t1' of qubit '1': what was measured at 2025-03-01T12:05:00.000Z is newer";
  const kept = { t1: { state: 'kept', reason } };
  expect(await statesOf(t1(41), t1(42, newer))).toEqual([kept, { t1: { state: 'current', reason: null } }]);
  expect(await statesOf(t1(41))).toEqual([kept]);
});

it('a value of a task that failed is kept, and a task that runs has no states', async () => {
  await claimed();
  expect(await statesOf({ ...done, status: 'running' })).toEqual([{}]);
  const reason = "'t1' of qubit '1': the task is failed, and only completed tasks give values";
  expect(await statesOf(t1(41, { status: 'failed' }))).toEqual([{ t1: { state: 'kept', reason } }]);
});

it('a value of a task without a target is kept', async () => {
  await claimed();
  const reason = "'t1': a global task has no qubit or coupling that gets its values";
  expect(await statesOf(t1(41, { task_type: 'global', qid: '' }))).toEqual([{ t1: { state: 'kept', reason } }]);
});

it('states of a coupling that is named the other way round have the names that the worker gave', async () => {
  await claimed();
  const coupling: Result = {
    ...{ ...done, task: 'CheckECR', task_type: 'coupling', qid: '1-0' },
    output_parameters: { ecr_gate_fidelity: { value: 0.98 } },
  };
  expect(await statesOf(coupling)).toEqual([{ ecr_gate_fidelity: { state: 'current', reason: null } }]);
});

it('a value of a result that a user excluded is kept', async () => {
  await claimed();
  const [reported] = (await report(t1(41))).results;
  const params = { task_id: reported?.task_id ?? '' };
  await owner.api.setTaskResultExcluded({ params, body: { excluded: true, reason: 'probe' } });
  const reason = "'t1' of qubit '1': the result is excluded";
  expect(await statesOf(t1(41))).toEqual([{ t1: { state: 'kept', reason } }]);
});
