import { describe, expect, it } from 'vitest';
import { parseFlow } from '#shared/flows/rules/parse-document.ts';
import { problemSentence } from '#shared/flows/rules/problems.ts';
import { resolvePlan } from '#shared/flows/rules/resolve-plan.ts';
import { readRunRequest, readTaskOverrides } from '#shared/flows/rules/run-request.ts';
import { flowTemplates } from '#shared/flows/rules/templates/templates.ts';
import { countTasks } from '#shared/runs/rules/enumerate-plan.ts';
import { layoutOf } from './chips.ts';

const chain = layoutOf('linear-5', 'chain');
const square = layoutOf('square-lattice-mux-16', 'square');
const torino = layoutOf('heavy-hex-133', 'torino');

function parsed(source: string) {
  const { document, problems } = parseFlow(source);
  if (!document) throw new Error(problems.map(problemSentence).join('\n'));
  return document;
}

function resolve(source: string, chip = chain, parameters: Record<string, unknown> = {}, defaults = {}) {
  const document = parsed(source);
  const { request, problems } = readRunRequest(document, parameters);
  expect(problems).toEqual([]);
  return resolvePlan(document, chip, request, readTaskOverrides(document, defaults, 'defaults').overrides);
}

const problemsOf = (...given: Parameters<typeof resolve>) => resolve(...given).problems.map(problemSentence);

function plan(...given: Parameters<typeof resolve>) {
  const resolved = resolve(...given);
  if (!resolved.plan) throw new Error(resolved.problems.map(problemSentence).join('\n'));
  return resolved.plan;
}

const targetsOf = (...given: Parameters<typeof resolve>) =>
  plan(...given).stages.map(({ qids, couplingIds }) => [qids.join(' '), couplingIds.join(' ')]);

/** Both kinds of tasks with these targets. */
const both = (targets?: string) =>
  `stages: [{name: a, tasks: [CheckT1, CheckZX90]${targets ? `, targets: ${targets}` : ''}}]`;

it('a run of some tasks of a flow has these alone, and no stage without one', () => {
  const source = 'stages: [{name: a, tasks: [CheckRabi, CheckT1]}, {name: b, tasks: [CheckT2Echo]}]';
  const { stages } = plan(source, chain, { qids: ['1'], only_tasks: ['CheckT1'] });
  expect(stages.map(({ name, tasks, qids }) => [name, tasks.map((task) => task.name), qids])).toEqual([
    ['a', ['CheckT1'], ['1']],
  ]);
});

