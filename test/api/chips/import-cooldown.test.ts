import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairDevice } from '../support/pair-device.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
const before = '2025-02-01T10:00:00.000Z';
const within = '2025-03-05T10:00:00.000Z';

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('importer');
  await run(before, 60, null);
  await owner.api.createCryostat({ body: { cryo_id: 'fridge' } });
  const started_at = '2025-03-01T00:00:00Z';
  await owner.api.createCooldown({
    body: { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at, chip_ids: ['pair'] },
  });
});
afterAll(() => world.stop());

const bodyOf = (date: string, t1: number, cooldown_id: string | null) => ({
  ...{ format: 'ibm' as const, chip_id: 'pair', documents: pairDevice(t1, date), cooldown_id },
});
const run = (date: string, t1: number, cooldown_id: string | null) =>
  owner.api.importChip({ body: bodyOf(date, t1, cooldown_id) });
const t1Of = async (cooldown_id: string) => {
  const params = { chip_id: 'pair', qid: '0' };
  const { history } = await owner.api.getQubitMetricHistory({ params, query: { metric: 't1', cooldown_id } });
  return history.map(({ value }) => value);
};

it('values of an import into a chip belong to the cool-down that is named, and the earlier ones to none', async () => {
  expect(await owner.api.previewChipImport({ body: bodyOf(within, 55, 'cd-1') })).toMatchObject({ warnings: [] });
  expect(await run(within, 55, 'cd-1')).toMatchObject({ created: false, warnings: [] });
  expect(await t1Of('cd-1')).toEqual([55]);
});

it('values that are dated outside the cool-down are counted in a warning, in the preview too', async () => {
  const body = bodyOf('2025-02-20T10:00:00.000Z', 50, 'cd-1');
  const { warnings } = await owner.api.previewChipImport({ body });
  expect(warnings).toEqual([expect.stringMatching(/^\d+ values are dated outside cool-down 'cd-1'$/)]);
  expect((await owner.api.importChip({ body })).warnings).toEqual(warnings);
});

it('a cool-down that does not exist, or does not list the chip, is refused and changes nothing', async () => {
  const unknown = run(within, 40, 'cd-9');
  expect(await refusal(unknown)).toMatchObject({ status: 400, detail: expect.stringContaining("'cd-9' not found") });
  const fresh = owner.api.importChip({ body: { ...bodyOf(within, 40, 'cd-1'), chip_id: 'other' } });
  expect(await refusal(fresh)).toMatchObject({ status: 400, detail: "Cool-down 'cd-1' does not list chip 'other'" });
  expect((await owner.api.listChips()).chips.map(({ chip_id }) => chip_id)).toEqual(['pair']);
});
