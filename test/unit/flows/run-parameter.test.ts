import { expect, it } from 'vitest';
import { parameterProblem, parametersOf } from '#shared/flows/rules/run-parameter.ts';
import { findTask } from '#shared/runs/rules/task-catalogue.ts';

const problem = (valueType: string, value: unknown, { name = 'x', unit = '' } = {}) =>
  parameterProblem(name, { value: 0, valueType, unit, description: '' }, value);

const list = (length: number, entry: unknown = 1) => Array.from({ length }, () => entry);
const letters = (count: number) => 'x'.repeat(count);

it.each([
  ['int', [1, 2, 1000], [0, -1, 1001, 1.5, '3', null, Number.NaN, true]],
  ['float', [0, -1e9, 1e9, 0.5], [1.000001e9, -1.000001e9, Number.POSITIVE_INFINITY, Number.NaN, '1', null]],
  ['str', ['', letters(200)], [letters(201), 1, null, ['a']]],
  [
    'np.arange',
    [
      [0, 1001, 1],
      [0, 1, 1],
      [0, 0.5, 1],
      [5, 0, -1],
      [0, 1000.5, 1],
    ],
    [[0, 1001.5, 1], [1, 0, 1], [0, 1, 0], [0, 1], [0, 1, 1, 1], [0, 'a', 1], 'abc', null],
  ],
  [
    'np.linspace',
    [
      [0, 1, 1],
      [-50, 50, 1001],
    ],
    [
      [0, 1, 1002],
      [0, 1, 0],
      [0, 1, 1.5],
      [2e9, 1, 3],
      [0, 2e9, 3],
    ],
  ],
  [
    'np.logspace',
    [
      [-12, 12, 5],
      [12, -12, 5],
    ],
    [
      [-12.1, 1, 5],
      [1, 12.1, 5],
      [12.1, 1, 5],
      [1, -12.1, 5],
      [0, 1, 1.5],
    ],
  ],
  [
    'list',
    [[], [1, 'a', -1e9], list(1024), [letters(200)]],
    [list(1025), [letters(201)], [null], [[1]], [2e9], [1, null], 'a', 3],
  ],
] as const)('%s takes what it can be and refuses everything else', (valueType, taken, refused) => {
  for (const value of taken)
    expect({ value, problem: problem(valueType, value) }).toEqual({ value, problem: undefined });
  for (const value of refused)
    expect({ value, problem: problem(valueType, value) }).not.toEqual({ value, problem: undefined });
});

it.each([
  ['shots', '', 10_000_000],
  ['interval', 'ns', 10_000_000],
  ['repetitions', '', 1000],
])('a whole number repeats work, or is only a number: %s in %j goes up to %i', (name, unit, max) => {
  expect(problem('int', max, { name, unit })).toBeUndefined();
  expect(problem('int', max + 1, { name, unit })).toBe(`'${name}' must be a whole number from 1 to ${max}`);
});

it.each([
  ['float', "'x' must be a number"],
  ['str', "'x' must be a text"],
  ['np.arange', "'x' must be a list [from, to, step] of 1 to 1001 points"],
  ['np.linspace', "'x' must be a list [from, to, count] of 1 to 1001 points"],
  ['list', "'x' must be a list of at most 1024 numbers or texts"],
])('what %s must be is said', (valueType, words) => expect(problem(valueType, {})).toBe(words));

it('every task takes the parameters of the simulator, which are shares, and its own', () => {
  const task = findTask('CheckT1');
  if (!task) throw new Error('There is no CheckT1');
  expect(Object.keys(parametersOf(task))).toEqual([
    'failure_rate',
    'bad_target_rate',
    'ageing_per_day',
    ...Object.keys(task.runParameters),
  ]);
  const rate = parametersOf(task).failure_rate;
  if (!rate) throw new Error('There is no failure_rate');
  expect([0, 0.5, 1].flatMap((value) => parameterProblem('failure_rate', rate, value) ?? [])).toEqual([]);
  expect([-0.1, 1.1, '0.5', null].map((value) => parameterProblem('failure_rate', rate, value))).toEqual(
    list(4, "'failure_rate' must be a number from 0 to 1"),
  );
});
