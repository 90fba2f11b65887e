import { describe, expect, it } from 'vitest';
import { importOqtopus } from '#shared/devices/rules/import/oqtopus/import-oqtopus.ts';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';

const at = '2026-02-03T04:05:06.000Z';
const qubit = (id: number, physical_id: number, more: object = {}) => ({
  ...{ id, physical_id, position: { x: 0, y: 0 }, fidelity: 0.999 },
  meas_error: { prob_meas1_prep0: 0.02, prob_meas0_prep1: 0.04, readout_assignment_error: 0.03 },
  ...{ qubit_lifetime: { t1: 41.5, t2: 37.25 }, gate_duration: { rz: 0, sx: 16, x: 24 }, ...more },
});
const coupling = (control: number, target: number, more: object = {}) => ({
  ...{ control, target, fidelity: 0.97, gate_duration: { rzx90: 184 }, ...more },
});
const deviceOf = (qubits: unknown, couplings: unknown = [], more: object = {}) => ({
  ...{ name: 'toy', device_id: 'toy', qubits, couplings, calibrated_at: at, ...more },
});

const read = (device: unknown, measured_at?: unknown) => importOqtopus({ device, measured_at });
function planOf(device: unknown, measured_at?: unknown): ImportPlan {
  const result = read(device, measured_at);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}
const problemsOf = (device: unknown, measured_at?: unknown) => {
  const result = read(device, measured_at);
  return result.ok ? '' : result.problems.map(({ path, message }) => `${path} ${message}`).join();
};

describe('a device topology of OQTOPUS', () => {
  it('qubits have their numbers on the chip, and couplings lead from their control to their target', () => {
    const plan = planOf(
      deviceOf(
        [qubit(0, 2, { position: { x: 0, y: 0.5 } }), qubit(1, 3, { position: { x: 1, y: 0.5 } }), qubit(2, 5)],
        [coupling(1, 0)],
      ),
    );
    expect(plan.topology).toMatchObject({
      topologyId: 'oqtopus-toy-3',
      directed: true,
      couplings: [['3', '2']],
      qubits: { 2: { row: 0, col: 0 }, 3: { row: 0, col: 1 }, 5: { row: 1, col: 0 } },
    });
    expect(plan).toMatchObject({ partial: true, newestAt: at, leftOut: [], missing: 0 });
    const values = (id: string) => plan.targets.find((target) => target.id === id)?.values;
    expect(values('2')).toEqual({
      average_readout_fidelity: { value: 0.97, unit: '', calibratedAt: at },
      readout_fidelity_0: { value: 0.98, unit: '', calibratedAt: at },
      readout_fidelity_1: { value: 0.96, unit: '', calibratedAt: at },
      t1: { value: 41.5, unit: 'us', calibratedAt: at },
      t2_echo: { value: 37.25, unit: 'us', calibratedAt: at },
      x180_gate_time: { value: 24, unit: 'ns', calibratedAt: at },
      x90_gate_fidelity: { value: 0.999, unit: '', calibratedAt: at },
      x90_gate_time: { value: 16, unit: 'ns', calibratedAt: at },
    });
    expect(values('3-2')).toMatchObject({
      zx90_gate_fidelity: { value: 0.97 },
      zx90_gate_time: { value: 184, unit: 'ns' },
    });
  });

  it('numbers that stand for unknown ones are left out', () => {
    const unknown = {
      fidelity: 0.25,
      meas_error: { prob_meas1_prep0: 0.75, prob_meas0_prep1: 0.1, readout_assignment_error: 0.425 },
      ...{ qubit_lifetime: { t1: 100, t2: 50 }, gate_duration: { rz: 0, sx: 20, x: 24 } },
    };
    const plan = planOf(deviceOf([qubit(0, 0, unknown)]));
    expect(Object.keys(plan.targets[0]?.values ?? {})).toEqual(['readout_fidelity_1', 't2_echo', 'x180_gate_time']);
    expect(plan.leftOut.map(({ path, reason }) => `${path} ${reason}`)).toEqual(
      [
        'fidelity',
        'gate_duration.sx',
        'meas_error.prob_meas1_prep0',
        'meas_error.readout_assignment_error',
        'qubit_lifetime.t1',
      ].map((field) => `device.qubits[0].${field} stands for a number that is not known`),
    );
  });

  it('a device that lists its substituted numbers is believed, and those of a simulator stay simulated', () => {
    const measured = { qubit_lifetime: { t1: 100, t2: 100 } };
    const substituted = [{ target_kind: 'qubit', target_id: '0', field: 't2', value: 100, reason: 'missing' }];
    const plan = planOf(deviceOf([qubit(0, 0, measured)], [], { substituted, left_out: [], simulated_values: 2 }));
    expect(plan.targets[0]?.values.t1).toEqual({ value: 100, unit: 'us', calibratedAt: at, source: 'simulator' });
    expect(plan.targets[0]?.values.t2_echo).toBeUndefined();
  });

  it('an entry that cannot be read is left out, and the rest is imported', () => {
    const plan = planOf(
      deviceOf(
        [
          qubit(0, 0, { fidelity: 'good', note: 1 }),
          5,
          qubit(2, 0),
          { ...qubit(3, 3), physical_id: 'a/b' },
          qubit(4, 4),
        ],
        [coupling(0, 4), coupling(4, 0), coupling(0, 9), coupling(0, 0), 'x'],
        { colour: 'red' },
      ),
    );
    expect(plan.topology).toMatchObject({ numQubits: 2, couplings: [['0', '4']] });
    expect(plan.leftOut.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'device.colour is not read',
      'device.couplings[1] repeats a coupling before it',
      'device.couplings[2] does not name two qubits of the device',
      'device.couplings[3] couples a qubit with itself',
      'device.couplings[4] is not an object',
      'device.qubits[0].fidelity is not a number',
      'device.qubits[0].note no metric is known for it',
      'device.qubits[1] is not an object',
      'device.qubits[2] repeats a qubit before it',
      'device.qubits[3].physical_id cannot be the id of a qubit',
    ]);
  });

  it('a device topology that has no qubit or no time is refused with its place', () => {
    expect(problemsOf(5)).toContain('device must be an object');
    expect(problemsOf(deviceOf([]))).toBe('device.qubits name no qubit');
    expect(problemsOf(deviceOf([qubit(0, 0)], [], { calibrated_at: '' }))).toBe(
      'measured_at must be the date and time of the document, not absent',
    );
    expect(planOf(deviceOf([qubit(0, 0)]), '2026-03-01').newestAt).toBe('2026-03-01T00:00:00.000Z');
  });
});
