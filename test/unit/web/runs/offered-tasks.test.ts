import { expect, it } from 'vitest';
import { offeredTasks } from '../../../../web/lib/runs/offered-tasks.ts';

const form = {
  properties: {
    shots: { type: 'integer', minimum: 1, default: 1024 },
    span: { type: 'number', unit: 'us' },
    fast: { type: 'boolean' },
  },
};
const announced = (given: object) => ({
  ...{ name: 'LabT1', title: 'Lifetime', task_type: 'qubit' as const, description: 'Ours', worker: 'fridge' },
  ...{ backends: ['lab'], form, outputs: ['t1'], needs: [] },
  ...given,
});
const named = (kind: 'qubit' | 'coupling', metric: string, ...tasks: ReturnType<typeof announced>[]) =>
  offeredTasks(kind, metric, tasks).map(({ title, backend }) => `${title} ${backend}`);

it('a target is offered the tasks of workers that measure the metric, then the standard ones, then the others of workers', () => {
  const other = announced({ name: 'Spectrum', title: 'Spectrum', outputs: [] });
  expect(named('qubit', 't1', other, announced({ backends: ['lab', 'spare'] }))).toEqual([
    'Lifetime lab',
    'Lifetime spare',
    'CheckT1 simulator',
    'Spectrum lab',
  ]);
});

it('a target is offered no task of another kind of target, nor one of a mux', () => {
  const tasks = (['coupling', 'mux', 'global'] as const).map((task_type) => announced({ task_type }));
  expect(named('qubit', 't1', ...tasks)).toEqual(['CheckT1 simulator']);
  expect(named('coupling', 'zz_interaction', ...tasks)).toContain('Lifetime lab');
});

it('the fields of a task of a worker are those of its form', () => {
  const [task] = offeredTasks('qubit', 't1', [announced({})]);
  expect(task?.fields.map(({ name, kind, unit }) => [name, kind, unit])).toEqual([
    ['shots', 'number', undefined],
    ['span', 'number', 'us'],
    ['fast', 'boolean', undefined],
  ]);
});
