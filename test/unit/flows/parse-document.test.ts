import { describe, expect, it } from 'vitest';
import { looksManaged, parseFlow } from '#shared/flows/rules/parse-document.ts';
import { problemSentence } from '#shared/flows/rules/problems.ts';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';

const sentences = (source: string) => parseFlow(source).problems.map(problemSentence);
const document = (source: string) => {
  const { document: parsed, problems } = parseFlow(source);
  if (!parsed) throw new Error(problems.map(problemSentence).join('\n'));
  return parsed;
};
/** A document of one stage with these lines in it, which begin in line 4. */
const stage = (...lines: string[]) => ['stages:', '  - name: one', '    tasks: [CheckT1]', ...lines].join('\n');

describe('a managed flow', () => {
  it('a managed flow needs no more than a stage with a name and a task', () => {
    expect(document('stages: [{name: check, tasks: [CheckT1]}]')).toEqual({
      backend: 'simulator',
      seed: undefined,
      paceSeconds: undefined,
      parameters: {},
      stages: [
        {
          name: 'check',
          place: { line: 1, column: 17 },
          path: 'stages.0',
          tasks: [{ name: 'CheckT1', type: 'qubit', parameters: {} }],
          parameters: {},
          targets: undefined,
          onFailure: 'continue',
        },
      ],
    });
  });

  it('a managed flow may say everything: seed, pace, parameters, targets and what a failure does', () => {
    const parsed = document(`
backend: simulator
seed: 7
pace_seconds: 0.5
parameters: {shots: 100}
targets: {qubits: [0, '1', 01], exclude: [3]}
stages:
  - name: 1
    on_failure: stop
    parameters: {interval: 1000}
    tasks: [{task: CheckRamsey, parameters: {detuning: 0.002, time_range: [0, 1000, 10]}}]
  - name: pairs
    sequence: FULL_2Q
    targets: {couplings: all, muxes: [0]}
`);
    expect(parsed).toMatchObject({ seed: 7, paceSeconds: 0.5, parameters: { shots: 100 } });
    const [first, second] = parsed.stages;
    expect(first).toMatchObject({
      name: '1',
      onFailure: 'stop',
      parameters: { interval: 1000 },
      tasks: [{ name: 'CheckRamsey', parameters: { detuning: 0.002, time_range: [0, 1000, 10] } }],
    });
    expect(first?.targets?.qubits).toMatchObject([{ text: '0' }, { text: '1' }, { text: '01' }]);
    expect(first?.targets?.exclude).toEqual([{ text: '3', place: { line: 6, column: 43 }, path: 'targets.exclude.0' }]);
    expect(second?.tasks.map(({ name }) => name)).toEqual(STANDARD_SEQUENCES.FULL_2Q);
    expect(second?.targets).toMatchObject({ couplings: 'all', qubits: undefined });
  });

  it('persist false on a stage is that of each of its tasks, and on a task of that one alone', () => {
    const { stages } = document(`
stages:
  - {name: a, persist: false, tasks: [CheckT1, {task: CheckRabi, persist: true}]}
  - {name: b, persist: true, tasks: [CheckT1, {task: CheckRabi, persist: false, parameters: {shots: 3}}]}
`);
    expect(stages.map(({ tasks }) => tasks.map(({ persist }) => persist))).toEqual([
      [false, false],
      [undefined, false],
    ]);
    expect(stages[1]?.tasks[1]?.parameters).toEqual({ shots: 3 });
  });

  it('a managed flow may use an anchor again, in lists and in mappings', () => {
    const { stages } = document(`
parameters: &few {shots: 3}
stages:
  - &first {name: a, tasks: &tasks [CheckT1], parameters: *few}
  - {name: b, tasks: *tasks}
`);
    expect(stages.map(({ tasks }) => tasks[0]?.name)).toEqual(['CheckT1', 'CheckT1']);
    expect(stages[0]?.parameters).toEqual({ shots: 3 });
  });
});

