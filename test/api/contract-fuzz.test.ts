import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '#shared/api/define.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import { operations } from '#shared/api/registry.ts';
import { errorBody } from '#shared/api/schemas/common.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { arbitraryOf, awkwardTexts, nearly, type Schema } from './support/arbitraries.ts';
import { multipartOf, multipartType, samplePng } from './support/images.ts';
import { sampleFlow } from './support/samples.ts';
import { jsonHeaders, send, type WireRequest } from './support/wire.ts';
import { type Caller, startWorld, type World } from './support/world.ts';

/** Set FUZZ_SEED to look elsewhere, or again where it failed; FUZZ_RUNS to look longer. */
const seed = Number(process.env.FUZZ_SEED ?? 20_250_226);
const numRuns = Number(process.env.FUZZ_RUNS ?? caseCount(10));

interface DescribedOperation {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

const described = (operation: Operation): DescribedOperation => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, DescribedOperation>> };
  const found = paths[operation.route.path]?.[operation.route.method.toLowerCase()];
  if (!found) throw new Error(`${operation.operationId} is not described`);
  return found;
};

let world: World;

/**
 * Gives a project to another: one user may not own as many as there are operations. An earlier request may have deleted
 * it.
 */
async function giveAway(project_id: string, { api, username }: Caller): Promise<void> {
  const params = { project_id };
  await world.join(world.admin.api, { params, body: { username, role: 'editor' } }).catch(() => undefined);
  await world.admin.api.transferProjectOwnership({ params, body: { username } });
  await api.acceptProjectTransfer({ params });
}

/** Makes a project with something under each of the known names. */
async function makeScrap(name: string): Promise<string> {
  const { project_id } = await world.admin.api.createProject({ body: { name } });
  const client = world.client(world.admin.token, project_id);
  await client.createChip({ body: { chip_id: 'fuzz', topology_id: 'linear-3' } });
  await client.updateCalibrationParameters({
    body: { chip_id: 'fuzz', qid: '0', parameters: { t1: { value: 40, unit: 'us' } } },
  });
  await client.saveFlow({ body: { name: 'sample_flow', chip_id: 'fuzz', code: sampleFlow } });
  await client.createCryostat({ body: { cryo_id: 'fridge' } });
  const started_at = '2025-01-01T00:00:00Z';
  await client.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at, chip_ids: ['fuzz'] } });
  return project_id;
}

/** Projects that were given away. */
let kept = 0;
/** A project that an operation may spoil, made again after whatever has changed it. */
let scrap = '';
let writeScrap: string | undefined;
let isSpoilt = false;
/** The project of all reads, which spoil nothing. */
let readScrap = '';

beforeAll(async () => {
  world = await startWorld();
  // Each request is tested alone: no run may go on at the same time.
  world.stack.runtime.ports.orchestrator = fakeOrchestrator();
  await world.register('victim');
  readScrap = await makeScrap('reads');
});
afterAll(() => world.stop());

const texts = fc.constantFrom(...awkwardTexts.filter((text) => text !== ''));
const oftenOneOf = (...known: string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: texts });

/** Ids that lead somewhere, sizes that are quickly made; everything else comes from the schema alone. */
const knownNames: Record<string, fc.Arbitrary<unknown>> = {
  chip_id: oftenOneOf('fuzz', 'other'),
  cryo_id: oftenOneOf('fridge', 'other'),
  cooldown_id: oftenOneOf('cd-1', 'other'),
  chip_ids: fc.constantFrom<unknown>([], ['fuzz'], ['fuzz', 'fuzz'], ['nowhere'], null),
  qid: oftenOneOf('0', '1', '0-1', '1-0'),
  coupling_id: oftenOneOf('0-1', '1-0', '7-8'),
  name: oftenOneOf('sample_flow', 'another'),
  version: oftenOneOf('1', '2'),
  template_id: oftenOneOf('bringup', 'nothing'),
  code: fc.oneof(
    fc.constantFrom(sampleFlow, 'stages: 3', 'stages: [', 'def f(): pass', ''),
    fc.string({ unit: 'binary' }),
  ),
  metric: oftenOneOf('t1', 'x_gate_fidelity'),
  username: oftenOneOf('victim', 'nobody-here'),
  size: fc.constantFrom(2, 5, 16, 0, -1, 1025, null),
  topology_id: fc.constantFrom('linear-2', 'linear-5', 'square-lattice-mux-16', 'nowhere', null),
  documents: fc.constantFrom<unknown>(oldDevice(), { conf: {}, props: {} }, { conf: null }, []),
};
const byName = (name: string) => knownNames[name];

