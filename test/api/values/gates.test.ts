import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'mixed';
const params = { chip_id };
const date = '2026-02-01T00:00:00.000Z';
const as_of = '2026-02-01T06:00:00.000Z';
const gates = ['ecr', 'cx', 'ecr'];
let world: World;
let owner: Caller;

/** Four qubits in a line, whose couplings have one gate each: ECR, CX and ECR. */
function mixedDevice(): Device {
  const dated = (name: string, value: unknown, unit = '') => parameter(name, value, unit, date);
  return {
    conf: { backend_name: 'mixed', n_qubits: 4, coupling_map: gates.map((_, index) => [index, index + 1]) },
    props: {
      backend_name: 'mixed',
      qubits: [0, 1, 2, 3].map(() => [dated('T1', 90, 'us'), dated('T2', 70, 'us'), dated('readout_error', 0.01)]),
      gates: [
        ...[0, 1, 2, 3].map((index) => gate('sx', [index], 0.0003, 30, date)),
        ...gates.map((name, index) => gate(name, [index, index + 1], [0.007, 0.008, 0.006][index] ?? 0, 300, date)),
      ],
    },
  };
}

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

it('a chip whose couplings have different gates is imported with nothing missing', async () => {
  const documents = mixedDevice();
  const imported = await owner.api.importChip({ body: { format: 'ibm', chip_id, documents } });
  expect(imported).toMatchObject({ couplings: 3, missing: 0 });
  const { coupling_coverage: coverage } = await owner.api.getChipMetrics({ params, query: { as_of } });
  expect(coverage.ecr_gate_fidelity).toMatchObject({ total: 2, missing: 0, share: 1 });
  expect(coverage.cx_gate_fidelity).toMatchObject({ total: 1, missing: 0, share: 1 });
  expect(coverage.cz_gate_fidelity).toMatchObject({ total: 0, missing: 0 });
  expect(coverage.bell_state_fidelity).toMatchObject({ total: 3, missing: 3 });
});

it('the best patch takes the gate that each coupling has, and names it', async () => {
  const patch = await owner.api.getChipBestPatch({ params, query: { size: 4, as_of } });
  expect(patch).toMatchObject({ qubits: ['0', '1', '2', '3'], couplings: ['0-1', '1-2', '2-3'] });
  expect(patch.left_out.couplings).toEqual([]);
  const named = patch.values.filter(({ target }) => target.includes('-')).map(({ target, metric }) => [target, metric]);
  expect(named).toEqual([
    ['0-1', 'ecr_gate_fidelity'],
    ['1-2', 'cx_gate_fidelity'],
    ['2-3', 'ecr_gate_fidelity'],
  ]);
  const metrics = patch.metrics.filter(({ kind }) => kind === 'coupling').map(({ metric }) => metric);
  expect(metrics).toEqual(['ecr_gate_fidelity', 'cx_gate_fidelity']);
});

it('the health of a qubit between two gates counts both as one quantity', async () => {
  const { qubits, metrics } = await owner.api.getChipHealth({ params, query: { as_of, couplings: true } });
  expect(metrics.map(({ metric }) => metric).slice(-2)).toEqual(['ecr_gate_fidelity', 'cx_gate_fidelity']);
  expect(qubits['1']).toMatchObject({ known: 5, of: 5, missing: [] });
  expect(qubits['1']?.values.map(({ target, metric }) => [target, metric]).slice(-2)).toEqual([
    ['0-1', 'ecr_gate_fidelity'],
    ['1-2', 'cx_gate_fidelity'],
  ]);
});

it('the device for OQTOPUS has the fidelity of the gate that each coupling has', async () => {
  const any = { min: 0, max: 1, is_within_24h: false };
  const condition = { qubit_fidelity: any, readout_fidelity: any, coupling_fidelity: any };
  const device = await owner.api.getDeviceTopology({ body: { chip_id, condition } });
  expect(device.couplings.map(({ fidelity, metric }) => [fidelity, metric])).toEqual([
    [0.993, 'ecr_gate_fidelity'],
    [0.992, 'cx_gate_fidelity'],
    [0.994, 'ecr_gate_fidelity'],
  ]);
  expect(device.substituted.filter(({ field }) => field === 'fidelity')).toEqual([]);
});
