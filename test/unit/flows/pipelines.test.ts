import { describe, expect, it } from 'vitest';
import { pipelineDocument, unusedParts } from '#compat/qdash/rules/pipelines/pipeline-document.ts';
import { chainProblems, nameOfStep, type PipelineSpec, type PipelineStep } from '#compat/qdash/rules/pipelines/spec.ts';
import { stepTypeNames, stepTypes } from '#compat/qdash/rules/pipelines/step-types.ts';
import type { PlannedTask, RunPlan } from '#shared/runs/rules/plan.ts';
import { StageFailures } from '#shared/runs/rules/stage-failures.ts';
import { judgedTasks, reasonToLeaveOut } from '#shared/runs/rules/stage-filters.ts';
import { findTask } from '#shared/runs/rules/task-catalogue.ts';

const specOf = (...steps: PipelineStep[]): PipelineSpec => ({
  ...{ name: 'p', targets: { qids: ['0', '1'], exclude_qids: [] }, steps },
  ...{ task_run_parameters: {}, default_run_parameters: {}, tags: [] },
});
const coherence: PipelineStep = { type: 'CustomOneQubit', step_name: 'coherence', tasks: ['CheckT1', 'CheckT2Echo'] };

describe('steps of a pipeline', () => {
  it('steps run standard tasks of their scope unless they name others', () => {
    for (const type of stepTypeNames)
      for (const task of stepTypes[type].defaultTasks)
        expect([task, findTask(task)?.type]).toEqual([task, stepTypes[type].taskScope]);
  });

  it('steps are refused without an earlier step that they need, and with the name of another', () => {
    expect(chainProblems([{ type: 'FilterByStatus' }, { type: 'OneQubitCheck' }])).toEqual([
      { path: 'steps[0]', message: 'FilterByStatus needs one_qubit_check or one_qubit_fine_tune from an earlier step' },
    ]);
    expect(
      chainProblems([{ type: 'OneQubitCheck' }, { type: 'FilterByStatus' }, { type: 'TwoQubitCalibration' }]),
    ).toEqual([]);
    expect(chainProblems([coherence, coherence])).toMatchObject([{ path: 'steps[1].step_name' }]);
  });

  it('steps are named as QDash names them', () => {
    expect(nameOfStep(coherence)).toBe('coherence');
    expect(nameOfStep({ type: 'FilterByMetric', metric: 't1', threshold: 1 })).toBe('filter_by_t1');
    expect(nameOfStep({ type: 'TwoQubitCalibration' })).toBe('two_qubit_calibration');
  });

  it('steps become stages, and each filter judges the latest one-qubit stage before it, for all later stages', () => {
    const { document, filters, problems } = pipelineDocument(
      specOf(
        { type: 'BringUp' },
        { type: 'OneQubitCheck' },
        { type: 'FilterByStatus' },
        coherence,
        { type: 'FilterByMetric', metric: 't1', threshold: 20 },
        { type: 'TwoQubitCalibration' },
      ),
    );
    expect(problems).toEqual([]);
    expect(document.stages.map(({ name, path }) => `${name} ${path}`)).toEqual([
      'bringup steps[0]',
      'one_qubit_check steps[1]',
      'coherence steps[3]',
      'two_qubit_calibration steps[5]',
    ]);
    const byMetric = { stage: 2, metric: 't1', atLeast: 20 };
    expect(filters).toEqual([[], [], [{ stage: 1 }], [{ stage: 1 }, byMetric]]);
  });

  it('steps are problems with their place if a task is unknown or of another kind, or nothing measures the metric', () => {
    const { problems } = pipelineDocument(
      specOf(
        { type: 'OneQubitCheck', tasks: ['CheckRabi', 'CheckTT1', 'CheckCrossResonance'] },
        { type: 'FilterByMetric', metric: 'readout_fidelity_of_nothing', threshold: 1 },
      ),
    );
    expect(problems).toEqual([
      { path: 'steps[0].tasks[1]', message: expect.stringContaining("did you mean 'CheckT1'") },
      {
        path: 'steps[0].tasks[2]',
        message: "'CheckCrossResonance' is a coupling task; OneQubitCheck runs qubit tasks",
      },
      { path: 'steps[1].metric', message: expect.stringContaining('no one-qubit step before this measures') },
    ]);
  });

  it('steps name what the simulator does not use', () => {
    const unused = unusedParts(
      specOf({ type: 'OneQubitCheck', mode: 'serial' }, { type: 'GenerateCRSchedule' }, coherence),
    );
    expect(unused.map(({ path }) => path)).toEqual(['steps[0].mode', 'steps[1]']);
  });
});

