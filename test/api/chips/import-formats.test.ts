import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { asSent, sampleDocuments } from '#test/support/devices/sample-documents.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

type Body = Parameters<Caller['api']['importChip']>[0]['body'];

describe('imports of every format', () => {
  it.each(sampleDocuments.map((sample, index) => ({ ...sample, chip_id: `sample-${index}` })))(
    'importChip 201: $title becomes a chip, and the same again changes nothing',
    async ({ given, chip_id }) => {
      const body = { ...asSent(given), chip_id } as Body;
      const preview = await owner.api.previewChipImport({ body });
      const first = await owner.api.importChip({ body });
      expect(first).toMatchObject({ created: true, values: preview.values, left_out: preview.left_out });
      expect(first.values).toBeGreaterThan(0);
      const again = await owner.api.importChip({ body });
      expect(again).toMatchObject({ created: false, values: 0, unchanged: first.values });
    },
  );

  it('a device topology that the service answers comes back with its numbers, without those that are not known', async () => {
    const documents = oldDevice();
    await owner.api.importChip({ body: { format: 'ibm', chip_id: 'old', documents } });
    const old = { min: 0, max: 1, is_within_24h: false };
    const device = await owner.api.getDeviceTopology({
      body: {
        chip_id: 'old',
        condition: { qubit_fidelity: old, coupling_fidelity: old, readout_fidelity: old, only_maximum_connected: true },
      },
    });
    expect(device.substituted.length).toBeGreaterThan(0);
    const result = await owner.api.importChip({ body: { format: 'oqtopus', chip_id: 'back', documents: { device } } });
    expect(result).toMatchObject({ created: true, qubits: 5, couplings: 4 });
    const { data } = await owner.api.getChipQubit({ params: { chip_id: 'back', qid: '1' } });
    expect(data.t1).toMatchObject({ value: 90, unit: 'us', calibrated_at: device.calibrated_at });
    expect(data.average_readout_fidelity).toMatchObject({ value: 0.98 });
    // The old device states no fidelity of a one-qubit gate.
    expect(data).not.toHaveProperty('x90_gate_fidelity');
    const reasons = result.left_out.map(({ reason }) => reason);
    expect(reasons).toContain('stands for a number that is not known');
  });
});
