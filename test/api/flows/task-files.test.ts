import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let user: Caller;
beforeAll(async () => {
  world = await startWorld();
  user = await world.register('user');
});
afterAll(() => world.stop());

it('every task of a backend is a file of its tree, and the file is its definition', async () => {
  const { backends, total } = await user.api.listTaskFileBackends({});
  expect([total, backends.map(({ name }) => name)]).toEqual([3, ['simulator', 'qubex', 'fake']]);
  const found: string[] = [];
  for (const { children } of await user.api.getTaskFileTree({ query: { backend: 'simulator' } }))
    for (const { path, name, type } of children ?? []) {
      const { content, modified } = await user.api.getTaskFileContent({ query: { path } });
      const definition = parse(content) as Record<string, unknown>;
      expect([type, modified, `${definition.name}.yaml`]).toEqual(['file', null, name]);
      found.push(String(definition.name));
    }
  expect(found).toEqual(taskCatalogue.map(({ name }) => name));
  expect(await user.api.getTaskFileTree({ query: { backend: 'unheard' } })).toEqual([]);
});

it('the definition of a task has its inputs, parameters and outputs', async () => {
  const { content } = await user.api.getTaskFileContent({ query: { path: 'simulator/1q_coarse/CheckT1.yaml' } });
  expect(parse(content)).toMatchObject({
    ...{ name: 'CheckT1', type: 'qubit', category: '1Q Coarse', timeout_minutes: 60 },
    inputs: expect.arrayContaining(['hpi_amplitude']),
    run_parameters: { time_range: { unit: 'ns', value_type: expect.any(String) } },
    outputs: [{ name: 't1', unit: 'us', description: 'Energy relaxation time' }],
  });
});

it('the list of tasks names the file of each, as the tree does', async () => {
  const { tasks } = await user.api.listTaskInfo({ query: { backend: 'qubex' } });
  for (const { file_path: path, name } of tasks.slice(0, 3))
    expect((await user.api.getTaskFileContent({ query: { path } })).name).toBe(`${name}.yaml`);
});

it('the configuration has the tasks of each backend and category', async () => {
  const config = await user.api.getBackendConfig({});
  expect(config.default_backend).toBe('simulator');
  const { tasks } = await user.api.listTaskInfo({ query: { backend: 'fake' } });
  expect(config.backends.fake?.tasks).toEqual(tasks.map(({ name }) => name));
  expect(Object.values(config.categories).flat()).toHaveLength(taskCatalogue.length);
  expect((await user.api.getTaskFileSettings({})).default_backend).toBe('simulator');
});

it.each(['simulator/1q_coarse/Nothing.yaml', 'fake/1q_fine/CheckDRAGPIPulse.yaml', 'x', '../CheckT1.yaml'])(
  'the path %s names no definition',
  async (path) => {
    expect((await refusal(user.api.getTaskFileContent({ query: { path } }))).status).toBe(400);
  },
);
