import { afterAll, beforeAll, expect, it } from 'vitest';
import { chipEntity, getChip } from '#shared/chips/store/chips.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
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

/** An id as it is kept, and the same in other characters. */
const pairs = [
  ['データ', 'ﾃﾞｰﾀ'],
  ['Kühl', 'Ku\u0308hl'],
  ['f01', 'f₀₁'],
  ['T1', 'Ｔ１'],
] as const;
const times = { started_at: '2025-01-01T00:00:00Z', ended_at: '2025-01-02T00:00:00Z' };

it.each(pairs)(
  'of the ids %s and %s created at one moment one alone is taken, and both find it',
  async (kept, other) => {
    const { api } = owner;
    const both = async (create: (id: string) => Promise<unknown>) => {
      const outcomes = await Promise.allSettled([create(other), create(kept)]);
      const failed = outcomes.filter((one) => one.status === 'rejected');
      expect(failed.map(({ reason }) => (reason as { status: number }).status)).toEqual([409]);
    };
    await both((chip_id) => api.createChip({ body: { chip_id, topology_id: 'linear-2' } }));
    await both((cryo_id) => api.createCryostat({ body: { cryo_id, name: 'fridge' } }));
    await both((cooldown_id) => api.createCooldown({ body: { cooldown_id, cryo_id: kept, ...times } }));
    await both(async (id) => api.createTopology({ body: { id, couplings: id === kept ? ['a-b'] : ['c-d'] } }));

    for (const id of [kept, other]) {
      expect(await api.getChip({ params: { chip_id: id } })).toMatchObject({ chip_id: kept });
      expect(await api.getCryostat({ params: { cryo_id: id } })).toMatchObject({ cryo_id: kept });
      expect(await api.getCooldown({ params: { cooldown_id: id } })).toMatchObject({ cooldown_id: kept });
      expect((await api.getTopologyById({ params: { topology_id: id } })).data).toMatchObject({ id: kept });
    }
  },
);

it('what is sent to a chip under another spelling is of the chip', async () => {
  const { api } = owner;
  const chip_id = 'ｷｬｯｼｭ';
  const device = (at: string) => ({ format: 'ibm' as const, chip_id, documents: pairDevice(50, at) });
  expect(await api.importChip({ body: device('2025-02-01T00:00:00.000Z') })).toMatchObject({
    ...{ created: true, chip_id: 'キャッシュ' },
  });
  expect(await api.importChip({ body: device('2025-02-02T00:00:00.000Z') })).toMatchObject({ created: false });
  const parameters = { t1: { value: 61 } };
  await api.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters } });
  const metrics = await api.getChipMetrics({ params: { chip_id: 'キャッシュ' }, query: {} });
  expect(metrics.qubit_metrics.t1?.['0']).toMatchObject({ value: 61 });
  const spelled = await api.getChipMetrics({ params: { chip_id }, query: {} });
  expect(spelled.qubit_metrics.t1?.['0']).toMatchObject({ value: 61 });
  const cooldown = { cooldown_id: 'ｸｰﾙ', cryo_id: 'ﾌﾘｯｼﾞ', chip_ids: [chip_id], ...times };
  await api.createCryostat({ body: { cryo_id: 'ﾌﾘｯｼﾞ', name: 'fridge' } });
  expect(await api.createCooldown({ body: cooldown })).toMatchObject({
    ...{ cooldown_id: 'クール', cryo_id: 'フリッジ', chip_ids: ['キャッシュ'] },
  });
});

it('a chip that an earlier version kept in other characters is found as it is, and its id is taken', async () => {
  const { api, projectId } = owner;
  const { db } = world.stack.runtime;
  await api.createChip({ body: { chip_id: 'model', topology_id: 'linear-2' } });
  const model = await getChip(db, projectId, 'model');
  if (!model) throw new Error('the model is gone');
  await writeItem(db, { put: chipEntity.encode({ ...model, chipId: 'ﾁｯﾌﾟ' }, 1) });
  expect(await api.getChip({ params: { chip_id: 'ﾁｯﾌﾟ' } })).toMatchObject({ chip_id: 'ﾁｯﾌﾟ' });
  expect(await refusal(api.createChip({ body: { chip_id: 'チップ', topology_id: 'linear-2' } }))).toMatchObject({
    status: 409,
    detail: "Chip 'チップ' has the id of 'ﾁｯﾌﾟ', which exists, in other characters; use that id or choose another",
  });
});

it('ids that differ in case or accents are two, and an id that is none in NFKC is refused', async () => {
  const { api } = owner;
  for (const chip_id of ['cafe', 'café', 'CAFE']) await api.createChip({ body: { chip_id, topology_id: 'linear-2' } });
  expect(await refusal(api.createChip({ body: { chip_id: 'a℀b', topology_id: 'linear-2' } }))).toMatchObject({
    status: 400,
    detail: "'a℀b' cannot be an id: it is not in NFKC, and as 'aa/cb' it is not one",
  });
});

it('names of projects and their tags are kept in NFKC, so that one owner has a name once', async () => {
  const { api } = owner;
  const created = await api.createProject({ body: { name: 'ﾗﾎﾞ', tags: ['ﾀｸﾞ'] } });
  expect([created.name, created.tags]).toEqual(['ラボ', ['タグ']]);
  expect((await refusal(api.createProject({ body: { name: 'ラボ' } }))).status).toBe(409);
});

it('two qubits of one id in different characters are 400', async () => {
  expect(await refusal(owner.api.createTopology({ body: { id: 'twice', couplings: ['q₀-q0'] } }))).toMatchObject({
    status: 400,
    detail: "Qubits 'q0' and 'q₀' are one id in different characters",
  });
});
