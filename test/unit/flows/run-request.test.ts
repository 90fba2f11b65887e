import { expect, it } from 'vitest';
import { PACE_LIMIT_SECONDS, parseFlow, SEED_LIMIT } from '#shared/flows/rules/parse-document.ts';
import { readRunRequest, readTaskOverrides } from '#shared/flows/rules/run-request.ts';

const { document } = parseFlow('stages: [{name: a, tasks: [CheckT1, CheckZX90]}]');
if (!document) throw new Error('The flow cannot be read');

const read = (parameters: Record<string, unknown>) => readRunRequest(document, parameters);
const list = (length: number, entry: unknown) => Array.from({ length }, () => entry);

it('a run without parameters asks for nothing', () => {
  const nothing = {
    chipId: undefined,
    qids: undefined,
    muxIds: undefined,
    couplingIds: undefined,
    excludeQids: [],
    onlyTasks: undefined,
  };
  const rest = { seed: undefined, paceSeconds: undefined, tags: undefined, simulatedValues: undefined };
  const expected = { ...nothing, ...rest, tasks: { all: {}, byTask: {} } };
  expect(read({})).toEqual({ request: expected, problems: [] });
  const absent = { chip_id: null, qids: null, seed: null, tags: null, simulated_values: null, shots: null };
  expect(read(absent)).toEqual({ request: expected, problems: [] });
  expect(read({ username: 'alice', flow_name: 'a', project_id: 'b' })).toEqual({ request: expected, problems: [] });
});

it.each([
  ['seed', 0],
  ['seed', SEED_LIMIT],
  ['pace_seconds', 0],
  ['pace_seconds', 0.5],
  ['pace_seconds', PACE_LIMIT_SECONDS],
  ['tags', list(50, 'x')],
  ['tags', ['x'.repeat(100)]],
  ['tags', []],
  ['qids', list(4096, 1)],
  ['simulated_values', 'keep'],
  ['chip_id', 'chip'],
])('%s may be %o', (name, value) => {
  expect(read({ [name]: value }).problems).toEqual([]);
});

it.each([
  ['seed', -1, 'seed must be a whole number from 0 to'],
  ['seed', 0.5, 'seed must be a whole number from 0 to'],
  ['seed', SEED_LIMIT + 1, 'seed must be a whole number from 0 to'],
  ['seed', '1', 'seed must be a whole number from 0 to'],
  ['pace_seconds', -0.1, 'pace_seconds must be a number from 0 to'],
  ['pace_seconds', PACE_LIMIT_SECONDS + 1, 'pace_seconds must be a number from 0 to'],
  ['pace_seconds', true, 'pace_seconds must be a number from 0 to'],
  ['tags', list(51, 'x'), 'tags must be a list of at most 50 texts'],
  ['tags', ['x'.repeat(101)], 'tags must be a list of at most 50 texts'],
  ['tags', [''], 'tags must be a list of at most 50 texts'],
  ['tags', ['x', 1], 'tags must be a list of at most 50 texts'],
  ['tags', 'x', 'tags must be a list of at most 50 texts'],
  ['qids', list(4097, 1), 'qids must be a list of at most 4096 ids'],
  ['mux_ids', [1.5], 'mux_ids must be a list of at most 4096 ids'],
  ['coupling_ids', ['0-1', ''], 'coupling_ids must be a list of at most 4096 ids'],
  ['exclude_qids', '1', 'exclude_qids must be a list of at most 4096 ids'],
  ['only_tasks', [], 'only_tasks must be a list of at least one task of the flow'],
  ['only_tasks', ['CheckT2'], "the flow has no task 'CheckT2'; did you mean 'CheckT1'?"],
  ['chip_id', 7, 'chip_id must be the id of a chip'],
  ['simulated_values', true, 'simulated_values must be '],
])('%s may not be %o', (name, value, message) => {
  expect(read({ [name]: value }).problems).toEqual([
    { place: null, path: `parameters.${name}`, message: expect.stringContaining(message) },
  ]);
});

it('what narrows the targets is named as it was given, with its place in the request', () => {
  const { request } = read({ qids: ['3', 4], mux_ids: [0], coupling_ids: ['0-1'], exclude_qids: [5] });
  const named = (text: string, path: string) => ({ text, place: null, path: `parameters.${path}` });
  expect(request).toMatchObject({
    qids: [named('3', 'qids.0'), named('4', 'qids.1')],
    muxIds: [named('0', 'mux_ids.0')],
    couplingIds: [named('0-1', 'coupling_ids.0')],
    excludeQids: [named('5', 'exclude_qids.0')],
  });
});

it('a parameter is for all tasks that know it, a map for one of them, and a value may be in a map', () => {
  const given = {
    shots: { value: 10, value_type: 'int' },
    CheckT1: { shots: 20, interval: { value: 30 } },
    CheckZX90: {},
  };
  expect(readTaskOverrides(document, given, 'p')).toEqual({
    overrides: { all: { shots: 10 }, byTask: { CheckT1: { shots: 20, interval: 30 }, CheckZX90: {} } },
    problems: [],
  });
});

it('what is null is as if it were absent, wherever it is', () => {
  const given = { shots: { value: null }, interval: { value: undefined }, CheckT1: { shots: null } };
  expect(readTaskOverrides(document, given, 'p')).toEqual({
    overrides: { all: {}, byTask: { CheckT1: {} } },
    problems: [],
  });
});

it.each([
  [{ CheckT2Echo: { shots: 1 } }, 'p.CheckT2Echo', "the flow has no task 'CheckT2Echo'"],
  [{ CheckT1: 5 }, 'p.CheckT1', "'CheckT1' must be a map of its parameters"],
  [{ CheckT1: ['shots'] }, 'p.CheckT1', "'CheckT1' must be a map of its parameters"],
  [{ CheckT1: { shots: 0 } }, 'p.CheckT1.shots', "'shots' must be a whole number"],
  [{ CheckT1: { repetitions: 3 } }, 'p.CheckT1.repetitions', "no task here has a parameter 'repetitions'"],
  [{ shotz: 3 }, 'p.shotz', "no task here has a parameter 'shotz'; did you mean 'shots'?"],
])('%o is refused, with its place', (given, path, message) => {
  const { overrides, problems } = readTaskOverrides(document, given, 'p');
  expect(problems).toEqual([{ place: null, path, message: expect.stringContaining(message) }]);
  expect(overrides.all).toEqual({});
});
