import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let stranger: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  stranger = await world.register('stranger');
});
afterAll(() => world.stop());

/** A chip of four qubits in a project of its own. */
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
});

const yaml = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: [0, 1]}
`;
const python = 'def measure(qids):\n    return qids\n';
const at = (name: string) => ({ params: { name } });
type Body = Parameters<Caller['api']['saveFlow']>[0]['body'];
const save = (name: string, more: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  owner.api.saveFlow({ body: { name, chip_id: 'chip', code: yaml, ...more }, headers });
const missing = (name: string, projectId = owner.projectId) =>
  refused(404, `Flow '${name}' not found in project '${projectId}'`);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

describe('saveFlow', () => {
  it('saveFlow 201: with its defaults, and readable as it was saved', async () => {
    const saved = await save('check');
    expect(saved).toEqual({
      name: 'check',
      file_path: 'flows/check/v1.yaml',
      message: "Flow 'check' created successfully",
      runner: 'managed',
      version: 1,
      updated_at: instant,
      etag: '"1"',
      warnings: [],
    });
    expect(await owner.api.getFlow(at('check'))).toEqual({
      name: 'check',
      project_id: owner.projectId,
      created_by: owner.username,
      username: owner.username,
      updated_by: owner.username,
      description: '',
      chip_id: 'chip',
      flow_function_name: 'check',
      file_path: 'flows/check/v1.yaml',
      deployment_id: null,
      tags: [],
      runner: 'managed',
      version: 1,
      created_at: instant,
      updated_at: saved.updated_at,
      code: yaml,
      default_parameters: {},
      default_run_parameters: {},
      claim_timeout_seconds: null,
      persist: true,
      etag: '"1"',
    });
  });

  it('saveFlow 201: any source of a worker, with everything alongside it, to the byte', async () => {
    const code = `# 校正 😀\r\n${python}`;
    const default_parameters = { qids: ['0'], deep: { list: [1, null, { constructor: 'x' }] } };
    await save('lab', {
      code,
      description: 'Overnight',
      flow_function_name: 'measure',
      default_parameters,
      default_run_parameters: { shots: { value: 10, value_type: 'int' } },
      tags: ['night', 'night'],
    });
    expect(await owner.api.getFlow(at('lab'))).toMatchObject({
      code,
      runner: 'worker',
      file_path: 'flows/lab/v1.py',
      description: 'Overnight',
      flow_function_name: 'measure',
      default_parameters,
      default_run_parameters: { shots: { value: 10, value_type: 'int' } },
      tags: ['night'],
    });
  });

  it('saveFlow 201: a source of 200,000 bytes', async () => {
    const code = Array.from({ length: 200_000 }, (_, n) => String.fromCharCode(33 + ((n * n) % 90))).join('');
    await save('large', { code, runner: 'worker' });
    expect((await owner.api.getFlow(at('large'))).code).toBe(code);
  });

  it('saveFlow 200: replaces the flow of that name and keeps who made it', async () => {
    await save('check', { description: 'first', tags: ['a'] });
    const raw = await world.raw('POST', '/flows', {
      token: owner.token,
      json: { name: 'check', chip_id: 'chip', code: python },
    });
    expect([raw.status, raw.headers.etag, raw.body.message]).toEqual([200, '"2"', "Flow 'check' updated successfully"]);
    expect(await owner.api.getFlow(at('check'))).toMatchObject({
      version: 2,
      runner: 'worker',
      description: '',
      tags: [],
      created_by: owner.username,
    });
  });

  it('saveFlow 200: the same again makes no version', async () => {
    const first = await save('check');
    const second = await save('check');
    expect(second).toEqual({ ...first, message: "Flow 'check' is unchanged" });
    expect((await owner.api.listFlowVersions(at('check'))).total).toBe(1);
  });

  it('saveFlow 400: a managed flow with mistakes, each with its line, and nothing is saved', async () => {
    const code = 'stages:\n  - name: a\n    tasks: [CheckTT1]\n    on_failure: maybe\n';
    expect(await refusal(save('bad', { code }))).toEqual({
      ...refused(
        400,
        "Flow 'bad' cannot be saved: line 3, column 13: unknown task 'CheckTT1'; did you mean 'CheckT1'? (and 1 more)",
      ),
      errors: [
        {
          path: 'body.code.stages.0.tasks.0',
          message: "line 3, column 13: unknown task 'CheckTT1'; did you mean 'CheckT1'?",
        },
        {
          path: 'body.code.stages.0.on_failure',
          message: "line 4, column 17: on_failure must be 'continue' or 'stop'",
        },
      ],
    });
    expect(await refusal(owner.api.getFlow(at('bad')))).toEqual(missing('bad'));
  });

  it.each([
    [
      'a qubit that the chip lacks',
      { code: yaml.replace('[0, 1]', '[0, 17]') },
      'body.code.stages.0.targets.qubits.1',
      "line 4, column 27: Qubit '17' not found in chip 'chip'",
    ],
    [
      'a default parameter that no task has',
      { default_parameters: { shoots: 1 } },
      'body.default_parameters.shoots',
      "no task here has a parameter 'shoots'; did you mean 'shots'?",
    ],
    [
      'a default qubit that the chip lacks',
      { default_parameters: { qids: [9] } },
      'body.default_parameters.qids.0',
      "Qubit '9' not found in chip 'chip'",
    ],
    [
      'a default run parameter of the wrong type',
      { default_run_parameters: { CheckT1: { shots: { value: 'many' } } } },
      'body.default_run_parameters.CheckT1.shots',
      "'shots' must be a whole number from 1 to 10000000 for CheckT1",
    ],
    [
      'a text that is to be managed',
      { code: 'measure', runner: 'managed' as const },
      'body.code',
      'line 1, column 1: the flow must be a mapping of keys to values',
    ],
  ])('saveFlow 400 of a managed flow: %s', async (_, more, path, message) => {
    expect((await refusal(save('bad', more))).errors).toEqual([{ path, message }]);
  });

  it.each(['managed', 'worker'] as const)('saveFlow 400: an unknown chip of a %s flow', async (runner) => {
    const detail = `Chip 'nowhere' not found in project '${owner.projectId}'`;
    expect(await refusal(save('check', { chip_id: 'nowhere', runner }))).toEqual(refused(400, detail));
    await stranger.api.createChip({ body: { chip_id: `of-stranger-${counter}`, topology_id: 'linear-2' } });
    const { status } = await refusal(save('check', { chip_id: `of-stranger-${counter}`, runner }));
    expect(status).toBe(400);
  });

  it.each([
    [
      'a name with other letters',
      { name: 'my-flow' },
      'Flow name must contain only alphanumeric characters and underscores',
    ],
    [
      'a name that a path keeps for itself',
      { name: 'templates' },
      'must not be one of templates, schedules, helpers, validate',
    ],
    ['no source', { code: ' \n' }, 'must not be empty'],
    ['a source that is too large', { code: 'x'.repeat(200_001) }, 'must be at most 200000 bytes of UTF-8'],
    [
      'parameters that are too deep',
      { default_parameters: JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`) },
      'must be at most 32768 bytes of JSON, 10 levels deep',
    ],
    ['parameters without a name', { default_parameters: { deep: [{ '': 1 }] } }, 'must not have empty names'],
  ])('saveFlow 400: %s', async (_, more, message) => {
    const { errors } = await refusal(save('check', more));
    expect(errors).toEqual([{ path: expect.any(String), message }]);
  });

  it('saveFlow 409: If-Match that no longer fits, while the one that fits goes through', async () => {
    await save('check');
    await save('check', { description: 'theirs' }, { 'if-match': '"1"' });
    expect(await refusal(save('check', { description: 'mine' }, { 'if-match': '"1"' }))).toEqual(
      refused(409, `Flow 'check' was changed by another request: its ETag is "2", If-Match was "1". Read it again`),
    );
    expect((await owner.api.getFlow(at('check'))).description).toBe('theirs');
    await owner.api.deleteFlow(at('check'));
    expect((await refusal(save('check', {}, { 'if-match': '*' }))).status).toBe(409);
  });

  it('saveFlow 409: If-None-Match where there is one, so that a new flow replaces none unseen', async () => {
    await save('check', {}, { 'if-none-match': '*' });
    expect(await refusal(save('check', { description: 'x' }, { 'if-none-match': '*' }))).toEqual(
      refused(409, `Flow 'check' already exists, saved by '${owner.username}'; choose another name`),
    );
  });

  it('of ten saves of a flow at once, every one is a version of its own', async () => {
    const saved = await Promise.all(Array.from({ length: 10 }, (_, n) => save('check', { description: `${n}` })));
    expect(saved.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe('listFlows', () => {
  it('listFlows 200: the latest update first, in pages, and only those of the project', async () => {
    for (const name of ['a', 'b', 'c']) await save(name);
    world.advance(1);
    await save('a', { description: 'again' });
    const list = async (query: object) => {
      const { flows, ...page } = await owner.api.listFlows({ query });
      return { names: flows.map(({ name }) => name), ...page };
    };
    expect(await list({})).toEqual({
      ...{ names: ['a', 'c', 'b'], total: 3, skip: 0, limit: 100, next_cursor: null },
      complete_until: expect.stringMatching(/Z$/),
    });
    const first = await list({ limit: 2 });
    expect((await list({ cursor: first.next_cursor })).names).toEqual(['b']);
    expect((await list({ skip: 2, limit: 1 })).names).toEqual(['b']);
    expect((await stranger.api.listFlows({})).flows).toEqual([]);
  });

  it('listFlows 200: rows with what QDash shows, and without the source', async () => {
    await save('check', { tags: ['x'] });
    const { flows } = await owner.api.listFlows({});
    expect(flows[0]).toMatchObject({ name: 'check', created_by: owner.username, file_exists: true, tags: ['x'] });
    expect(flows[0]).not.toHaveProperty('code');
  });

  it('listFlows 400: more than 500', async () => {
    expect((await refusal(owner.api.listFlows({ query: { limit: 501 } }))).status).toBe(400);
  });
});

describe('getFlow', () => {
  it('getFlow 200: with its entity tag', async () => {
    await save('check');
    const raw = await world.raw('GET', '/flows/check', { token: owner.token });
    expect([raw.status, raw.headers.etag]).toEqual([200, '"1"']);
  });

  it('getFlow 404: unknown, and of another project', async () => {
    await save('check');
    expect(await refusal(owner.api.getFlow(at('other')))).toEqual(missing('other'));
    expect(await refusal(stranger.api.getFlow(at('check')))).toEqual(missing('check', stranger.projectId));
  });
});

describe('deleteFlow', () => {
  it('deleteFlow 200: it is gone from everywhere, but its versions can be read one by one', async () => {
    await save('check');
    expect(await owner.api.deleteFlow(at('check'))).toEqual({ message: "Flow 'check' deleted successfully" });
    expect(await refusal(owner.api.getFlow(at('check')))).toEqual(missing('check'));
    expect((await owner.api.listFlows({})).flows).toEqual([]);
    expect(await refusal(owner.api.listFlowVersions(at('check')))).toEqual(missing('check'));
    expect(await refusal(owner.api.deleteFlow(at('check')))).toEqual(missing('check'));
    expect((await owner.api.getFlowVersion({ params: { name: 'check', version: 1 } })).code).toBe(yaml);
  });

  it('a flow that is saved under the name of a deleted one is new, and counts its versions on', async () => {
    await save('check', { description: 'old' });
    await owner.api.deleteFlow(at('check'));
    const raw = await world.raw('POST', '/flows', {
      token: owner.token,
      json: { name: 'check', chip_id: 'chip', code: yaml },
    });
    expect([raw.status, raw.body.version]).toEqual([201, 2]);
    const { flows } = await owner.api.listFlows({});
    expect(flows.map(({ name, description }) => [name, description])).toEqual([['check', '']]);
  });

  it('deleteFlow 404: of another project', async () => {
    await save('check');
    expect(await refusal(stranger.api.deleteFlow(at('check')))).toEqual(missing('check', stranger.projectId));
    expect((await owner.api.getFlow(at('check'))).name).toBe('check');
  });
});

describe('versions', () => {
  it('versions of a flow 200: every save that changed something, the latest first, each as it was saved', async () => {
    await save('check', { description: 'one' });
    await save('check', { description: 'two', code: python });
    const { versions, total } = await owner.api.listFlowVersions(at('check'));
    expect(total).toBe(2);
    expect(versions).toEqual([
      expect.objectContaining({ version: 2, description: 'two', runner: 'worker', saved_by: owner.username }),
      expect.objectContaining({ version: 1, description: 'one', runner: 'managed', file_path: 'flows/check/v1.yaml' }),
    ]);
    expect(versions[0]).not.toHaveProperty('code');
    expect(await owner.api.getFlowVersion({ params: { name: 'check', version: 1 } })).toMatchObject({
      description: 'one',
      code: yaml,
      default_parameters: {},
    });
  });

  it('a version of a flow that there is not, and one of another project, are 404', async () => {
    await save('check');
    const read = (caller: Caller, version: number) => caller.api.getFlowVersion({ params: { name: 'check', version } });
    expect(await refusal(read(owner, 2))).toEqual(
      refused(404, `Version 2 of flow 'check' not found in project '${owner.projectId}'`),
    );
    expect((await refusal(read(stranger, 1))).status).toBe(404);
    expect((await refusal(owner.api.listFlowVersions(at('other')))).status).toBe(404);
  });
});