describe('a mistake is reported with its line and column and what would be right', () => {
  it.each([
    [
      'an unknown task',
      'stages:\n  - name: a\n    tasks:\n      - CheckTT1',
      "line 4, column 9: unknown task 'CheckTT1'; did you mean 'CheckT1'?",
    ],
    [
      'a task in the wrong case',
      'stages: [{name: a, tasks: [checkramsey]}]',
      "line 1, column 28: unknown task 'checkramsey'; did you mean 'CheckRamsey'?",
    ],
    [
      'a task that is none',
      'stages: [{name: a, tasks: [[x]]}]',
      'line 1, column 28: a task must be a name, such as CheckT1',
    ],
    [
      'a task without a name',
      'stages: [{name: a, tasks: [{parameters: {}}]}]',
      "line 1, column 28: a task needs 'task' with its name",
    ],
    [
      'an unknown key',
      `stagess: 1\n${stage()}`,
      "line 1, column 1: unknown key 'stagess' of the flow; did you mean 'stages'?",
    ],
    [
      'a key that is like none',
      stage('    colour: red'),
      "line 4, column 5: unknown key 'colour' of a stage; there are name, tasks, sequence, targets, parameters, on_failure, persist",
    ],
    ['a key that is given twice', stage('    name: two'), "line 4, column 5: 'name' is given twice"],
    [
      'a name that is used twice',
      stage('  - name: one', '    tasks: [CheckT1]'),
      "line 4, column 11: stage 'one' repeats the name of the stage in line 2",
    ],
    ['no stage', 'stages: []', 'line 1, column 9: stages needs at least one stage'],
    ['stages that are not a list', 'stages: {}', 'line 1, column 9: stages must be a list'],
    ['an empty stage', 'stages:\n  - name: a', "line 2, column 5: a stage needs 'tasks' or a 'sequence'"],
    ['a stage without tasks', 'stages: [{name: a, tasks: []}]', 'line 1, column 27: tasks needs at least one task'],
    [
      'a stage without a name',
      'stages:\n  - tasks: [CheckT1]',
      'line 2, column 5: a stage needs a name of 1 to 100 characters',
    ],
    ['tasks and a sequence', stage('    sequence: CHECK_1Q'), "line 4, column 15: a stage has 'tasks' or a 'sequence'"],
    [
      'an unknown sequence',
      'stages: [{name: a, sequence: CHECK1Q}]',
      "line 1, column 30: unknown sequence 'CHECK1Q'; did you mean 'CHECK_1Q'?",
    ],
    [
      'another backend',
      `backend: qubex\n${stage()}`,
      "line 1, column 10: backend must be 'simulator'; to drive hardware, save a flow for a worker",
    ],
    [
      'a seed that is not a number',
      `seed: lucky\n${stage()}`,
      'line 1, column 7: seed must be a whole number from 0 to 2147483647',
    ],
    [
      'a pace that takes for ever',
      `pace_seconds: 11\n${stage()}`,
      'line 1, column 15: pace_seconds must be a number from 0 to 10',
    ],
    [
      'an unknown way to fail',
      stage('    on_failure: retry'),
      "line 4, column 17: on_failure must be 'continue' or 'stop'",
    ],
    [
      'a persist that is neither true nor false',
      stage('    persist: never'),
      'line 4, column 14: persist must be true or false',
    ],
    [
      'a parameter that no task knows',
      stage('    parameters: {shoots: 1}'),
      "line 4, column 18: no task here has a parameter 'shoots'; did you mean 'shots'?",
    ],
    [
      'a parameter of the wrong type',
      stage('    parameters: {shots: many}'),
      "line 4, column 25: 'shots' must be a whole number from 1 to 10000000 for CheckT1",
    ],
    [
      'a scan without end',
      stage('    parameters: {time_range: [2, 5, 1000000]}'),
      "line 4, column 30: 'time_range' must be a list [from, to, count] of 1 to 1001 points for CheckT1",
    ],
    [
      'a failure rate above one',
      `parameters: {failure_rate: 2}\n${stage()}`,
      "line 1, column 28: 'failure_rate' must be a number from 0 to 1 for CheckT1",
    ],
    [
      'targets that are a word',
      stage('    targets: some'),
      'line 4, column 14: targets must be a mapping of keys to values',
    ],
    [
      'qubits that are a word',
      stage('    targets: {qubits: some}'),
      "line 4, column 23: qubits must be 'all' or a list of ids, such as [0, 1]",
    ],
    [
      'an empty list of qubits',
      stage('    targets: {qubits: []}'),
      'line 4, column 23: qubits is empty; leave it out or list at least one',
    ],
    [
      'a qubit that is not an id',
      stage('    targets: {qubits: [[0]]}'),
      'line 4, column 24: an entry of qubits must be an id',
    ],
    ['an alias without its anchor', 'stages: *gone', "line 1, column 9: there is no anchor 'gone' above"],
    ['a tab for an indent', 'stages:\n\t- name: a', 'line 2, column 1: not YAML: Tabs are not allowed as indentation'],
    [
      'two documents',
      `${stage()}\n---\na: 1`,
      'line 4, column 1: a flow is one YAML document; a second one begins here',
    ],
    ['nothing at all', '', "line 1, column 1: the document needs 'stages'"],
    ['a text', 'hello', 'line 1, column 1: the flow must be a mapping of keys to values'],
  ])('a mistake in a flow is reported with its place and what would be right: %s', (_, source, expected) => {
    expect(sentences(source)).toContain(expected);
    expect(sentences(source)).toHaveLength(1);
  });

  it('mistakes in a flow are reported all at once, in the order of the source', () => {
    const lines = sentences('seed: x\nstages:\n  - name: a\n    tasks: [A, B]\n    on_failure: x\npace_seconds: y');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'line 1, column 7',
      'line 4, column 13',
      'line 4, column 16',
      'line 5, column 17',
      'line 6, column 15',
    ]);
  });

  it('places in a flow count lines and columns as an editor does, whatever is before', () => {
    expect(sentences('# 校正 😀\r\nstages:\r\n  - name: 校正\r\n    tasks: [Nope]')).toEqual([
      "line 4, column 13: unknown task 'Nope'",
    ]);
  });
});

