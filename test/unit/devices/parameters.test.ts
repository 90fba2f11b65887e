import { describe, expect, it } from 'vitest';
import { linearChain } from '#shared/chips/rules/topology/linear.ts';
import type { ExportedChip } from '#shared/devices/rules/export/chip-document.ts';
import { qibolabCalibration } from '#shared/devices/rules/export/parameters/qibolab.ts';
import { quamState } from '#shared/devices/rules/export/parameters/quam.ts';
import { importQuam } from '#shared/devices/rules/import/quam/import-quam.ts';

const value = (number: number, unit = '', error?: number) => ({
  ...{ value: number, unit, error, calibratedAt: '2026-01-01T00:00:00.000Z', source: 'task' as const },
});
const chip: ExportedChip = {
  ...{ chipId: 'two', size: 2, activityStatus: 'active', topology: { ...linearChain(2), directed: true } },
  readoutLines: [],
  qubits: [
    {
      ...{ id: '0', status: 'completed', faulty: { t2_echo: '2026-01-01T00:00:00.000Z' } },
      values: {
        t1: value(20.103, 'us', 0.5),
        qubit_frequency: value(5, 'GHz', 1e-6),
        anharmonicity: value(-0.2, 'GHz'),
        average_readout_fidelity: value(0.9),
        hpi_amplitude: value(0.1),
      },
    },
    { id: '1', status: 'pending', values: { t1: value(0, 'us') }, faulty: {} },
  ],
  couplings: [{ id: '0-1', status: 'completed', values: { cz_gate_fidelity: value(0.99, '', 0.01) }, faulty: {} }],
};

describe('parameters in formats of others', () => {
  it('qibolab has nanoseconds and hertz, measures with their errors, and the list of what it cannot carry', () => {
    const { document, measuredAt, leftOut } = qibolabCalibration(chip);
    expect(document).toEqual({
      single_qubits: {
        0: {
          t1: [20103, 500],
          qubit: { frequency_01: 5e9, frequency_12: 4.8e9 },
          readout: { fidelity: expect.closeTo(0.8) },
        },
        1: {},
      },
      two_qubits: { '0-1': { cz_fidelity: [0.99, 0.01] } },
    });
    expect(measuredAt).toBe('2026-01-01T00:00:00.000Z');
    expect(leftOut).toEqual([
      { kind: 'qubit', field: 'qubit_frequency error', reason: 'the format has no error for it', targets: ['0'] },
      { kind: 'qubit', field: 'hpi_amplitude', reason: 'the format has no field for it', targets: ['0'] },
      { kind: 'qubit', field: 't2_echo', reason: 'the format has no faulty marks', targets: ['0'] },
      { kind: 'qubit', field: 't1', reason: 'the format takes this number for none', targets: ['1'] },
      { kind: 'coupling', field: 'direction', reason: 'a pair of the format has none', targets: ['0-1'] },
    ]);
  });

  it('QuAM has seconds and hertz, the grid, pairs with control and target, and the list of what it cannot carry', () => {
    const { document, leftOut } = quamState(chip);
    expect(document).toEqual({
      qubits: {
        0: { id: '0', grid_location: '0,0', T1: 20.103e-6, f_01: 5e9, f_12: 4.8e9 },
        1: { id: '1', grid_location: '1,0' },
      },
      qubit_pairs: {
        '0-1': {
          ...{ id: '0-1', qubit_control: '#/qubits/0', qubit_target: '#/qubits/1' },
          macros: { cz: { fidelity: { averaged: 0.99 } } },
        },
      },
    });
    expect(leftOut.map(({ field }) => field)).toEqual([
      ...['qubit_frequency error', 't1 error', 'average_readout_fidelity', 'hpi_amplitude', 't2_echo', 't1'],
      'cz_gate_fidelity error',
    ]);
  });

  it('numbers of both directions of a coupling come back from the file of QuAM', () => {
    const values = { cz_gate_fidelity: value(0.99, ''), 'cz_gate_fidelity@inverse': value(0.98, '') };
    const { document } = quamState({ ...chip, couplings: [{ id: '0-1', status: 'completed', values, faulty: {} }] });
    const result = importQuam({ state: document, measured_at: '2026-01-01' });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.plan.leftOut).toEqual([]);
    expect(result.plan.targets.find(({ kind }) => kind === 'coupling')).toMatchObject({
      id: '0-1',
      values: { cz_gate_fidelity: { value: 0.99 }, 'cz_gate_fidelity@inverse': { value: 0.98 } },
    });
  });
});