describe('a filter of a stage', () => {
  const task = (name: string) => ({ name, type: 'qubit' as const, parameters: {} });
  const plan: RunPlan = {
    ...{ backend: 'simulator', seed: 1 },
    stages: [
      {
        name: 'a',
        tasks: [task('CheckT1'), task('CheckRabi')],
        qids: ['0', '1'],
        couplingIds: [],
        onFailure: 'continue' as const,
      },
    ],
  };
  const of = (name: string, target: string) => ({ task: task(name), target }) as PlannedTask;

  it('a filter judges the last task of each qubit, or the last that measures the metric', () => {
    const named = (filter: { stage: number; metric?: string }) =>
      judgedTasks(plan, '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d03', filter).map(
        (planned) => `${planned.task.name} ${planned.target}`,
      );
    expect(named({ stage: 0 })).toEqual(['CheckRabi 0', 'CheckRabi 1']);
    expect(named({ stage: 0, metric: 't1' })).toEqual(['CheckT1 0', 'CheckT1 1']);
  });

  it('a filter leaves out qubits that did not complete, did not measure the metric, or are below the threshold', () => {
    const result = (status: 'completed' | 'failed', t1?: number) => ({
      status,
      outputs: t1 === undefined ? {} : { t1: { value: t1 } },
    });
    const metric = { stage: 0, metric: 't1', atLeast: 20 };
    const [status, planned] = [{ stage: 0 }, of('CheckT1', '3')];
    expect(reasonToLeaveOut(status, planned, result('completed'))).toBeUndefined();
    for (const bad of [result('failed'), undefined])
      expect(reasonToLeaveOut(status, planned, bad)).toBe('FilterByStatus: CheckT1 did not complete on 3');
    expect(reasonToLeaveOut(metric, planned, result('completed', 20))).toBeUndefined();
    expect(reasonToLeaveOut(metric, planned, result('completed', 19.5))).toBe(
      "FilterByMetric: 't1' of 3 is 19.5, below 20",
    );
    for (const bad of [result('completed'), result('failed', 30), undefined])
      expect(reasonToLeaveOut(metric, planned, bad)).toBe("FilterByMetric: 't1' was not measured on 3");
  });

  it('a filter leaves a qubit out with its couplings, and that is not a failure of the stage', () => {
    const failures = new StageFailures(0);
    failures.leaveOut('1', 'FilterByStatus');
    const coupling = (target: string) =>
      ({ task: { ...task('CheckZX90'), type: 'coupling' as const }, target }) as PlannedTask;
    expect(
      [of('CheckT1', '0'), of('CheckT1', '1'), coupling('0-1'), coupling('2-3')].map((one) =>
        failures.reasonToSkip(one),
      ),
    ).toEqual([undefined, 'Left out by FilterByStatus', 'Left out by FilterByStatus', undefined]);
    failures.add(of('CheckT1', '1'), 'skipped', 'Left out by FilterByStatus');
    const stopping: RunPlan = { ...plan, stages: plan.stages.map((stage) => ({ ...stage, onFailure: 'stop' })) };
    expect(failures.reasonToStop(stopping)).toBeUndefined();
  });
});
