import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  const calibration = {
    single_qubits: { 0: { t1: [20_000, 500], qubit: { frequency_01: 5e9, frequency_12: 4.8e9 } }, 1: {} },
    two_qubits: { '0-1': { cz_fidelity: [0.93, 0.01] } },
  };
  const calibrations = [{ calibrated_at: '2025-03-01', calibration }];
  await owner.api.importChip({ body: { format: 'qibolab', chip_id: 'pair', documents: { calibrations } } });
});
afterAll(() => world.stop());

const exported = (format: 'qibolab' | 'quam', chip_id = 'pair') =>
  owner.api.exportChipParameters({ params: { chip_id }, query: { format } });

it('exportChipParameters 200: what qibolab brought goes out as it came, and changes nothing when it comes back', async () => {
  const { document, measured_at, left_out, filename } = await exported('qibolab');
  expect(document).toEqual({
    single_qubits: { 0: { t1: [20_000, 500], qubit: { frequency_01: 5e9, frequency_12: 4.8e9 } }, 1: {} },
    two_qubits: { '0-1': { cz_fidelity: [0.93, 0.01] } },
  });
  expect([measured_at, left_out, filename]).toEqual(['2025-03-01T00:00:00.000Z', [], 'pair-calibration.json']);
  const documents = { calibrations: [{ calibrated_at: measured_at, calibration: document }] };
  const again = await owner.api.importChip({ body: { format: 'qibolab', chip_id: 'pair', documents } });
  expect(again).toMatchObject({ values: 0, unchanged: 4 });
});

it('exportChipParameters 200: QuAM has what it can carry, and the rest is listed with its reason', async () => {
  const { document, measured_at, left_out } = await exported('quam');
  expect(document).toMatchObject({ qubits: { 0: { T1: 2e-5, f_01: 5e9, f_12: 4.8e9 } } });
  expect(left_out).toEqual([
    { target_kind: 'qubit', field: 't1 error', reason: 'the format has no error for it', targets: ['0'] },
    {
      target_kind: 'coupling',
      field: 'cz_gate_fidelity error',
      reason: 'the format has no error for it',
      targets: ['0-1'],
    },
  ]);
  const documents = { state: document, measured_at: measured_at ?? '' };
  expect(await owner.api.importChip({ body: { format: 'quam', chip_id: 'copy', documents } })).toMatchObject({
    ...{ created: true, values: 4, warnings: [] },
  });
});

it('exportChipParameters 404 for an unknown chip, 400 for an unknown format', async () => {
  expect((await refusal(exported('quam', 'none'))).status).toBe(404);
  expect((await refusal(exported('other' as 'quam'))).status).toBe(400);
});
