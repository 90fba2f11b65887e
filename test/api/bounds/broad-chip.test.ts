import { afterAll, beforeAll, expect, it } from 'vitest';
import { valuesLimitBytes } from '#shared/values/verbs/measured/target-values.ts';
import { type Faults, injectFaults } from '#test/support/engine/faults.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';
import { mostValues, putChip } from './filled-project.ts';

/** A chip with 40 MB of values on its 408 qubits and couplings: as many as may be on each qubit, some more on each coupling. */
const broadChip = { chipId: 'broad', topologyId: 'square-lattice-mux-144' };
const params = { chip_id: broadChip.chipId };

let world: World;
let owner: Caller;
let faults: Faults;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await putChip(world, owner, broadChip, ({ kind }, n) =>
    mostValues(n, kind === 'qubit' ? valuesLimitBytes : 1.15 * valuesLimitBytes),
  );
  faults = injectFaults(world.stack.runtime.db.client);
});
afterAll(() => world.stop());

const today = () => world.now().toISOString().slice(0, 10).replaceAll('-', '');
const wholes: [string, () => Promise<unknown>][] = [
  ['the chip', () => owner.api.getChip({ params })],
  ['the chip of an instant', () => owner.api.getChip({ params, query: { as_of: world.now().toISOString() } })],
  ['the chip of a day', () => owner.api.getChipDay({ params: { ...params, date: today() } })],
  ['all of its couplings', () => owner.api.listChipCouplings({ params, query: { limit: 2048 } })],
  ['its metrics', () => owner.api.getChipMetrics({ params })],
];

it.each(wholes)('of a chip with 40 MB of values, %s is refused before more than 24 MB are read', async (_, read) => {
  faults.plan(() => undefined);
  await expect(read()).rejects.toMatchObject({
    status: 400,
    code: 'request_too_broad',
    detail: expect.stringMatching(/^These values of chip 'broad' are more than 24 MB, .* with a smaller 'limit'$/),
  });
  // A page has a megabyte. Added are a page of each of two ranges, and the reads of the chip itself.
  expect(faults.calls().filter(({ command }) => command === 'Query').length).toBeLessThan(24 + 2 + 6);
});

it('a chip with 40 MB of values is answered in parts: its fields, and pages of its qubits and couplings', async () => {
  const chip = await owner.api.getChip({ params, query: { include: 'none' } });
  for (const offset of [0, chip.qubit_count - 50])
    expect((await owner.api.listChipQubits({ params, query: { limit: 50, offset } })).qubits).toHaveLength(50);
  for (const offset of [0, chip.coupling_count - 50])
    expect((await owner.api.listChipCouplings({ params, query: { limit: 50, offset } })).couplings).toHaveLength(50);
});
