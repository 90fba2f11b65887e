import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '#shared/api/openapi.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { version } from '#shared/kernel/version.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { slackChannel, slackToken } from '#test/support/chat/slack-server.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

describe('without a token', () => {
  it('without a token the health says which release answers', async () => {
    const ok = { status: 'ok', reason: null };
    const parts = { table: ok, streams: ok, search: ok };
    expect(await world.client(undefined).getHealth()).toEqual({ status: 'ok', version, environment: 'local', parts });
  });

  it('without a token the interface description is the one of the registry', async () => {
    expect(await world.client(undefined).getOpenApiDocument()).toEqual(openApiDocument());
  });
});

it('details of the health are for administrators', async () => {
  const { username, password } = world.admin;
  const { access_token: token } = await world.client(undefined).login({ body: { username, password } });
  const well = { status: 'ok', reason: null, detail: null };
  const { parts, limits } = await world.client(token).getServiceHealth();
  expect(parts).toEqual({ table: well, streams: well, search: well });
  expect(limits).toHaveLength(11);
  expect(limits).toContainEqual({
    name: 'project-reads',
    unit: 'read-units',
    units_per_second: 60_000,
    burst: 600_000,
  });
  expect(await refusal(owner.api.getServiceHealth())).toMatchObject({ status: 403 });
});

describe('settings and configuration', () => {
  it('settings are the zone of dates and the environment, nothing that is secret', async () => {
    const settings = await owner.api.getSettings();
    expect(settings).toMatchObject({ env: 'local', timezone: 'Asia/Tokyo' });
    const { tableName } = world.stack;
    expect(JSON.stringify(settings)).not.toContain(tableName);
    expect(JSON.stringify(settings)).not.toContain(world.admin.password);
  });

  it('settings have each field of QDash, of its type and none besides, since a model may refuse what it does not know', async () => {
    await owner.api.replaceChat({ body: { channel: slackChannel, token: slackToken } });
    const settings = await owner.api.getSettings();
    const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
    expect(Object.fromEntries(Object.entries(settings).map(([field, value]) => [field, typeOf(value)]))).toEqual({
      env: 'string',
      client_url: 'string',
      api_cors_origins: 'list',
      prefect_api_url: 'string',
      slack_bot_token: 'string',
      slack_channel_id: 'string',
      postgres_data_path: 'string',
      mongo_data_path: 'string',
      calib_data_path: 'string',
      mongo_db_name: 'string',
      mongo_port: 'number',
      mongo_express_port: 'number',
      postgres_port: 'number',
      prefect_port: 'number',
      api_port: 'number',
      ui_port: 'number',
      log_level: 'string',
      timezone: 'string',
      enable_local_codex_agent: 'boolean',
    });
    const ports = Object.entries(settings).filter(([field]) => field.endsWith('_port'));
    expect(ports.every(([, port]) => Number.isInteger(port))).toBe(true);
    // QDash answers the token of its bot to every signed-in user.
    expect(settings.slack_bot_token).toBe('');
    expect(JSON.stringify(settings)).not.toContain(slackToken);
  });

  it('the catalogue of the API has every metric under its target, complete, in both places', async () => {
    const metrics = await owner.api.getMetricsConfig();
    expect((await owner.api.getConfigAll()).metrics).toEqual(metrics);
    const keys = [
      ...Object.keys(metrics.qubit_metrics).map((key) => `qubit ${key}`),
      ...Object.keys(metrics.coupling_metrics).map((key) => `coupling ${key}`),
    ];
    expect(keys).toEqual(metricCatalogue.map(({ target, key }) => `${target} ${key}`));
    for (const entry of Object.values({ ...metrics.qubit_metrics, ...metrics.coupling_metrics })) {
      expect(entry.title).not.toBe('');
      expect(entry.scale).toBeGreaterThan(0);
      expect(entry.fresh_for_seconds).toBeGreaterThan(0);
    }
    const { qubit, coupling } = metrics.cdf_groups;
    const drawn = [...qubit.flatMap((group) => group.metrics), ...coupling.flatMap((group) => group.metrics)];
    const defined = { ...metrics.qubit_metrics, ...metrics.coupling_metrics };
    // QDash draws this one too, and has no definition of it either.
    expect(drawn.filter((metric) => !(metric in defined))).toEqual(['resonator_frequency']);
    expect(metrics.color_scale.name).toBe('cividis');
  });
});

describe('listExecutions', () => {
  const execution = (executionId: string, projectId = owner.projectId): ExecutionRecord =>
    executionRecord({
      projectId,
      executionId,
      name: 'nightly',
      userId: owner.userId,
      username: 'owner',
      startAt: '2025-01-01T00:00:00.000Z',
      endAt: '2025-01-01T00:01:30.000Z',
      elapsedSeconds: 90,
      tags: ['t1'],
    });

  it('listExecutions 200: an empty list in a project where nothing has run', async () => {
    expect(await owner.api.listExecutions()).toEqual({
      executions: [],
      total: 0,
      skip: 0,
      limit: 20,
      next_cursor: null,
      complete_until: expect.stringMatching(/Z$/),
    });
  });

  it('listExecutions is newest first, in pages, and only those of the project', async () => {
    const { db } = world.stack.runtime;
    const ids = ['20250101-000', '20250101-001', '20250102-000', '20250101-999', '20250101-1000'];
    for (const id of ids) await writeItem(db, { put: executionEntity.encode(execution(id), 1) });
    await writeItem(db, { put: executionEntity.encode(execution('20250103-000', world.admin.projectId), 1) });
    const page = await owner.api.listExecutions({ query: { limit: 3 } });
    expect([page.total, page.executions.map(({ execution_id }) => execution_id)]).toEqual([
      5,
      ['20250102-000', '20250101-1000', '20250101-999'],
    ]);
    expect(page.executions[0]).toMatchObject({
      name: 'nightly-20250102-000',
      status: 'completed',
      elapsed_time: 90,
      tags: ['t1'],
    });
    const rest = await owner.api.listExecutions({ query: { cursor: page.next_cursor ?? '' } });
    expect(rest.executions.map(({ execution_id }) => execution_id)).toEqual(['20250101-001', '20250101-000']);
  });

  it.each([{ limit: 0 }, { limit: 101 }, { skip: -1 }, { skip: 10_001 }, { cursor: 'e30' }])(
    'listExecutions 400: %j',
    async (query) => {
      expect((await refusal(owner.api.listExecutions({ query }))).status).toBe(400);
    },
  );
});
