import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a part of a chip for a compiler', () => {
  let old: string;
  beforeAll(async () => {
    const hoursAgo = (hours: number) => new Date(world.now().getTime() - hours * 3_600_000).toISOString();
    old = hoursAgo(90);
    const young = hoursAgo(1);
    const qubit = {
      ...{ t1: [20_000, 500], rb_fidelity: [0.999, 1e-4], readout: { fidelity: 0.9 } },
    };
    const later = { t1: [21_000, 500], rb_fidelity: [0.998, 1e-4], readout: { fidelity: 0.92 } };
    const importCalibration = (calibrated_at: string, calibration: object) =>
      owner.api.importChip({
        body: { format: 'qibolab', chip_id: 'three', documents: { calibrations: [{ calibrated_at, calibration }] } },
      });
    await importCalibration(old, {
      single_qubits: { 0: qubit, 1: qubit, 2: qubit },
      two_qubits: { '0-1': { cz_fidelity: 0.98 } },
    });
    await importCalibration(young, {
      single_qubits: { 0: later, 1: { ...later, t1: [0, 0] }, 2: {} },
      two_qubits: { '0-1': { cz_fidelity: 0.97 }, '1-2': { cz_fidelity: 0.96 } },
    });
  });
  const part = (query: object, chip_id = 'three') =>
    owner.api.exportChipParameters({ params: { chip_id }, query: { format: 'python', ...query } });

  it('exportChipParameters 200: a selection as a Python list, with the age and state of every value that counts', async () => {
    const { text, document, qubits, couplings, values, left_out } = await part({ qubits: ['1', '0'] });
    expect([text, document]).toEqual(['[1, 0]\n', { qubits: ['1', '0'], couplings: ['0-1'] }]);
    expect([qubits, couplings, left_out]).toEqual([['1', '0'], ['0-1'], []]);
    const ofOne = values.filter(({ target_id }) => target_id === '1');
    expect(ofOne.map(({ metric, state }) => [metric, state])).toEqual([
      ['t1', 'stale'],
      ['t2_echo', 'missing'],
      ['average_readout_fidelity', 'fresh'],
      ['average_gate_fidelity', 'fresh'],
    ]);
    expect(ofOne[0]).toMatchObject({ value: 20, unit: 'us', error: 0.5, calibrated_at: old });
    expect(ofOne[0]?.age_seconds).toBeGreaterThan(89 * 3600);
    expect((await part({})).values).toEqual([]);
  });

  it('exportChipParameters 200: what is beyond the limit of age is not in the file, and said', async () => {
    const { text, left_out } = await part({ within_hours: 24 });
    expect(text).toBe('[0, 1]\n');
    expect(left_out).toEqual([
      {
        ...{ target_kind: 'qubit', field: 'target', targets: ['2'] },
        reason: 'average_readout_fidelity: older than 24 h',
      },
      { target_kind: 'coupling', field: 'target', targets: ['1-2'], reason: 'a qubit of it is left out' },
    ]);
    const { document } = await part({ format: 'qibolab', within_hours: 24 });
    expect(document.single_qubits).toMatchObject({ 0: { t1: [21_000, 500] } });
    expect((document.single_qubits as Record<string, object>)['1']).not.toHaveProperty('t1');
  });

  it('exportChipParameters 200: OQTOPUS has null for what is not known, and is read by its import', async () => {
    const { document, simulated_values } = await part({ format: 'oqtopus' });
    const { qubits } = document as { qubits: object[] };
    expect(qubits[0]).toMatchObject({
      ...{ physical_id: 0, fidelity: 0.998, qubit_lifetime: { t1: 21, t2: null } },
      gate_duration: { rz: 0, sx: null, x: null },
    });
    expect([JSON.stringify(document).includes('0.25'), simulated_values]).toEqual([false, 0]);
    const back = await owner.api.importChip({
      body: { format: 'oqtopus', chip_id: 'device', documents: { device: document } },
    });
    expect(back).toMatchObject({ created: true, qubits: 3, couplings: 2 });
  });

  it('exportChipParameters 200: the program for Qiskit holds its document, which the import of IBM reads', async () => {
    const { document, text, filename } = await part({ format: 'qiskit', couplings: ['0-1'] });
    expect(filename).toBe('three_target.py');
    const [, json = ''] = /r'''\n([\s\S]*?)\n'''/.exec(text ?? '') ?? [];
    expect(JSON.parse(json)).toEqual(document);
    const { configuration: conf, properties: props } = document;
    const back = await owner.api.importChip({ body: { format: 'ibm', chip_id: 'ibm', documents: { conf, props } } });
    expect(back).toMatchObject({ created: true, qubits: 2, couplings: 1 });
  });

  it('exportChipParameters 400 for a qubit or coupling that the chip does not have, and for no hours', async () => {
    const unknown = await refusal(part({ qubits: ['0', '9'] }));
    expect([unknown.status, unknown.detail]).toEqual([400, "Qubit '9' is not on chip 'three'"]);
    expect((await refusal(part({ couplings: ['0-2'] }))).detail).toBe("Coupling '0-2' is not on chip 'three'");
    expect((await refusal(part({ within_hours: 0 }))).status).toBe(400);
  });
});

it('exportChipParameters 404 for an unknown chip, 400 for an unknown format', async () => {
  expect((await refusal(exported('quam', 'none'))).status).toBe(404);
  expect((await refusal(exported('other' as 'quam'))).status).toBe(400);
});
