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

const inSeconds = (seconds: number) => new Date(world.now().getTime() + seconds * 1000).toISOString();
// Less than a login lasts.
const ahead = 36_000;
const t1Of = async (chip_id: string) => (await owner.api.getChipQubit({ params: { chip_id, qid: 0 } })).data.t1;
const importT1 = (chip_id: string, t1: number, at: string) =>
  owner.api.importChip({ body: { format: 'ibm', chip_id, documents: pairDevice(t1, at) } });
const setT1 = (chip_id: string, value: number) =>
  owner.api.updateCalibrationParameters({ body: { chip_id, qid: '0', parameters: { t1: { value } } } });

it('an import leaves out values that are dated ahead of the clock, counts them and says so', async () => {
  await importT1('imported', 50, inSeconds(-60));
  const body = { format: 'ibm' as const, chip_id: 'imported', documents: pairDevice(60, inSeconds(ahead)) };
  const preview = await owner.api.previewChipImport({ body });
  const told = { values: 0, missing: expect.any(Number), warnings: [expect.stringContaining('dated in the future')] };
  expect(preview).toMatchObject(told);
  const imported = await owner.api.importChip({ body });
  expect(imported).toMatchObject({ ...told, missing: preview.missing });
  expect(imported.missing).toBeGreaterThan(0);
  expect((await t1Of('imported'))?.value).toBe(50);
});

it('an import takes values whose clock is ahead by no more than clocks differ', async () => {
  await importT1('nearly', 50, inSeconds(240));
  expect((await t1Of('nearly'))?.value).toBe(50);
});

it.each(['hand', 'import'])('a stored value that is dated ahead of the clock gives way to one by %s', async (way) => {
  world.advance(ahead);
  await importT1(way, 50, inSeconds(0));
  world.advance(-ahead);
  if (way === 'hand') expect((await setT1(way, 61)).current).toEqual({ t1: true });
  else await importT1(way, 61, inSeconds(-10));
  expect((await t1Of(way))?.value).toBe(61);
});

it('a new chip, cool-down, tag or project of characters that are not seen is refused; such an id stays readable', async () => {
  for (const hidden of ['\u202e', '\u2066', '\u200f', '\u061c', '\u200b', '\u2060', '\ufeff', '\u0007']) {
    const id = `a${hidden}b`;
    const refusals = await Promise.all([
      refusal(owner.api.createChip({ body: { chip_id: id, topology_id: 'linear-2' } })),
      refusal(importT1(id, 50, inSeconds(-60))),
      refusal(owner.api.createProject({ body: { name: id } })),
      refusal(owner.api.createProject({ body: { name: 'a', tags: [id] } })),
      refusal(owner.api.createCryostat({ body: { cryo_id: id } })),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  }
  const read = await refusal(owner.api.getChip({ params: { chip_id: 'a\u200bb' }, query: {} }));
  expect(read.status).toBe(404);
});
