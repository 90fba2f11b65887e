import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairDevice } from '../support/pair-device.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

/** An id, and the same in other characters. */
const pairs = [
  ['データ', 'ﾃﾞｰﾀ'],
  ['Kühl', 'Ku\u0308hl'],
  ['f₀₁', 'f01'],
  ['Ｔ１', 'T1'],
] as const;

const taken = (what: string, id: string, present: string) => ({
  status: 409,
  detail: `${what} '${id}' has the id of '${present}', which exists, in other characters; use that id or choose another`,
});

it.each(pairs)(
  'of the ids %s and %s one alone is created, of chips, cryostats, cool-downs and topologies',
  async (present, id) => {
    const { api } = owner;
    await api.createChip({ body: { chip_id: present, topology_id: 'linear-2' } });
    const chip = { chip_id: id, topology_id: 'linear-2' };
    expect(await refusal(api.createChip({ body: chip }))).toMatchObject(taken('Chip', id, present));
    const documents = pairDevice(50, '2025-02-01T00:00:00.000Z');
    const device = { format: 'ibm' as const, chip_id: id, documents };
    expect(await refusal(api.previewChipImport({ body: device }))).toMatchObject(taken('Chip', id, present));
    expect(await refusal(api.importChip({ body: device }))).toMatchObject(taken('Chip', id, present));

    await api.createCryostat({ body: { cryo_id: present, name: 'fridge' } });
    const cryostat = { cryo_id: id, name: 'fridge' };
    expect(await refusal(api.createCryostat({ body: cryostat }))).toMatchObject(taken('Cryostat', id, present));

    const times = { started_at: '2025-01-01T00:00:00Z', ended_at: '2025-01-02T00:00:00Z' };
    await api.createCooldown({ body: { cooldown_id: present, cryo_id: present, ...times } });
    const cooldown = { cooldown_id: id, cryo_id: present, ...times };
    expect(await refusal(api.createCooldown({ body: cooldown }))).toMatchObject(taken('Cool-down', id, present));

    await api.createTopology({ body: { id: present, couplings: ['a-b'] } });
    const topology = { id, couplings: ['a-b'] };
    expect(await refusal(api.createTopology({ body: topology }))).toMatchObject(taken('Topology', id, present));
    const { chips } = await api.listChips({});
    expect(chips.map(({ chip_id }) => chip_id)).not.toContain(id);
  },
);

it('a chip that exists takes further documents, and ids that differ in case or accents are two', async () => {
  const { api } = owner;
  const device = (at: string) => ({ format: 'ibm' as const, chip_id: 'ﾁｯﾌﾟ', documents: pairDevice(50, at) });
  expect(await api.importChip({ body: device('2025-02-01T00:00:00.000Z') })).toMatchObject({ created: true });
  expect(await api.importChip({ body: device('2025-02-02T00:00:00.000Z') })).toMatchObject({ created: false });
  for (const chip_id of ['cafe', 'café', 'CAFE']) await api.createChip({ body: { chip_id, topology_id: 'linear-2' } });
});

it('two qubits of one id in different characters are 400', async () => {
  expect(await refusal(owner.api.createTopology({ body: { id: 'twice', couplings: ['q₀-q0'] } }))).toMatchObject({
    status: 400,
    detail: "Qubits 'q0' and 'q₀' are one id in different characters",
  });
});
