import { describe, expect, it } from 'vitest';
import type { DeviceRequest } from '#compat/qdash/rules/device-conditions.ts';
import { deviceTopology } from '#compat/qdash/rules/device-topology.ts';
import { squareLatticeMux } from '#shared/chips/rules/topology/square-lattice.ts';
import type { ExportedChip, ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';

const now = '2026-01-02T00:00:00.000Z';
const young = '2026-01-01T12:00:00.000Z';
const old = '2025-12-31T12:00:00.000Z';

const target = (id: string, numbers: Record<string, number>, calibratedAt = young): ExportedTarget => ({
  id,
  status: 'completed',
  values: Object.fromEntries(
    Object.entries(numbers).map(([metric, value]) => {
      const unit = /^t\d/.test(metric) ? 'us' : metric.endsWith('time') ? 'ns' : '';
      return [metric, { value, unit, calibratedAt, source: 'task' as const }];
    }),
  ),
  faulty: {},
});
const qubit = (id: string, fidelity: number, calibratedAt?: string) =>
  target(
    id,
    {
      ...{ x90_gate_fidelity: fidelity, readout_fidelity_0: 0.9, readout_fidelity_1: 0.8 },
      ...{ t1: 30, t2_echo: 40, x90_gate_time: 16, x180_gate_time: 24.4 },
    },
    calibratedAt,
  );
const coupling = (id: string, fidelity: number) => target(id, { zx90_gate_fidelity: fidelity, zx90_gate_time: 272 });

/** Qubits 0 and 1 are side by side, 2 and 3 below them. */
const chip = (given: Partial<ExportedChip> = {}): ExportedChip => ({
  chipId: 'lattice',
  size: 16,
  activityStatus: 'active',
  topology: squareLatticeMux(16),
  readoutLines: [],
  qubits: [qubit('0', 0.99), qubit('1', 0.98), qubit('2', 0.97), qubit('3', 0.96)],
  couplings: [coupling('0-1', 0.95), coupling('0-2', 0.94), coupling('1-3', 0.93)],
  ...given,
});
const any = { min: 0, max: 1, isWithinDay: true };
const request: DeviceRequest = {
  name: 'd',
  deviceId: 'd',
  excludeCouplings: [],
  qubitFidelity: any,
  couplingFidelity: any,
  readoutFidelity: any,
  direction: 'forward',
  onlyMaximumConnected: true,
};
const made = (more: Partial<DeviceRequest> = {}, given: Partial<ExportedChip> = {}) =>
  deviceTopology(chip(given), { ...request, ...more }, now);
const qids = ({ qubits }: ReturnType<typeof made>) => qubits.map(({ physicalId }) => physicalId);
const pairs = ({ qubits, couplings }: ReturnType<typeof made>) =>
  couplings.map(({ control, target: to }) => `${qubits[control]?.physicalId}>${qubits[to]?.physicalId}`);

describe('deviceTopology', () => {
  it('deviceTopology gives a qubit as OQTOPUS has it: places from 0, microseconds, nanoseconds, errors of readout', () => {
    const { qubits, couplings } = made();
    expect(qubits[0]).toEqual({
      id: 0,
      physicalId: 0,
      position: { x: 0, y: expect.closeTo(5 / 3) },
      fidelity: 0.99,
      measError: {
        probMeas1Prep0: expect.closeTo(0.1),
        probMeas0Prep1: expect.closeTo(0.2),
        readoutAssignmentError: expect.closeTo(0.15),
      },
      lifetime: { t1: 30, t2: 40 },
      duration: { rz: 0, sx: 16, x: 24 },
    });
    expect(couplings[0]).toMatchObject({ fidelity: 0.95, durationRzx90: 272 });
  });

  it('deviceTopology leaves a qubit below the fidelity out with its reason, and the couplings of it', () => {
    const device = made({ qubitFidelity: { ...any, min: 0.965 } });
    expect(qids(device)).toEqual([0, 1, 2]);
    expect(device.leftOut).toEqual([
      { kind: 'qubit', id: '3', reason: 'x90_gate_fidelity 0.96 is not within 0.965 to 1' },
    ]);
    expect(pairs(device)).toHaveLength(2);
  });

  it('deviceTopology counts an older value as none: the number that replaces it is listed, and judged', () => {
    const stale = { qubits: [qubit('0', 0.99, old), qubit('1', 0.98)], couplings: [coupling('0-1', 0.95)] };
    const device = made({}, stale);
    expect(device.qubits[0]).toMatchObject({ fidelity: 0.25, lifetime: { t1: 100, t2: 100 }, duration: { sx: 16 } });
    expect(device.substituted).toContainEqual({
      ...{ kind: 'qubit', id: '0', field: 'fidelity', value: 0.25, reason: 'older_than_24h' },
    });
    expect(qids(made({ qubitFidelity: { ...any, min: 0.9 }, onlyMaximumConnected: false }, stale))).toEqual([1]);
    const whenever = made({ qubitFidelity: { ...any, isWithinDay: false } }, stale);
    expect([whenever.qubits[0]?.fidelity, whenever.substituted]).toEqual([0.99, []]);
  });

  it('deviceTopology keeps the largest connected part where it is asked to, and says what is disconnected', () => {
    const cut = { couplingFidelity: { ...any, min: 0.935 } };
    expect(qids(made(cut))).toEqual([0, 1, 2]);
    expect(made(cut).leftOut).toContainEqual({
      ...{ kind: 'qubit', id: '3', reason: 'it is not in the largest connected part' },
    });
    expect(qids(made({ ...cut, onlyMaximumConnected: false }))).toEqual([0, 1, 2, 3]);
  });

  it('deviceTopology takes the qubits in the order asked for, and names those that cannot be part', () => {
    const device = made({ qubits: ['3', '1', '99', '1'] });
    expect(qids(device)).toEqual([3, 1]);
    expect(device.leftOut).toEqual([{ kind: 'qubit', id: '99', reason: "chip 'lattice' has no such qubit" }]);
    const named = made({ onlyMaximumConnected: false }, { qubits: [target('q1', {})], couplings: [] });
    expect(named.leftOut).toEqual([{ kind: 'qubit', id: 'q1', reason: 'its id is not a whole number' }]);
  });

  it('deviceTopology leaves couplings out that are excluded, whichever way they are given', () => {
    const device = made({ excludeCouplings: ['1-0'], onlyMaximumConnected: false });
    expect(pairs(device)).not.toContain('0>1');
    expect(device.leftOut).toEqual([{ kind: 'coupling', id: '0-1', reason: 'it was asked to be left out' }]);
  });

  it('deviceTopology directs couplings by the lattice, and the other way round where asked', () => {
    expect(pairs(made()).sort()).toEqual(['0>1', '0>2', '3>1']);
    expect(pairs(made({ direction: 'inverse' })).sort()).toEqual(['1>0', '1>3', '2>0']);
    const directed = made({ direction: 'inverse' }, { topology: { ...squareLatticeMux(16), directed: true } });
    expect(directed.couplings).toEqual([]);
  });

  it('deviceTopology leaves what is marked faulty out', () => {
    const broken = { ...qubit('1', 0.9), faulty: { x90_gate_fidelity: young } };
    const device = made({ onlyMaximumConnected: false }, { qubits: [qubit('0', 0.99), broken], couplings: [] });
    expect(device.leftOut).toEqual([{ kind: 'qubit', id: '1', reason: 'x90_gate_fidelity is marked faulty' }]);
  });

  it('deviceTopology judges by the fidelity that most targets of the chip have, or by that which is named', () => {
    const qubits = ['0', '1'].map((id) => target(id, { average_gate_fidelity: 0.97, other: 0.5 }));
    const couplings = [target('0-1', { cz_gate_fidelity: 0.9, cz_gate_time: 40 })];
    const device = made({}, { qubits, couplings });
    expect(device.qubits.map(({ fidelity }) => fidelity)).toEqual([0.97, 0.97]);
    expect(device.couplings).toMatchObject([{ fidelity: 0.9, durationRzx90: 40 }]);
    expect(made({ qubitFidelity: { ...any, metric: 'other' } }, { qubits, couplings }).qubits[0]?.fidelity).toBe(0.5);
  });

  it('deviceTopology of a chip without values has replacement numbers, each listed', () => {
    const device = made({}, { qubits: [target('0', {})], couplings: [] });
    expect(device.substituted.map(({ field, value }) => [field, value])).toEqual([
      ...[
        ['fidelity', 0.25],
        ['prob_meas1_prep0', 0.25],
        ['prob_meas0_prep1', 0.25],
      ],
      ...[
        ['t1', 100],
        ['t2', 100],
        ['sx', 20],
        ['x', 20],
      ],
    ]);
  });
});
