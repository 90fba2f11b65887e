import { expect, it } from 'vitest';
import { claimed, done, executionId, onWorkerRuns, owner, type Result, report, world } from './scene.ts';

onWorkerRuns();

it('every read of a task result names its stage and its attempt', async () => {
  await claimed();
  // The history begins when the chip was made.
  const ago = (seconds: number) => new Date(world.now().getTime() - seconds * 1000).toISOString();
  const tried = (attempt: number, given: Partial<Result>): Result => ({
    ...{ ...done, stage: 2, attempt, start_at: ago(0), end_at: ago(-10 - attempt) },
    ...given,
  });
  const { results } = await report(tried(0, { status: 'failed', output_parameters: {} }), tried(1, {}));
  const [first, second] = [
    { stage: 2, attempt: 0 },
    { stage: 2, attempt: 1 },
  ];
  const { task } = await owner.api.getExecution({ params: { execution_id: executionId } });
  expect(task.toSorted((a, b) => (a.attempt ?? 0) - (b.attempt ?? 0))).toMatchObject([
    { ...first, status: 'failed' },
    { ...second, status: 'completed' },
  ]);
  const listed = await owner.api.listTaskResults({ query: { execution_id: executionId } });
  const found = Object.fromEntries(listed.items.map(({ task_id, stage, attempt }) => [task_id, { stage, attempt }]));
  expect(found).toEqual({ [results[0]?.task_id ?? '']: first, [results[1]?.task_id ?? '']: second });
  expect(await owner.api.getTaskResult({ params: { task_id: results[1]?.task_id ?? '' } })).toMatchObject(second);
  const query = { chip_id: 'chip', task: 'CheckT1' };
  const { result } = await owner.api.getLatestQubitTaskResults({ query });
  expect(result['1']).toMatchObject(second);
  const history = await owner.api.getQubitTaskHistory({ params: { qid: '1' }, query });
  expect(Object.values(history.data)).toMatchObject([second, first]);
});