describe('a source that is made to be expensive', () => {
  it.each([
    [
      'a bomb of aliases',
      `a: &a [x]\nstages: [${'*a,'.repeat(20_000)}]`,
      'the document has 20000 aliases; at most 100 are allowed',
    ],
    ['many levels', `stages: ${'['.repeat(30_000)}`, 'nested too deeply'],
    ['many stages', `stages: [${'{name: a},'.repeat(5000)}]`, 'stages has 5000 entries; at most 50 are allowed'],
    [
      'many tasks',
      `stages: [{name: a, tasks: [${'CheckT1,'.repeat(101)}]}]`,
      'tasks has 101 entries; at most 100 are allowed',
    ],
    ['a large document', `#${' '.repeat(65_536)}`, 'the document has 65537 bytes; at most 65536 are allowed'],
  ])('an expensive source is refused: %s', (_, source, expected) => {
    expect(sentences(source).join('\n')).toContain(expected);
  });

  it('an anchor within itself ends', () => {
    expect(sentences('stages: &s [*s, {name: a, tasks: &t [*t, {task: *t}]}]').length).toBeGreaterThan(0);
  });

  it('no more than a hundred problems of a source are reported', () => {
    expect(sentences(Array.from({ length: 9000 }, (__, n) => `k${n}:`).join('\n'))).toHaveLength(100);
  });
});

describe('who runs a flow', () => {
  it.each([
    ['a mapping with stages', stage(), true],
    ['one with mistakes', 'stages: 3', true],
    ['one that is not YAML further down', `${stage()}\n  bad: [`, true],
    ['a mapping without stages', 'steps: []', false],
    ['Python', 'import time\n\ndef flow(stages):\n    """stages: all"""\n    return {"stages": 1}\n', false],
    ['a list', '- stages: 1', false],
    ['nothing', '', false],
  ])('a source is managed or not: %s', (_, source, managed) => {
    expect(looksManaged(source)).toBe(managed);
  });
});
