import { expect, it } from 'vitest';
import {
  type EndedTask,
  planReExecution,
  type ReExecutionProblem,
  type ReExecutionRequest,
} from '#shared/flows/rules/plan-re-execution.ts';
import type { RunParameter } from '#shared/runs/rules/plan.ts';
import { layoutOf } from './chips.ts';

const chain = layoutOf('linear-5', 'chain');
const parameter = (value: unknown): RunParameter => ({ value, valueType: 'int', unit: '', description: '' });

const ofQubit: EndedTask = {
  taskId: 'task-1',
  name: 'CheckT1',
  taskType: 'qubit',
  qid: '2',
  runParameters: { shots: parameter(100), interval: parameter(5000), left_over: parameter(1) },
  inputParameters: { qubit_frequency: { unit: 'GHz' } },
};
const ofCoupling: EndedTask = { ...ofQubit, name: 'CheckZX90', taskType: 'coupling', qid: '1-2', runParameters: {} };
const ofChip: EndedTask = { ...ofQubit, name: 'CheckStatus', taskType: 'global', qid: '', runParameters: {} };

type Asked = Partial<Omit<ReExecutionRequest, 'overrides'>> & Partial<ReExecutionRequest['overrides']>;

function planned(done: EndedTask, { run = {}, input = {}, ...more }: Asked = {}) {
  const request = { updateParams: true, reconfigure: false, backend: 'simulator', seed: 7, ...more };
  return planReExecution(done, { ...request, overrides: { run, input } }, chain);
}

const planOf = (...given: Parameters<typeof planned>) => {
  const found = planned(...given);
  if ('problems' in found) throw new Error(JSON.stringify(found.problems));
  return found.plan;
};

const problemsOf = (...given: Parameters<typeof planned>): ReExecutionProblem[] => {
  const found = planned(...given);
  return 'problems' in found ? found.problems : [];
};

it('a repeat is one stage with the task on its target, under the settings that it knows', () => {
  expect(planOf(ofQubit, { run: { shots: 200 } })).toEqual({
    backend: 'simulator',
    seed: 7,
    stages: [
      {
        name: 'CheckT1',
        tasks: [
          {
            name: 'CheckT1',
            type: 'qubit',
            parameters: { shots: 200, interval: 5000 },
            sourceTaskId: 'task-1',
          },
        ],
        qids: ['2'],
        couplingIds: [],
        onFailure: 'continue',
      },
    ],
  });
});

it.each([
  [ofQubit, { qids: ['2'], couplingIds: [] }],
  [ofCoupling, { qids: [], couplingIds: ['1-2'] }],
  [ofChip, { qids: [], couplingIds: [] }],
])('a repeat has its target alone: $name', (done, targets) => {
  expect(planOf(done).stages).toMatchObject([targets]);
});

it('a value to start from is told in the unit of the result, and none is told without one', () => {
  expect(planOf(ofQubit, { input: { qubit_frequency: -4.5 } }).stages[0]?.tasks[0]?.inputs).toEqual({
    qubit_frequency: { value: -4.5, unit: 'GHz' },
  });
  expect(planOf(ofQubit, { input: { qubit_frequency: 1e100 } }).stages[0]?.tasks[0]?.inputs).toEqual({
    qubit_frequency: { value: 1e100, unit: 'GHz' },
  });
  expect(planOf(ofQubit).stages[0]?.tasks[0]).not.toHaveProperty('inputs');
});

it('a repeat that is to change no value is a trial, also where the settings are loaded before it', () => {
  const { stages } = planOf(ofQubit, { updateParams: false, reconfigure: true });
  expect(stages.map(({ tasks }) => tasks.map(({ trial }) => trial))).toEqual([[true], [true]]);
  for (const { tasks } of planOf(ofQubit, { reconfigure: true }).stages)
    for (const task of tasks) expect(task).not.toHaveProperty('trial');
});

it.each([
  [ofQubit, 'Configure', 'qubit', ['2']],
  [ofCoupling, 'Configure', 'qubit', ['1', '2']],
  [ofChip, 'ConfigureAll', 'system', []],
] as const)('the settings are loaded for the qubits that the task drives, or all: $name', (done, name, type, qids) => {
  const [stage, own] = planOf(done, { reconfigure: true }).stages;
  expect(stage).toEqual({
    name: 'configure',
    tasks: [{ name, type, parameters: {} }],
    qids,
    couplingIds: [],
    onFailure: 'stop',
  });
  expect(own?.name).toBe(done.name);
});

it('what a task of the settings knows of the parameters, it has from the result and from the request', () => {
  const done = { ...ofQubit, runParameters: { failure_rate: parameter(0.5), bad_target_rate: parameter(0.25) } };
  const [stage] = planOf(done, { reconfigure: true, run: { failure_rate: 0 } }).stages;
  expect(stage?.tasks[0]?.parameters).toEqual({ failure_rate: 0, bad_target_rate: 0.25 });
});

it.each([
  [{ ...ofQubit, name: 'CheckNothing' }, "the service has no task 'CheckNothing'"],
  [{ ...ofQubit, qid: '5' }, "chip 'chain' no longer has qubit '5'"],
  [{ ...ofQubit, qid: '1-2' }, "chip 'chain' no longer has qubit '1-2'"],
  [{ ...ofCoupling, qid: '1-3' }, "chip 'chain' no longer has coupling '1-3'"],
  [{ ...ofCoupling, qid: '2' }, "chip 'chain' no longer has coupling '2'"],
])('what is gone cannot be repeated: %j', (done, message) => {
  expect(problemsOf(done)).toEqual([{ path: 'path.task_id', message }]);
});

it.each([
  [{ t1: 3 }, 't1', "CheckT1 did not start from a value 't1'"],
  [
    { qubit_frequenzy: 3 },
    'qubit_frequenzy',
    "CheckT1 did not start from a value 'qubit_frequenzy'; did you mean 'qubit_frequency'?",
  ],
  [{ toString: 3 }, 'toString', "CheckT1 did not start from a value 'toString'"],
  [{ qubit_frequency: '3' }, 'qubit_frequency', "'qubit_frequency' must be a number"],
  [{ qubit_frequency: Number.NaN }, 'qubit_frequency', "'qubit_frequency' must be a number"],
  [{ qubit_frequency: Number.NEGATIVE_INFINITY }, 'qubit_frequency', "'qubit_frequency' must be a number"],
  [{ qubit_frequency: -1.1e100 }, 'qubit_frequency', "'qubit_frequency' must be a number"],
])('a value to start from that cannot be is refused: %o', (input, name, message) => {
  expect(problemsOf(ofQubit, { input })).toEqual([{ path: `body.parameter_overrides.input.${name}`, message }]);
});

it('every reason against a repeat is told at once: the target, the parameters, the values', () => {
  const found = problemsOf({ ...ofQubit, qid: '9' }, { run: { shots: 0, interval: 1 }, input: { other: 1 } });
  expect(found.map(({ path }) => path)).toEqual([
    'path.task_id',
    'body.parameter_overrides.run.shots',
    'body.parameter_overrides.input.other',
  ]);
  expect(found[1]?.message).toBe("'shots' must be a whole number from 1 to 10000000 for CheckT1");
});