function pathOf(operation: Operation): fc.Arbitrary<string> {
  const names = [...operation.route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const project = fc.constantFrom('scrap', 'scrap', 'scrap', 'unknown', 'a#b', '😀');
  const values = names.map((name) => (name === 'project_id' ? project : ((knownNames[name] ?? texts) as typeof texts)));
  return fc.tuple(...values).map((drawn) =>
    names.reduce((path, name, index) => {
      const value = String(drawn[index]);
      return path.replace(`{${name}}`, encodeURIComponent(value === 'scrap' ? scrap : value));
    }, operation.route.path as string),
  );
}

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const parameters = (described(operation).parameters ?? []).filter((parameter) => parameter.in === 'query');
  const fields = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, fc.oneof(byName(name) ?? arbitraryOf(schema, byName), texts)]),
  );
  return fc
    .record(fields, { requiredKeys: parameters.filter((one) => one.required).map((one) => one.name) })
    .map((values) => {
      const text = new URLSearchParams(
        Object.entries(values).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
        ),
      ).toString();
      return text === '' ? '' : `?${text}`;
    });
}

const headers = fc.record(
  {
    'x-project-id': fc.constantFrom('scrap', 'unknown', '', 'a#b', 'x'.repeat(4000)),
    'if-match': fc.constantFrom('*', '"1"', 'W/"1"', '', 'x'.repeat(500)),
    'idempotency-key': fc.constantFrom('once', 'twice', '', 'x'.repeat(300)),
    'x-request-id': fc.constantFrom('given', '<x>', 'x'.repeat(200)),
  },
  { requiredKeys: [] },
);

/** Files of any bytes, and bodies that are not forms. */
const bodies = fc.oneof(
  fc.string({ unit: 'binary-ascii' }).map((text) => multipartOf(Buffer.from(text)).toString('latin1')),
  fc.constantFrom('', '--', multipartOf(samplePng, 'other').toString('latin1')),
);

function bodyOf(operation: Operation): fc.Arbitrary<string | undefined> {
  const [content] = Object.entries(described(operation).requestBody?.content ?? {});
  if (!content) return fc.constant(undefined);
  const [type, { schema }] = content;
  const value = nearly(arbitraryOf(schema, byName));
  if (type === 'multipart/form-data') return bodies;
  if (type !== 'application/json')
    return value.map((drawn) =>
      new URLSearchParams(Object.entries(Object(drawn)).map(([name, field]) => [name, String(field)])).toString(),
    );
  const broken = fc.constantFrom('', '{', '[1,', '"\\ud800"', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'NaN');
  return fc.oneof(
    { weight: 8, arbitrary: value.map((drawn) => JSON.stringify(drawn)) },
    { weight: 1, arbitrary: broken },
  );
}

function requestOf(operation: Operation): fc.Arbitrary<WireRequest> {
  return fc
    .record({ path: pathOf(operation), query: queryOf(operation), headers, body: bodyOf(operation) })
    .map(({ path, query, headers: drawn, body }) => ({
      method: operation.route.method,
      path: `${path}${query}`,
      headers: {
        ...(operation.bodyType === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(operation.bodyType === 'multipart' ? { 'content-type': multipartType } : {}),
        ...drawn,
        ...(drawn['x-project-id'] === 'scrap' ? { 'x-project-id': scrap } : {}),
      },
      ...(body === undefined ? {} : { body }),
    }));
}

async function check(operation: Operation, request: WireRequest): Promise<void> {
  const headers = { ...jsonHeaders(world.admin.token), ...request.headers };
  const answer = await send(world.stack.url, { ...request, headers });
  expect(answer.status, answer.text).not.toBe(500);
  expect(Object.keys(described(operation).responses), answer.text).toContain(String(answer.status));
  if (answer.status >= 400) {
    expect(errorBody.strict().safeParse(answer.body).error).toBeUndefined();
    expect(String(answer.body.detail).length).toBeGreaterThan(10);
    return;
  }
  isSpoilt ||= operation.route.method !== 'GET';
  expect(operation.response?.safeParse(answer.body).error).toBeUndefined();
}

describe(`whatever is sent (seed ${seed}), an operation answers as it is described and never 500`, () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s answers as it is described and never 500, whatever is sent',
    async (_, operation) => {
      const isRead = operation.route.method === 'GET';
      writeScrap ??= await makeScrap(operation.operationId);
      scrap = isRead ? readScrap : writeScrap;
      await fc.assert(
        fc.asyncProperty(requestOf(operation), (request) => check(operation, request)),
        { seed, numRuns },
      );
      if (isRead || !isSpoilt) return;
      isSpoilt = false;
      writeScrap = undefined;
      kept += 1;
      const keeper = await world.register(`keeper-${kept}`);
      await giveAway(scrap, keeper).catch(() => undefined);
    },
  );
});
