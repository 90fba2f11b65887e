import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '#shared/api/define.ts';
import { operations } from '#shared/api/registry.ts';
import { multipartOf, multipartType, samplePng } from '../support/images.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

type Call = NonNullable<Parameters<World['raw']>[2]>;

/** A body with an unknown field alone, as the operation takes bodies. */
const ofFormat = { format: 'quam', unknown_field: 1 };

function unknownBody({ bodyType, operationId }: Operation): Call {
  if (bodyType === 'form')
    return { body: 'unknown_field=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  if (bodyType === 'multipart')
    return { body: multipartOf(samplePng, 'unknown_field'), headers: { 'content-type': multipartType } };
  const isImport = operationId === 'importChip' || operationId === 'previewChipImport';
  // A format says which documents are meant.
  return { json: isImport ? ofFormat : { unknown_field: 1 } };
}

const patch = (path: string, json: unknown) => world.raw('PATCH', path, { token: owner.token, json });

describe('a field of a body that the operation does not have', () => {
  // A topology may be a document of another program: its answer names what is left out.
  const writes = operations.filter(
    ({ route, operationId }) => route.method !== 'GET' && operationId !== 'createTopology',
  );

  it.each(writes.map((operation) => [operation.operationId, operation] as const))(
    'an unknown field of the body is 400 and named: %s',
    async (_, operation) => {
      const { method, path, auth } = operation.route;
      const place = path.replace('{project_id}', owner.projectId).replaceAll(/\{[^}]+\}/g, 'x');
      const { token } = auth === 'admin' ? world.admin : owner;
      const answer = await world.raw(method, place, { token, ...unknownBody(operation) });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.errors).toContainEqual({
        path: 'body.unknown_field',
        message: expect.stringMatching(/^is not a field of this request/),
      });
    },
  );

  it('a misspelt field of a new chip is named with the field that is meant, and makes no chip', async () => {
    const json = { chip_id: 't30', topologyId: 'linear-5', siez: 5 };
    const answer = await world.raw('POST', '/chips', { token: owner.token, json });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [
        { path: 'body.topologyId', message: "is not a field of this request; did you mean 'topology_id'?" },
        { path: 'body.siez', message: "is not a field of this request; did you mean 'size'?" },
      ],
    ]);
    expect((await owner.api.listChips({ query: {} })).total).toBe(0);
  });

  it('a field of a topology that is not read is named in the answer', async () => {
    const json = { couplings: ['0-1'], unknown_field: 1 };
    const { body } = await world.raw('POST', '/topologies', { token: owner.token, json });
    expect(body.left_out).toContainEqual(expect.objectContaining({ path: expect.stringContaining('unknown_field') }));
  });

  it('a misspelt field of a change changes nothing', async () => {
    await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-5' } });
    const answer = await patch('/chips/chip', { topologyid: 'linear-8', activity_status: 'inactive' });
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      "Invalid request: body.topologyid: is not a field of this request; did you mean 'topology_id'?",
    ]);
    expect(await owner.api.getChip({ params: { chip_id: 'chip' } })).toMatchObject({
      topology_id: 'linear-5',
      activity_status: 'active',
    });
  });

  it('a field is refused within lists and records as well, and named by its path', async () => {
    const t1 = { value: 50, uint: 'ns' };
    const answer = await patch('/calibrations/parameters', { chip_id: 'chip', qid: '0', parameters: { t1 } });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: 'body.parameters.t1.uint', message: "is not a field of this request; did you mean 'unit'?" }],
    ]);
    expect((await owner.api.getChipQubit({ params: { chip_id: 'chip', qid: '0' } })).data).toEqual({});
  });

  it('a value is set by hand as it was read', async () => {
    const edit = { chip_id: 'chip', qid: '0', parameters: { t1: { value: 50, unit: 'us' } } };
    await owner.api.updateCalibrationParameters({ body: edit });
    const { data } = await owner.api.getChipQubit({ params: { chip_id: 'chip', qid: '0' } });
    const answer = await patch('/calibrations/parameters', { chip_id: 'chip', qid: '0', parameters: { t1: data.t1 } });
    expect(answer.status).toBe(200);
  });

  it('the whole password form of OAuth 2.0 logs in', async () => {
    const { username, password } = owner;
    const form = { grant_type: 'password', scope: '', client_id: '', client_secret: '', username, password };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    expect((await world.raw('POST', '/auth/login', { body, headers })).status).toBe(200);
  });

  it('an empty object is the body of an action that takes none', async () => {
    expect((await world.raw('DELETE', '/chips/nothing', { token: owner.token, json: {} })).status).toBe(404);
  });
});
