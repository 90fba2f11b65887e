import { describe, expect, it } from 'vitest';
import { linearChain } from '#shared/chips/rules/topology/linear.ts';
import type { ExportedChip, ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';
import { pythonList } from '#shared/devices/rules/export/compiler/format-names.ts';
import { compilerFile } from '#shared/devices/rules/export/compiler/formats.ts';
import type { HandOverRequest } from '#shared/devices/rules/export/compiler/hand-over.ts';
import { leftOutText } from '#shared/devices/rules/export/left-out-text.ts';
import { importIbm } from '#shared/devices/rules/import/ibm/import-ibm.ts';
import { importOqtopus } from '#shared/devices/rules/import/oqtopus/import-oqtopus.ts';
import type { ImportResult } from '#shared/devices/rules/import/plan.ts';
import { importQibolab } from '#shared/devices/rules/import/qibolab/import-qibolab.ts';
import { importQuam } from '#shared/devices/rules/import/quam/import-quam.ts';

const now = '2026-01-10T00:00:00.000Z';
const young = '2026-01-09T18:00:00.000Z';
const old = '2026-01-01T00:00:00.000Z';
const unitOf = (metric: string) =>
  /^t\d/.test(metric) ? 'us' : /time$/.test(metric) ? 'ns' : /freq/.test(metric) ? 'GHz' : '';

const target = (id: string, numbers: Record<string, number>, more: Partial<ExportedTarget> = {}): ExportedTarget => ({
  ...{ id, status: 'completed', faulty: {} },
  values: Object.fromEntries(
    Object.entries(numbers).map(([metric, value]) => [
      metric,
      { value, unit: unitOf(metric), calibratedAt: young, source: 'task' as const },
    ]),
  ),
  ...more,
});
const complete = {
  ...{ t1: 81.37, t2_echo: 40.213, qubit_frequency: 5.0123, average_readout_fidelity: 0.9731 },
  ...{ readout_fidelity_0: 0.981, readout_fidelity_1: 0.9652, x90_gate_fidelity: 0.99913, x90_gate_time: 35.56 },
  ...{ x180_gate_fidelity: 0.9987, x180_gate_time: 71.11 },
};
const gate = { cz_gate_fidelity: 0.9931, cz_gate_time: 68 };

const chip = (given: Partial<ExportedChip> = {}): ExportedChip => ({
  ...{ chipId: 'five', size: 5, activityStatus: 'active', topology: linearChain(5), readoutLines: [] },
  qubits: ['0', '1', '2', '3', '4'].map((id) => target(id, complete)),
  couplings: ['0-1', '1-2', '2-3', '3-4'].map((id) => target(id, gate)),
  ...given,
});
const file = (
  format: Parameters<typeof compilerFile>[1],
  given: Partial<ExportedChip> = {},
  more: Partial<HandOverRequest> = {},
) => compilerFile(chip(given), format, { now, ...more });
const lines = ({ leftOut }: ReturnType<typeof file>) => leftOut.map(leftOutText);
const planOf = (result: ImportResult) => {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
};
const numbersOf = (plan: ReturnType<typeof planOf>) =>
  Object.fromEntries(
    plan.targets.map(({ kind, id, values }) => [
      `${kind} ${id}`,
      Object.fromEntries(Object.entries(values).map(([metric, { value }]) => [metric, value])),
    ]),
  );
const withQubit = (id: string, changed: ExportedTarget) =>
  chip().qubits.map((qubit) => (qubit.id === id ? changed : qubit));

describe('files for compilers', () => {
  it('a list for Python has the qubits in the order asked for, and quotes ids that are not whole numbers', () => {
    expect(file('python', {}, { qubits: ['3', '1', '2'] })).toMatchObject({
      ...{ text: '[3, 1, 2]\n', qubits: ['3', '1', '2'], couplings: ['1-2', '2-3'], leftOut: [] },
    });
    expect(pythonList(['0', '07', 'q1'])).toBe('[0, "07", "q1"]');
  });

  it('couplings that are asked for come alone, with their qubits', () => {
    const { qubits, couplings, values } = file('python', {}, { couplings: ['2-3'] });
    expect([qubits, couplings]).toEqual([['2', '3'], ['2-3']]);
    expect(values.map(({ id }) => id)).toEqual([...Array(4).fill('2'), ...Array(4).fill('3'), '2-3']);
  });

  it.each(['python', 'oqtopus', 'qiskit'] as const)(
    '%s leaves out a qubit and a coupling that a compiler must not use, with the reason',
    (format) => {
      const held = target('1', complete, { held: ['average_readout_fidelity'] });
      const faulty = target('2-3', {}, { faulty: { cz_gate_fidelity: young } });
      const couplings = chip().couplings.map((one) => (one.id === '2-3' ? faulty : one));
      const found = file(format, { qubits: withQubit('1', held), couplings });
      expect([found.qubits, found.couplings]).toEqual([['0', '2', '3', '4'], ['3-4']]);
      expect(lines(found).filter((line) => /^\d/.test(line))).toEqual([
        '1 qubit (1): average_readout_fidelity: a newer value is held',
        '2 couplings (0-1, 1-2): a qubit of it is left out',
        '1 coupling (2-3): cz_gate_fidelity: marked faulty',
      ]);
    },
  );

  it('a value beyond the limit of age is left out, said, and shown as too old; the others with age and state', () => {
    const aged = target('1', complete);
    for (const metric of ['t1', 'x90_gate_fidelity']) {
      const value = aged.values[metric];
      if (value) aged.values[metric] = { ...value, calibratedAt: old };
    }
    const limited = file('python', { qubits: withQubit('1', aged) }, { withinHours: 24, qubits: ['0', '1'] });
    expect([limited.qubits, lines(limited)[0]]).toEqual([['0'], '1 qubit (1): x90_gate_fidelity: older than 24 h']);
    expect(limited.values.filter(({ id }) => id === '1').map(({ metric, state }) => [metric, state])).toEqual([
      ['t1', 'too_old'],
      ['t2_echo', 'fresh'],
      ['average_readout_fidelity', 'fresh'],
      ['x90_gate_fidelity', 'too_old'],
    ]);
    const all = file('python', { qubits: withQubit('1', aged) });
    expect(all.qubits).toHaveLength(5);
    expect(all.values.find(({ id, metric }) => id === '1' && metric === 't1')).toMatchObject({
      ...{ value: 81.37, unit: 'us', ageSeconds: 9 * 86_400, state: 'stale' },
    });
    const { document, leftOut } = file('qibolab', { qubits: withQubit('1', aged) }, { withinHours: 24 });
    expect(document.single_qubits).toMatchObject({
      0: { t1: [81370, null] },
      1: expect.not.objectContaining({ t1: 1 }),
    });
    expect((document as { single_qubits: Record<string, object> }).single_qubits['1']).not.toHaveProperty('t1');
    expect(leftOut).toContainEqual({ kind: 'qubit', field: 't1', reason: 'older than 24 h', targets: ['1'] });
  });

  it('OQTOPUS has null where a number is not known, never one that stands for it', () => {
    const bare = target('1', { average_readout_fidelity: 0.97, x90_gate_fidelity: 0.999 });
    const couplings = chip().couplings.map((one) =>
      one.id === '0-1' ? target('0-1', { cz_gate_fidelity: 0.99 }) : one,
    );
    const found = file('oqtopus', { qubits: withQubit('1', bare), couplings }, { qubits: ['1', '0'] });
    expect(found.document).toMatchObject({
      qubits: [
        {
          ...{ id: 0, physical_id: 1, fidelity: 0.999 },
          meas_error: {
            prob_meas1_prep0: null,
            prob_meas0_prep1: null,
            readout_assignment_error: expect.closeTo(0.03),
          },
          qubit_lifetime: { t1: null, t2: null },
          gate_duration: { rz: 0, sx: null, x: null },
        },
        {
          id: 1,
          physical_id: 0,
          qubit_lifetime: { t1: 81.37, t2: 40.213 },
          gate_duration: { rz: 0, sx: 35.56, x: 71.11 },
        },
      ],
      couplings: [
        { control: 1, target: 0, fidelity: 0.99, gate_duration: { rzx90: null }, metric: 'cz_gate_fidelity' },
      ],
    });
    expect(JSON.stringify(found.document)).not.toMatch(/0\.25|:100\b|:20\b/);
    expect(lines(found)).toEqual(
      expect.arrayContaining(['t1 of 1 qubit (1): not measured', 'cz_gate_time of 1 coupling (0-1): not measured']),
    );
  });

  it('what OQTOPUS got comes back by its import to the last digit', () => {
    const zx = chip().couplings.map(({ id }) => target(id, { zx90_gate_fidelity: 0.9812, zx90_gate_time: 272.5 }));
    const { document } = file('oqtopus', { couplings: zx }, { qubits: ['2', '3'] });
    const plan = planOf(importOqtopus({ device: JSON.parse(JSON.stringify(document)) }));
    const { qubit_frequency: _, x180_gate_fidelity: __, ...carried } = complete;
    expect(numbersOf(plan)).toEqual({
      ...{ 'qubit 2': carried, 'qubit 3': carried },
      'coupling 2-3': { zx90_gate_fidelity: 0.9812, zx90_gate_time: 272.5 },
    });
  });

  it('what Qiskit got comes back by the import of IBM to the last digit, with the time of each value', () => {
    const { document, qubits } = file('qiskit', {}, { qubits: ['4', '3'] });
    const { configuration, properties } = JSON.parse(JSON.stringify(document));
    expect([configuration.physical_qubits, configuration.coupling_map, qubits]).toEqual([
      ['4', '3'],
      [
        [1, 0],
        [0, 1],
      ],
      ['4', '3'],
    ]);
    const plan = planOf(importIbm({ conf: configuration, props: properties }));
    const { readout_fidelity_0: _, readout_fidelity_1: __, ...carried } = complete;
    expect(numbersOf(plan)).toEqual({ 'qubit 0': carried, 'qubit 1': carried, 'coupling 0-1': gate });
    expect(plan.targets.flatMap(({ values }) => Object.values(values).map(({ calibratedAt }) => calibratedAt))).toEqual(
      expect.arrayContaining([young]),
    );
  });

  it.each([
    [{ ecr_gate_fidelity: 0.99 }, true, [[0, 1]]],
    [
      { ecr_gate_fidelity: 0.99, 'ecr_gate_fidelity@inverse': 0.98 },
      true,
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      { cz_gate_fidelity: 0.99 },
      false,
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [{ zx90_gate_fidelity: 0.99 }, false, [[0, 1]]],
  ])('a gate of Qiskit is listed in the orders that its number is of: %o', (numbers, directed, orders) => {
    const topology = { ...linearChain(2), directed };
    const found = file('qiskit', {
      ...{ topology, qubits: ['0', '1'].map((id) => target(id, complete)) },
      couplings: [target('0-1', numbers as Record<string, number>)],
    });
    expect((found.document.configuration as { coupling_map: number[][] }).coupling_map).toEqual(orders);
  });

  it('no name of a chip or a qubit ends the texts of the program for Qiskit', () => {
    const name = `a'''+"""b`;
    const { text = '' } = file('qiskit', { chipId: name, qubits: [target(`'''`, complete)], couplings: [] });
    expect(text.match(/'''/g)).toHaveLength(2);
    expect(text.match(/"""/g)?.length).toBe(4);
    const [, json = ''] = /r'''\n([\s\S]*?)\n'''/.exec(text) ?? [];
    expect(JSON.parse(json).configuration).toMatchObject({ backend_name: name, physical_qubits: [`'''`] });
  });

  it('a coupling whose gate Qiskit does not have is left out, with the name of the gate', () => {
    const couplings = [target('0-1', { siswap_gate_fidelity: 0.99 })];
    const found = file('qiskit', { couplings }, { qubits: ['0', '1'] });
    expect(found.couplings).toEqual([]);
    expect(lines(found)).toContain('1 coupling (0-1): siswap_gate_fidelity: the format has no such gate');
  });

  it('parts go out as qibolab and QuAM by the same exporters, and come back by their imports', () => {
    const part = { qubits: ['1', '2'] };
    const read = planOf(
      importQibolab({ calibrations: [{ calibrated_at: young, calibration: file('qibolab', {}, part).document }] }),
    );
    expect(numbersOf(read)).toMatchObject({
      'qubit 1': { t1: 81.37, t2_echo: 40.213 },
      'coupling 1-2': { cz_gate_fidelity: 0.9931 },
    });
    const state = planOf(importQuam({ state: file('quam', {}, part).document, measured_at: young }));
    expect(Object.keys(numbersOf(state))).toEqual(['qubit 1', 'qubit 2', 'coupling 1-2']);
    expect(numbersOf(state)['qubit 2']).toMatchObject({ t1: 81.37, readout_fidelity_0: 0.981 });
  });

  it('simulated values of what is in the file are counted', () => {
    const simulated = target('1', complete);
    const { t1 } = simulated.values;
    if (t1) simulated.values.t1 = { ...t1, source: 'simulator' };
    expect(file('oqtopus', { qubits: withQubit('1', simulated) }, { qubits: ['1'] }).simulatedValues).toBe(1);
    expect(file('oqtopus', { qubits: withQubit('1', simulated) }, { qubits: ['0'] }).simulatedValues).toBe(0);
  });
});
