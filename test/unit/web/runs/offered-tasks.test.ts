import { expect, it } from 'vitest';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { measureJobs } from '../../../../web/runs/lib/measure-jobs.ts';
import { fieldsOf, offersOf } from '../../../../web/runs/lib/offered-tasks.ts';

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
  measureJobs([{ kind, id: kind === 'qubit' ? '0' : '0-1', metric }], tasks).jobs.map(({ task }) => task.title);

it('a value is offered the tasks of workers that measure it, then the standard ones, then the others of workers', () => {
  const other = announced({ name: 'Spectrum', title: 'Spectrum', outputs: [] });
  expect(named('qubit', 't1', other, announced({ backends: ['lab', 'spare'] }))).toEqual([
    'Lifetime (lab)',
    'Lifetime (spare)',
    'CheckT1',
    'Spectrum (lab)',
  ]);
});

it('a value is offered no task of another kind of target, nor one of a mux', () => {
  const tasks = (['coupling', 'mux', 'global'] as const).map((task_type) => announced({ task_type }));
  expect(named('qubit', 't1', ...tasks)).toEqual(['CheckT1']);
  expect(named('coupling', 'zz_interaction', ...tasks)).toContain('Lifetime (lab)');
});

it('several values are offered no task that measures none of them', () => {
  const other = announced({ name: 'Spectrum', title: 'Spectrum', outputs: [] });
  const wanted = ['0', '1'].map((id) => ({ kind: 'qubit' as const, id, metric: 't1' }));
  expect(measureJobs(wanted, [other]).jobs.map(({ task }) => task.title)).toEqual(['CheckT1']);
});

it('the fields of a task of a worker are those of its form, and of a standard one its parameters', () => {
  const [task] = offersOf(announced({}));
  expect(task?.fields.map(({ name, kind, unit }) => [name, kind, unit])).toEqual([
    ['shots', 'number', undefined],
    ['span', 'number', 'us'],
    ['fast', 'boolean', undefined],
  ]);
  const standard = taskCatalogue.find(({ name }) => name === 'CheckT1');
  expect(standard && fieldsOf(standard).map(({ name }) => name)).toContain('shots');
});