describe('the targets of a stage', () => {
  it.each([
    ['the whole chip where nothing is chosen', undefined, ['0 1 2 3 4', '0-1 1-2 2-3 3-4']],
    ['all, as a word', 'all', ['0 1 2 3 4', '0-1 1-2 2-3 3-4']],
    ['chosen qubits, and the couplings between them', '{qubits: [2, 0, 1, 1]}', ['0 1 2', '0-1 1-2']],
    ['ranges of qubits', "{qubits: ['1..2', 4, 3..3]}", ['1 2 3 4', '1-2 2-3 3-4']],
    ['chosen couplings, either way round, and their qubits', '{couplings: [1-0, 3-4]}', ['0 1 3 4', '0-1 3-4']],
    ['qubits and couplings, each as chosen', '{qubits: [4], couplings: [0-1]}', ['4', '0-1']],
    ['the qubits of a mux', '{muxes: [0]}', ['0 1 2 3', '0-1 1-2 2-3']],
    ['muxes and qubits together', '{muxes: [0], qubits: [4]}', ['0 1 2 3 4', '0-1 1-2 2-3 3-4']],
    ['qubits of all muxes, a short one too', '{muxes: all}', ['0 1 2 3 4', '0-1 1-2 2-3 3-4']],
    ['the qubit of a short mux', '{muxes: [1], qubits: [3]}', ['3 4', '3-4']],
    ['without a qubit, and its couplings with it', '{exclude: [1]}', ['0 2 3 4', '2-3 3-4']],
    ['without a coupling, but with its qubits', '{exclude: [2-1]}', ['0 1 2 3 4', '0-1 2-3 3-4']],
  ])('the targets of a stage are %s', (_, targets, expected) => {
    expect(targetsOf(both(targets))).toEqual([expected]);
  });

  it('the muxes of a stage are the readout lines of the chip, whatever their qubits', () => {
    const named = { ...chain, readoutLines: [['4', '0'], ['2']] };
    expect(targetsOf(both('{muxes: [0], qubits: [1]}'), named)).toEqual([['0 1 4', '0-1']]);
    expect(targetsOf('stages: [{name: a, tasks: [CheckT1], targets: {muxes: all}}]', named)).toEqual([['0 2 4', '']]);
    expect(problemsOf(both('{muxes: [2]}'), named)).toEqual(["line 1, column 67: Mux '2' not found in chip 'chain'"]);
  });

  it('the targets of a stage without any are those of the document, and none of a kind that no task has', () => {
    const source = `
targets: {qubits: [0, 1]}
stages:
  - {name: a, tasks: [CheckT1]}
  - {name: b, tasks: [CheckZX90], targets: {couplings: [3-4]}}
  - {name: c, tasks: [CheckStatus]}
`;
    expect(targetsOf(source)).toEqual([
      ['0 1', ''],
      ['', '3-4'],
      ['', ''],
    ]);
    expect(countTasks(plan(source))).toBe(4);
  });

  it('the targets of a stage keep the order of the chip, numbers by their value', () => {
    expect(targetsOf('stages: [{name: a, tasks: [CheckT1]}]', square)[0]?.[0]).toBe(
      Array.from({ length: 16 }, (_, n) => n).join(' '),
    );
  });

  it.each([
    ['an unknown qubit', '{qubits: [0, 999]}', "line 1, column 71: Qubit '999' not found in chip 'chain'"],
    ['a qubit of a range', "{qubits: ['3..5']}", "line 1, column 68: Qubit '5' not found in chip 'chain'"],
    ['a range that is none', '{qubits: [5..3]}', "line 1, column 68: Qubit '5..3' not found in chip 'chain'"],
    ['an unknown mux', '{muxes: [2]}', "line 1, column 67: Mux '2' not found in chip 'chain'"],
    ['a mux that is not a number', '{muxes: [x]}', "line 1, column 67: Mux 'x' not found in chip 'chain'"],
    ['an unknown coupling', '{couplings: [0-2]}', "line 1, column 71: Coupling '0-2' not found in chip 'chain'"],
    ['something to exclude', '{exclude: [9]}', "line 1, column 69: Qubit '9' not found in chip 'chain'"],
  ])('targets of a stage that the chip lacks are named: %s', (_, targets, expected) => {
    expect(problemsOf(both(targets))).toEqual([expected]);
  });

  it('the targets of a stage must not be none at all', () => {
    expect(problemsOf(both('{qubits: [0]}'))).toEqual([
      "line 1, column 17: stage 'a' has no couplings for CheckZX90 on chip 'chain'",
    ]);
    expect(problemsOf(both('{couplings: all, qubits: [0], exclude: [0]}'))).toEqual([
      "line 1, column 17: stage 'a' has no qubits for CheckT1 on chip 'chain'",
    ]);
  });
});

