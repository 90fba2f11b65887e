import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startWorld, type World } from '#test/api/support/world.ts';
import { canceled, type FaultPlan, type Faults, injectFaults } from '#test/support/engine/faults.ts';

let world: World;
let owner: Caller;
let faults: Faults;
beforeAll(async () => {
  world = await startWorld();
  faults = injectFaults(world.stack.client);
  owner = await world.register('owner');
});
afterAll(() => world.stop());
afterEach(() => faults.clear());

const transactions =
  (fault: () => Error): FaultPlan =>
  ({ command }) =>
    command === 'TransactWriteItems' ? { before: fault() } : undefined;

describe.each([
  ['transactions alongside it', () => canceled('None', 'TransactionConflict')],
  ['throttled writes', () => canceled('ThrottlingError', 'None')],
])('a request that meets %s at every attempt', (met, fault) => {
  const create = (chip_id: string, headers: Record<string, string> = {}) =>
    world.raw('POST', '/chips', {
      token: owner.token,
      project: owner.projectId,
      json: { chip_id, topology_id: 'linear-2' },
      headers,
    });

  it(`a request that meets ${met} at every attempt is answered 503 with Retry-After, and changes nothing`, async () => {
    faults.plan(transactions(fault));
    const answer = await create('busy');
    faults.clear();
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body).toEqual({ detail: 'The service is busy. Try again in a second', code: 'busy' });
    expect((await owner.api.listChips({})).chips).toEqual([]);
  });

  it(`a request that met ${met} may be sent again under its Idempotency-Key`, async () => {
    const key = { 'idempotency-key': `busy-${fault().message}` };
    faults.plan(transactions(fault));
    expect((await create('again', key)).status).toBe(503);
    faults.clear();
    expect((await create('again', key)).status).toBe(201);
    await owner.api.deleteChip({ params: { chip_id: 'again' }, query: { force: true } });
  });
});
