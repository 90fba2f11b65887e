import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairDevice } from '../support/pair-device.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'chip';
const params = { chip_id };
const at = (date: string) => `${date}T12:00:00.000Z`;
let world: World;
let owner: Caller;
/** When the chip was made. */
let madeAt: string;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  madeAt = world.now().toISOString();
  await owner.api.importChip({ body: { format: 'ibm', chip_id, documents: pairDevice(50, at('2025-01-01')) } });
  for (const [date, value] of [
    ['2025-02-01', 60],
    ['2025-03-01', 70],
  ] as const) {
    const parameters = { t1: { value, unit: 'us', calibrated_at: at(date), description: `of ${date}` } };
    await owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters } });
  }
  await owner.api.createCryostat({ body: { cryo_id: 'fridge' } });
  const cooldown = (cooldown_id: string, started_at: string, ended_at: string | null) =>
    owner.api.createCooldown({ body: { cooldown_id, cryo_id: 'fridge', started_at, ended_at, chip_ids: [chip_id] } });
  await cooldown('one', at('2025-01-10'), at('2025-02-10'));
  await cooldown('two', at('2025-02-10'), null);
});
afterAll(() => world.stop());

const chipAt = (as_of: string) => owner.api.getChip({ params, query: { as_of } });
const t1At = async (as_of: string) => (await chipAt(as_of)).qubits?.['0']?.data.t1;

describe('a chip as of an instant', () => {
  it('a chip as of an instant has the values that were newest then', async () => {
    expect((await t1At('2024-12-31'))?.value).toBeUndefined();
    expect(await t1At('2025-01-31')).toMatchObject({ value: 50, calibrated_at: at('2025-01-01'), source: 'import' });
    expect(await t1At(at('2025-02-01'))).toMatchObject({ value: 60, source: 'manual' });
    expect((await t1At('2025-02-01T11:59:59.999Z'))?.value).toBe(50);
    expect(await t1At('2025-03-02')).toMatchObject({ value: 70, description: 'of 2025-03-01' });
  });

  it('a chip as of an instant was in the cool-down of that time, and calibrated when the newest value then was', async () => {
    const facts = async (as_of: string) => {
      const { current_cooldown_id, last_calibrated_at } = await chipAt(as_of);
      return [current_cooldown_id, last_calibrated_at];
    };
    expect(await facts('2025-01-05')).toEqual([null, at('2025-01-01')]);
    expect(await facts('2025-02-05')).toEqual(['one', at('2025-02-01')]);
    expect(await facts(at('2025-02-10'))).toEqual(['two', at('2025-02-01')]);
    expect(await facts('2024-06-01')).toEqual([null, null]);
  });

  it('qubits and couplings as of an instant are those of the chip, listed and one by one', async () => {
    const as_of = '2025-02-05';
    const { qubits, couplings } = await chipAt(as_of);
    const listed = await owner.api.listChipQubits({ params, query: { as_of } });
    expect(listed).toMatchObject({ qubits: [qubits?.['0'], qubits?.['1']], total: 2, next_cursor: null });
    const second = await owner.api.listChipQubits({ params, query: { as_of, offset: 1, limit: 1 } });
    expect([second.qubits, second.total]).toEqual([[qubits?.['1']], 2]);
    const chosen = await owner.api.listChipQubits({ params, query: { as_of, qids: ['1', 'none'] } });
    expect(chosen.qubits).toEqual([qubits?.['1']]);
    expect((await owner.api.listChipCouplings({ params, query: { as_of } })).couplings).toEqual([couplings?.['0-1']]);
    const qubit = await owner.api.getChipQubit({ params: { chip_id, qid: '0' }, query: { as_of } });
    expect(qubit).toEqual(qubits?.['0']);
    const coupling = { params: { chip_id, coupling_id: '1-0' }, query: { as_of } };
    expect(await owner.api.getChipCoupling(coupling)).toEqual(couplings?.['0-1']);
  });

  it('a chip as of now is the chip', async () => {
    expect(await chipAt(world.now().toISOString())).toEqual(await owner.api.getChip({ params }));
    const bare = await owner.api.getChip({ params, query: { include: 'none', as_of: '2025-02-05' } });
    expect(bare).not.toHaveProperty('qubits');
  });

  it('a chip before it was changed has the layout of that time', async () => {
    const before = world.now().toISOString();
    const { topology_id } = await chipAt(before);
    // Past midnight of the calendar, which is that of Tokyo.
    world.advance(4 * 3600);
    await owner.api.updateChip({ params, body: { topology_id: 'linear-2' } });
    expect(await owner.api.getChip({ params })).toMatchObject({ topology_id: 'linear-2' });
    expect(topology_id).not.toBe('linear-2');
    for (const as_of of [before, madeAt, '2024-01-01'])
      expect(await chipAt(as_of)).toMatchObject({ topology_id, size: 2 });
    expect(await chipAt(world.now().toISOString())).toMatchObject({ topology_id: 'linear-2' });
  });

  it('what is not there is 404 and an instant that is none 400', async () => {
    expect(
      await refusal(owner.api.getChip({ params: { chip_id: 'x' }, query: { as_of: '2025-01-01' } })),
    ).toMatchObject({
      status: 404,
    });
    const nowhere = { params: { chip_id, qid: '9' }, query: { as_of: '2025-01-01' } };
    expect(await refusal(owner.api.getChipQubit(nowhere))).toMatchObject({
      status: 404,
      detail: expect.stringMatching("^Qubit '9' not found in chip 'chip'"),
    });
    expect(await refusal(chipAt('yesterday'))).toMatchObject({ status: 400 });
  });
});