describe('the parameters of a run', () => {
  it.each([
    ['qids', { qids: ['0', 1] }, ['0 1', '0-1']],
    ['qids that the flow does not name', { qids: [0, 4] }, ['0', '']],
    ['mux_ids', { mux_ids: [0] }, ['0 1 2', '0-1 1-2']],
    ['coupling_ids', { coupling_ids: ['2-1'] }, ['0 1 2', '1-2']],
    ['exclude_qids', { exclude_qids: [0] }, ['1 2', '1-2']],
    ['null, which is as if absent', { qids: null, seed: null }, ['0 1 2', '0-1 1-2']],
    ["QDash's own", { username: 'ada', flow_name: 'f', project_id: 'p' }, ['0 1 2', '0-1 1-2']],
  ])('parameters of a run narrow the targets: %s', (_, parameters, expected) => {
    expect(targetsOf(both("{qubits: ['0..2']}"), chain, parameters)).toEqual([expected]);
  });

  it('parameters of a run drop a stage that they leave nothing of, but not the whole flow', () => {
    const source = 'stages: [{name: a, tasks: [CheckT1], targets: {qubits: [0]}}, {name: b, tasks: [CheckT1]}]';
    expect(plan(source, chain, { qids: [1] }).stages.map(({ name }) => name)).toEqual(['b']);
    expect(problemsOf(source, chain, { qids: [1], exclude_qids: [1] })).toEqual([
      'the selection leaves no target of the flow; choose more qubits or couplings',
    ]);
  });

  it('parameters of a run that name what the chip lacks are refused with the path of the entry', () => {
    const { problems } = resolve(both(), chain, { qids: ['0', '999'] });
    expect(problems).toEqual([
      { place: null, message: "Qubit '999' not found in chip 'chain'", path: 'parameters.qids.1' },
    ]);
  });

  it('parameters of a run override the document, and the narrower over the wider', () => {
    const source = `
parameters: {shots: 1, interval: 1}
stages:
  - name: a
    parameters: {shots: 2}
    tasks: [CheckT1, {task: CheckT2Echo, parameters: {shots: 3}}, CheckReflectionCoefficient]
`;
    const shots = (parameters = {}, defaults = {}) =>
      plan(source, chain, parameters, defaults).stages[0]?.tasks.map((task) => task.parameters);
    expect(shots()).toEqual([{ shots: 2, interval: 1 }, { shots: 3, interval: 1 }, {}]);
    expect(shots({ shots: 9, CheckT2Echo: { interval: 7 } })).toEqual([
      { shots: 9, interval: 1 },
      { shots: 9, interval: 7 },
      {},
    ]);
    expect(shots({}, { n_trials: 1, failure_rate: { value: 0, value_type: 'float' } })?.[2]).toEqual({
      failure_rate: 0,
    });
    expect(shots({}, { shots: 5, CheckT1: { interval: { value: 6 } } })?.[0]).toEqual({ shots: 2, interval: 1 });
  });

  it.each([
    [
      'an unknown one',
      { shoots: 1 },
      'parameters.shoots',
      "no task here has a parameter 'shoots'; did you mean 'shots'?",
    ],
    [
      'a wrong type',
      { shots: '1' },
      'parameters.shots',
      "'shots' must be a whole number from 1 to 10000000 for CheckT1",
    ],
    [
      'a wrong type for one task',
      { CheckT1: { shots: -1 } },
      'parameters.CheckT1.shots',
      "'shots' must be a whole number from 1 to 10000000 for CheckT1",
    ],
    [
      'a task that the flow lacks',
      { CheckRabi: { shots: 1 } },
      'parameters.CheckRabi',
      "the flow has no task 'CheckRabi'",
    ],
    ['a task without a map', { CheckT1: 3 }, 'parameters.CheckT1', "'CheckT1' must be a map of its parameters"],
    ['qids that are not a list', { qids: '0' }, 'parameters.qids', 'qids must be a list of at most 4096 ids'],
    ['a qid that is none', { qids: [1.5] }, 'parameters.qids', 'qids must be a list of at most 4096 ids'],
    ['a seed', { seed: -1 }, 'parameters.seed', 'seed must be a whole number from 0 to 2147483647'],
    ['a chip', { chip_id: 3 }, 'parameters.chip_id', 'chip_id must be the id of a chip'],
    ['tags', { tags: [''] }, 'parameters.tags', 'tags must be a list of at most 50 texts'],
    ['an inherited name', { constructor: 1 }, 'parameters.constructor', "no task here has a parameter 'constructor'"],
  ])('parameters of a run are checked: %s', (_, parameters, path, message) => {
    const document = parsed('stages: [{name: a, tasks: [CheckT1]}]');
    const { problems } = readRunRequest(document, parameters);
    expect(
      problems.map((problem) => [problem.path, problem.message.replace(/; did you mean 'CheckT1'\?$/, '')]),
    ).toEqual([[path, message]]);
  });

  it('parameters of a run give seed and pace; else the document does, else the chip gives its own seed for ever', () => {
    const source = (more: string) => `${more}\nstages: [{name: a, tasks: [CheckT1]}]`;
    expect(plan(source('seed: 7\npace_seconds: 2'))).toMatchObject({ seed: 7, paceSeconds: 2 });
    expect(plan(source('seed: 7'), chain, { seed: 0, pace_seconds: 1 })).toMatchObject({ seed: 0, paceSeconds: 1 });
    const own = plan(source(''));
    expect(own).not.toHaveProperty('paceSeconds');
    expect(own.seed).toBe(plan(source(''), { ...square, chipId: 'chain' }).seed);
    expect(own.seed).not.toBe(plan(source(''), { ...chain, chipId: 'other' }).seed);
  });
});

describe('the size of a run', () => {
  it('the size of a run is limited', () => {
    const tasks = Array.from({ length: 100 }, () => 'CheckT1').join(', ');
    expect(problemsOf(`stages: [{name: a, tasks: [${tasks}]}]`, layoutOf('square-lattice-mux-1024'))).toEqual([
      'the run would have 102400 tasks; at most 50000 are allowed',
    ]);
  });

  it('the one-qubit check of the standard sequence is ten tasks a qubit', () => {
    expect(countTasks(plan('stages: [{name: a, sequence: CHECK_1Q}]', torino))).toBe(1330);
  });
});

describe('templates', () => {
  it.each(flowTemplates.filter(({ runner }) => runner === 'managed'))(
    'the template $id runs on every kind of chip',
    (template) => {
      for (const chip of [chain, square, torino]) {
        const counted = countTasks(plan(template.code, chip, template.defaultParameters));
        expect(counted).toBeGreaterThan(0);
      }
    },
  );

  it('templates have ids and entry functions that may be names of flows, each once', () => {
    for (const field of ['id', 'name', 'functionName'] as const)
      expect(new Set(flowTemplates.map((template) => template[field])).size).toBe(flowTemplates.length);
    for (const { id, functionName, code } of flowTemplates) {
      expect(id).toMatch(/^[a-z_]+$/);
      expect(functionName).toMatch(/^[a-z0-9_]+$/);
      expect(code.endsWith('\n')).toBe(true);
    }
  });
});
