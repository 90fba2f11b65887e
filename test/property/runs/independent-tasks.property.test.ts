import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTasks, plannedTasks } from '#shared/runs/rules/enumerate-plan.ts';
import { independentTasks } from '#shared/runs/rules/independent-tasks.ts';
import type { PlannedTask, TaskType } from '#shared/runs/rules/plan.ts';

const type = fc.constantFrom<TaskType>('qubit', 'qubit', 'qubit', 'coupling', 'global');

/** The tasks of a stage on a line of qubits, in their order. */
const stageTasks = fc
  .record({ types: fc.array(type, { minLength: 1, maxLength: 5 }), size: fc.integer({ min: 1, max: 8 }) })
  .map(({ types, size }) => {
    const qids = Array.from({ length: size }, (_, qid) => String(qid));
    const stage = {
      name: 'stage',
      tasks: types.map((of, n) => ({ name: `Task${n}`, type: of, parameters: {} })),
      qids,
      couplingIds: qids.slice(1).map((qid, n) => `${n}-${qid}`),
      onFailure: 'continue' as const,
    };
    const plan = { backend: 'simulator', seed: 1, stages: [stage] };
    return plannedTasks(plan, '018f4d5e-8c1a-7000-8000-0123456789ab', 0, countTasks(plan));
  });

/** Whether a task starts from what another one measures. */
function startsFrom(later: PlannedTask, earlier: PlannedTask): boolean {
  if (later.target === '' || earlier.target === '') return true;
  if (later.task.type === earlier.task.type) return later.target === earlier.target;
  return later.task.type === 'coupling' && later.target.split('-').includes(earlier.target);
}

describe('tasks that can be measured together', () => {
  it('tasks that can be measured together start from nothing of each other or of those unwritten, and are as many as can be', () => {
    fc.assert(
      fc.property(stageTasks, fc.nat(), fc.nat(), (tasks, a, b) => {
        const [first, second] = [a % tasks.length, b % tasks.length].toSorted((x, y) => x - y) as [number, number];
        const unwritten = tasks.slice(first, second);
        const left = tasks.slice(second);
        const together = independentTasks(left, unwritten);
        const isFree = (task: PlannedTask, n: number) =>
          ![...unwritten, ...left.slice(0, n)].some((earlier) => startsFrom(task, earlier));
        const expected = left.findIndex((task, n) => !isFree(task, n));
        expect(together).toEqual(left.slice(0, expected < 0 ? left.length : expected));
      }),
    );
  });

  it('at least one of the tasks that are left can be measured where nothing is unwritten', () => {
    fc.assert(
      fc.property(stageTasks, fc.nat(), (tasks, from) => {
        expect(independentTasks(tasks.slice(from % tasks.length)).length).toBeGreaterThan(0);
      }),
    );
  });
});
