import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'flipped';
let world: World;
let owner: Caller;

/** Two qubits whose ECR has its control first; measured at a date. */
const deviceOf = (pair: [number, number], error: number, date: string): Device => ({
  conf: { backend_name: 'flipped', n_qubits: 2, coupling_map: [pair] },
  props: {
    backend_name: 'flipped',
    qubits: [0, 1].map(() => [parameter('T1', 90, 'us', date)]),
    gates: [gate('ecr', pair, error, 300, date)],
  },
});
const documents = (date: string) => deviceOf([1, 0], 0.02, date);
const valuesOf = async (id: string) => {
  const { data } = await owner.api.getChipCoupling({ params: { chip_id, coupling_id: id } });
  return Object.fromEntries(Object.entries(data).map(([metric, { value }]) => [metric, value]));
};

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  const first = deviceOf([0, 1], 0.01, '2026-02-01T00:00:00.000Z');
  await owner.api.importChip({ body: { format: 'ibm', chip_id, documents: first } });
});
afterAll(() => world.stop());

test('a native direction that is flipped against the chip is warned of, and mixes with no number of the other one', async () => {
  const body = { format: 'ibm' as const, chip_id, documents: documents('2026-02-02T00:00:00.000Z') };
  const warning = "1 coupling with a native direction other than the chip's: 1-0; their numbers are kept as inverse";
  expect((await owner.api.previewChipImport({ body })).warnings).toContain(warning);
  const imported = await owner.api.importChip({ body });
  expect(imported.warnings).toContain(warning);
  expect(imported).toMatchObject({ created: false, couplings: 1 });
  const values = {
    ecr_gate_fidelity: 0.99,
    ecr_gate_time: 300,
    'ecr_gate_fidelity@inverse': 0.98,
    'ecr_gate_time@inverse': 300,
  };
  expect(await valuesOf('0-1')).toEqual(values);
  expect(await valuesOf('1-0')).toEqual(values);
  expect(await owner.api.importChip({ body })).toMatchObject({ values: 0, warnings: [warning] });
});

test('a flipped native direction is a difference of the chip', async () => {
  const instants = { as_of_before: '2026-02-01T12:00:00.000Z', as_of_after: '2026-02-02T12:00:00.000Z' };
  const query = { ...instants, presence: 'appeared' as const };
  const { differences, totals } = await owner.api.getChipDifferences({ params: { chip_id }, query });
  expect(totals.appeared).toBe(2);
  expect(differences.map(({ metric, target_id }) => [metric, target_id])).toContainEqual([
    'ecr_gate_fidelity@inverse',
    '0-1',
  ]);
});
