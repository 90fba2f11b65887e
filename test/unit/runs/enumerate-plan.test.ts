import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTasks, plannedTasks, planSteps } from '#shared/runs/rules/enumerate-plan.ts';
import type { PlanStage, RunPlan, StageTask } from '#shared/runs/rules/plan.ts';
import { taskIdOf } from '#shared/runs/rules/task-id.ts';

const run = '018f4d5e-8c1a-7000-8000-0123456789ab';

const task = (name: string, type: StageTask['type'] = 'qubit'): StageTask => ({ name, type, parameters: {} });
const stage = (tasks: StageTask[], qids: string[], couplingIds: string[] = []): PlanStage => ({
  name: 's',
  tasks,
  qids,
  couplingIds,
  onFailure: 'continue',
});
const plan = (...stages: PlanStage[]): RunPlan => ({ backend: 'simulator', seed: 1, stages });

const arbitraryPlan = fc
  .array(
    fc.record({
      tasks: fc.array(
        fc.record({
          name: fc.constantFrom('CheckRabi', 'CheckT1', 'CheckCrossResonance', 'CheckNoise'),
          type: fc.constantFrom('qubit', 'coupling', 'global', 'system'),
        }),
        { maxLength: 5 },
      ),
      qids: fc.uniqueArray(fc.stringMatching(/^[0-9]{1,3}$/), { maxLength: 6 }),
      couplingIds: fc.uniqueArray(fc.stringMatching(/^[0-9]-[0-9]$/), { maxLength: 4 }),
    }),
    { maxLength: 4 },
  )
  .map(
    (stages): RunPlan =>
      plan(
        ...stages.map(({ tasks, qids, couplingIds }) =>
          stage(
            // One name has one type in the catalogue.
            tasks.map(({ name, type }) => task(`${name}-${type}`, type as StageTask['type'])),
            qids,
            couplingIds,
          ),
        ),
      ),
  );

describe('the tasks of a plan', () => {
  const bringUp = plan(
    stage([task('CheckRabi'), task('CheckT1')], ['3', '5']),
    stage([task('CheckNoise', 'global'), task('CheckCrossResonance', 'coupling'), task('CheckRabi')], ['3'], ['3-5']),
  );

  it('the tasks of a plan come stage by stage, in a stage task by task, and of a task target by target', () => {
    const order = plannedTasks(bringUp, run, 0, 100).map(
      (t) => `${t.index} ${t.stage}.${t.step} ${t.task.name} ${t.target}`,
    );
    expect(order).toEqual([
      '0 0.0 CheckRabi 3',
      '1 0.0 CheckRabi 5',
      '2 0.1 CheckT1 3',
      '3 0.1 CheckT1 5',
      '4 1.0 CheckNoise ',
      '5 1.1 CheckCrossResonance 3-5',
      '6 1.2 CheckRabi 3',
    ]);
    expect(countTasks(bringUp)).toBe(7);
  });

  it('the tasks of a plan name the task before them on the same target in the stage, and no other', () => {
    const [rabi3, rabi5, t1On3, t1On5, ...second] = plannedTasks(bringUp, run, 0, 100);
    expect([rabi3?.upstreamId, rabi5?.upstreamId]).toEqual(['', '']);
    expect([t1On3?.upstreamId, t1On5?.upstreamId]).toEqual([rabi3?.taskId, rabi5?.taskId]);
    expect(second.map((t) => t.upstreamId)).toEqual(['', '', '']);
  });

  it('task ids of a plan follow from run, stage, task, target and attempt alone', () => {
    const [first] = plannedTasks(bringUp, run, 0, 1);
    const identity = { flowRunId: run, stage: 0, task: 'CheckRabi', target: '3', attempt: 0 };
    expect(first?.taskId).toBe(taskIdOf(identity));
    const [other] = plannedTasks(bringUp, '018f4d5e-8c1a-7000-8000-0123456789ac', 0, 1);
    expect(other?.taskId).not.toBe(first?.taskId);
  });

  it('the tasks of a plan are another attempt where a stage has the same task twice', () => {
    const twice = plan(stage([task('CheckRabi'), task('CheckT1'), task('CheckRabi')], ['0']));
    const [first, , again] = plannedTasks(twice, run, 0, 3);
    const identity = { flowRunId: run, stage: 0, task: 'CheckRabi', target: '0' };
    expect(first?.taskId).toBe(taskIdOf({ ...identity, attempt: 0 }));
    expect(again?.taskId).toBe(taskIdOf({ ...identity, attempt: 1 }));
  });

  it('the tasks of a plan are each once, with an id that no other has, and found at their position', () => {
    fc.assert(
      fc.property(arbitraryPlan, (any) => {
        const all = plannedTasks(any, run, 0, Number.MAX_SAFE_INTEGER);
        expect(all).toHaveLength(countTasks(any));
        expect(new Set(all.map((t) => t.taskId)).size).toBe(all.length);
        expect(all.map((t) => t.index)).toEqual(all.map((_, i) => i));
        const known = new Set(['']);
        for (const planned of all) {
          expect(known).toContain(planned.upstreamId);
          known.add(planned.taskId);
          expect(plannedTasks(any, run, planned.index, planned.index + 1)).toEqual([planned]);
        }
        expect(plannedTasks(any, run, all.length, all.length + 1)).toEqual([]);
      }),
    );
  });

  it('the tasks of a plan are the same in parts as in one piece, and each part of a step belongs to it', () => {
    fc.assert(
      fc.property(arbitraryPlan, fc.nat(30), fc.nat(30), (any, from, length) => {
        const all = plannedTasks(any, run, 0, Number.MAX_SAFE_INTEGER);
        expect(plannedTasks(any, run, from, from + length)).toEqual(all.slice(from, from + length));
        for (const step of planSteps(any))
          expect(all.slice(step.from, step.to).map((t) => t.target)).toEqual(step.targets);
      }),
    );
  });
});
