import { describe, expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { type Device, gate, oldDevice, parameter, planOf, qubit, targetOf } from '#test/support/devices/ibm-device.ts';

const EARLIER = '2020-01-30T08:00:00-05:00';
const LATER = '2020-02-01T01:00:00+01:00';

function pairWith(gates: Device['props']['gates'], couplingMap: number[][] = []): Device {
  return {
    conf: { backend_name: 'fake_pair', n_qubits: 2, coupling_map: couplingMap },
    props: { backend_name: 'fake_pair', qubits: [qubit(100, 80), qubit(90, 70)], gates },
  };
}

describe('the import of an old device without coordinates', () => {
  const plan = planOf(oldDevice());

  it('the import of an old device names the chip and its topology after the device', () => {
    expect(plan).toMatchObject({ format: 'ibm', deviceName: 'ibmq_ourense', newestAt: '2020-01-31T13:00:00.000Z' });
    expect(plan.topology).toMatchObject({ topologyId: 'ibm-ourense-5', numQubits: 5, directed: true });
  });

  it('the import of an old device keeps each edge once: the shorter direction, the only one, or none of equals', () => {
    expect(plan.topology.couplings.map((pair) => pair.join('-'))).toEqual(['0-1', '1-3', '2-1', '3-4']);
    expect(plan.targets.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '0-1', '1-3', '2-1', '3-4']);
    expect(targetOf(plan, '2-1').values.cx_gate_time).toEqual({
      value: 384,
      unit: 'ns',
      calibratedAt: '2020-01-31T13:00:00.000Z',
    });
  });

  it('the import of an old device gives every qubit a place of its own', () => {
    const places = Object.values(plan.topology.qubits).map(({ row, col }) => `${row},${col}`);
    expect(new Set(places).size).toBe(5);
  });

  it('an import maps names, turns errors into fidelities, spells microseconds one way, and leaves id out', () => {
    expect(targetOf(plan, '0').values).toMatchObject({
      t1: { value: 100, unit: 'us' },
      t2_echo: { value: 80, unit: 'us' },
      qubit_frequency: { value: 5.1, unit: 'GHz' },
      average_readout_fidelity: { value: 0.98, unit: '' },
    });
    expect(Object.keys(targetOf(plan, '0').values)).toHaveLength(4);
    expect(targetOf(plan, '0-1').values.cx_gate_fidelity?.value).toBe(0.99);
  });

  it('the import of an old device has nothing to warn about', () => {
    expect(plan).toMatchObject({ warnings: [], faulty: 0, missing: 0 });
  });
});

describe('positions', () => {
  it('imported positions are those of the heavy hexagon where the edges are its edges', () => {
    const lattice = generateTopology('heavy-hex-27');
    const plan = planOf({
      conf: { n_qubits: 27, coupling_map: lattice?.couplings.map(([a, b]) => [Number(b), Number(a)]) },
      props: { qubits: Array.from({ length: 27 }, () => []), gates: [] },
    });
    expect(plan.topology.qubits).toEqual(lattice?.qubits);
    expect(plan.topology).toMatchObject({ topologyId: 'ibm-unnamed-27', layoutType: 'hex', directed: true });
    expect(plan.newestAt).toBeNull();
  });

  it('imported positions are the coordinates of the document, [x, y], begun at 0', () => {
    const device = oldDevice();
    device.conf.coords = [
      [1, 2],
      [2, 2],
      [3, 2],
      [2, 3],
      [2, 4],
    ];
    expect(planOf(device).topology).toMatchObject({
      qubits: { '0': { row: 0, col: 0 }, '2': { row: 0, col: 2 }, '4': { row: 2, col: 1 } },
      layoutType: 'hex',
      gridSize: 3,
    });
  });

  it('imported positions are computed, with a warning, where two qubits share a coordinate', () => {
    const device = oldDevice();
    device.conf.coords = [0, 1, 2, 3, 3].map((x) => [x, 0]);
    const plan = planOf(device);
    expect(plan.warnings).toEqual(['two qubits share a coordinate; positions were computed instead']);
    expect(plan.topology.qubits).toEqual(planOf(oldDevice()).topology.qubits);
  });
});

const valuesOf = (plan: ReturnType<typeof planOf>, id: string) =>
  Object.fromEntries(Object.entries(targetOf(plan, id).values).map(([metric, { value }]) => [metric, value]));

describe('a directed gate in both directions', () => {
  it('both directions of a directed gate are kept, under the direction of the coupling, and equal numbers are one', () => {
    const both = [gate('cx', [0, 1], 0.03, 400), gate('cx', [1, 0], 0.03, 340)];
    const native = planOf(pairWith(both, [[0, 1]]));
    expect(native.topology).toMatchObject({ couplings: [['1', '0']], directed: true });
    expect(valuesOf(native, '1-0')).toEqual({ cx_gate_fidelity: 0.97, cx_gate_time: 340, 'cx_gate_time@inverse': 400 });
    expect(native.warnings).toEqual([]);
    const errors = [gate('ecr', [0, 1], 0.01, 300), gate('ecr', [1, 0], 0.03, 300)];
    expect(valuesOf(planOf(pairWith(errors, [[0, 1]])), '0-1')).toEqual({
      ecr_gate_fidelity: 0.99,
      'ecr_gate_fidelity@inverse': 0.97,
      ecr_gate_time: 300,
    });
  });

  it('a broken direction of a directed gate is that direction alone', () => {
    const both = [gate('ecr', [0, 1], 1, 300), gate('ecr', [1, 0], 0.03, 300)];
    const { values, faulty } = targetOf(planOf(pairWith(both, [[0, 1]])), '0-1');
    expect(Object.keys(faulty)).toEqual(['ecr_gate_fidelity']);
    expect(values['ecr_gate_fidelity@inverse']?.value).toBeCloseTo(0.97, 12);
  });
});

describe('a symmetric gate in both directions', () => {
  it('a symmetric gate is one coupling, as young as its younger entry, without a warning where the values are equal', () => {
    const plan = planOf(pairWith([gate('cz', [1, 0], 0.01, 68, LATER), gate('cz', [0, 1], 0.01, 68)]));
    expect(plan.topology.directed).toBe(false);
    expect(targetOf(plan, '0-1').values.cz_gate_fidelity).toEqual({
      value: 0.99,
      unit: '',
      calibratedAt: '2020-02-01T00:00:00.000Z',
    });
    expect(plan.warnings).toEqual(['cz: 2 entries outside the coupling map']);
  });

  it('two numbers of the orders of a symmetric gate are two directions, never their mean, with a warning', () => {
    const both = [gate('cz', [0, 1], 0.01, 68, EARLIER), gate('cz', [1, 0], 0.03, 68)];
    const plan = planOf(pairWith(both, [[0, 1]]));
    expect(valuesOf(plan, '0-1')).toEqual({
      cz_gate_fidelity: 0.99,
      'cz_gate_fidelity@inverse': 0.97,
      cz_gate_time: 68,
    });
    expect(plan.warnings).toEqual(['cz: the directions of 1 coupling differ; both are kept']);
  });

  it('a symmetric gate in both directions has no native direction, even where one entry is shorter', () => {
    const both = [gate('cz', [0, 1], 0.01, 84, LATER), gate('cz', [1, 0], 0.01, 68)];
    const plan = planOf(pairWith(both, [[0, 1]]));
    expect(plan.topology).toMatchObject({ couplings: [['0', '1']], directed: false });
    expect(valuesOf(plan, '0-1')).toEqual({ cz_gate_fidelity: 0.99, cz_gate_time: 84, 'cz_gate_time@inverse': 68 });
  });

  it('of a faulty mark and a number of a symmetric gate the newer counts, and of the same date the number', () => {
    const marks = (first: string, second: string) => {
      const both = [gate('cz', [0, 1], 1, 68, first), gate('cz', [1, 0], 0.02, 68, second)];
      const { values, faulty } = targetOf(planOf(pairWith(both, [[0, 1]])), '0-1');
      return [values.cz_gate_fidelity?.value, faulty.cz_gate_fidelity];
    };
    expect(marks(EARLIER, LATER)).toEqual([0.98, undefined]);
    expect(marks(LATER, EARLIER)).toEqual([undefined, '2020-02-01T00:00:00.000Z']);
    expect(marks(EARLIER, EARLIER)).toEqual([0.98, undefined]);
  });

  it('a usable entry of a symmetric gate goes before a newer null', () => {
    const both = [gate('cz', [0, 1], null, 68, LATER), gate('cz', [1, 0], 0.02, 68, EARLIER)];
    expect(targetOf(planOf(pairWith(both, [[0, 1]])), '0-1').values.cz_gate_fidelity?.value).toBe(0.98);
  });
});

describe('the direction of a coupling', () => {
  it.each([
    ['cz', [1, 0], '1-0'],
    ['ecr', [1, 0], '1-0'],
    ['ecr', [0, 1], '0-1'],
  ])('the coupling of %s listed only as %j has the id %s', (name, qubits, id) => {
    const plan = planOf(pairWith([gate(name, qubits, 0.01, 300)], [[0, 1]]));
    expect(plan.topology.couplings.map((pair) => pair.join('-'))).toEqual([id]);
    expect(plan.topology.directed).toBe(true);
  });

  it('the direction of a coupling is that of the gate with a control where a symmetric gate shares the edge', () => {
    const gates = [gate('cz', [0, 1], 0.01, 68), gate('cz', [1, 0], 0.01, 68), gate('ecr', [1, 0], 0.02, 300)];
    const { values } = targetOf(planOf(pairWith(gates, [[0, 1]])), '1-0');
    expect([values.cz_gate_fidelity?.value, values.ecr_gate_fidelity?.value]).toEqual([0.99, 0.98]);
  });

  it('the direction of a coupling is dropped, with a warning, where two gates disagree', () => {
    const plan = planOf(pairWith([gate('cx', [0, 1], 0.01, 300), gate('ecr', [1, 0], 0.02, 300)], [[0, 1]]));
    expect(plan.topology.couplings).toEqual([['0', '1']]);
    expect(plan.warnings).toEqual(['1 coupling with gates of opposite directions kept without a direction']);
  });

  it('the direction of an edge without a gate is that of the coupling map', () => {
    const device = pairWith([], [[1, 0]]);
    expect(planOf(device).topology).toMatchObject({ couplings: [['1', '0']], directed: true });
    expect(targetOf(planOf(device), '1-0')).toMatchObject({ kind: 'coupling', values: {}, faulty: {} });
    device.conf.coupling_map.push([0, 1]);
    expect(planOf(device).topology).toMatchObject({ couplings: [['0', '1']], directed: false });
  });
});

describe('values that are none', () => {
  it('an imported error of 1 or more is looked for in the unit of the error', () => {
    const inPercent = (error: number) => {
      const cx = gate('cx', [0, 1], error, 300);
      const parameters = [parameter('gate_error', error, '%'), ...cx.parameters.slice(1)];
      return planOf(pairWith([{ ...cx, parameters }], [[0, 1]])).warnings;
    };
    expect(inPercent(1.5)).toEqual([]);
    expect(inPercent(100)).toEqual([
      'cx: 1 of 1 directed entries has an error of 1 or more; 1 coupling is marked faulty',
    ]);
  });

  it('an imported error of 1 or more is a faulty mark with its date, not a number', () => {
    const device = pairWith(
      [gate('sx', [0], 1, 32), gate('sx', [1], 0.001, 32), gate('cx', [0, 1], 1.5, 300)],
      [[0, 1]],
    );
    device.props.qubits[0] = [parameter('readout_error', 1, '', LATER)];
    const plan = planOf(device);
    const { values, faulty } = targetOf(plan, '0');
    expect(faulty).toEqual({
      average_readout_fidelity: '2020-02-01T00:00:00.000Z',
      x90_gate_fidelity: '2020-01-31T13:00:00.000Z',
    });
    expect(values).toEqual({ x90_gate_time: { value: 32, unit: 'ns', calibratedAt: '2020-01-31T13:00:00.000Z' } });
    expect(plan.faulty).toBe(3);
    expect(plan.warnings).toEqual([
      'cx: 1 of 1 directed entries has an error of 1 or more; 1 coupling is marked faulty',
      'average_readout_fidelity: 1 of 2 qubits are marked faulty, with an error of 1 or more or out of use',
      'x90_gate_fidelity: 1 of 2 qubits are marked faulty, with an error of 1 or more or out of use',
    ]);
  });

  it.each([
    ['T1', null],
    ['T1', 0],
    ['T1', -3],
    ['T2', 0],
    ['frequency', 0],
    ['anharmonicity', 0],
    ['readout_length', 0],
    ['readout_error', -0.1],
    ['prob_meas0_prep1', Number.NaN],
    ['T2', Number.POSITIVE_INFINITY],
  ])('an imported %s of %s is missing, and says so', (name, value) => {
    const device = pairWith([]);
    device.props.qubits = [[parameter(name, value)], [parameter(name, 0.5)]];
    const plan = planOf(device);
    expect(targetOf(plan, '0')).toMatchObject({ values: {}, faulty: {} });
    expect(Object.values(targetOf(plan, '1').values)).toHaveLength(1);
    expect(plan.missing).toBe(1);
    expect(plan.leftOut).toEqual([{ path: 'props.qubits[0][0].value', reason: expect.any(String), count: 1 }]);
  });

  it('an imported error of 0 and a negative anharmonicity are numbers', () => {
    const device = pairWith([]);
    device.props.qubits = [[parameter('prob_meas1_prep0', 0), parameter('anharmonicity', -0.3, 'GHz')], []];
    const { values } = targetOf(planOf(device), '0');
    expect([values.readout_fidelity_0?.value, values.anharmonicity?.value]).toEqual([1, -0.3]);
  });

  it('an imported metric that others of its kind have is counted as missing', () => {
    const device = oldDevice();
    device.props.qubits[2] = [];
    device.props.gates.pop();
    expect(planOf(device).missing).toBe(4 + 2);
  });
});

describe('what is beyond the usual', () => {
  it('an imported T2 above 2 T1 is counted', () => {
    const device = oldDevice();
    device.props.qubits[0] = qubit(50, 101);
    device.props.qubits[1] = qubit(50, 100);
    expect(planOf(device).warnings).toEqual(['1 qubit has T2 > 2 T1']);
    device.props.qubits[0] = [parameter('T1', 50, 'us'), parameter('T2', 101, 'ns'), parameter('frequency', 5, 'GHz')];
    expect(planOf(device).warnings).toEqual([]);
    device.props.qubits[0] = [
      parameter('T1', 0.05, 'ms'),
      parameter('T2', 101, 'us'),
      parameter('frequency', 5, 'GHz'),
    ];
    expect(planOf(device).warnings).toEqual(['1 qubit has T2 > 2 T1']);
  });

  it('an unknown quantity keeps its name at an import, an unknown gate gets its own metrics', () => {
    const device = pairWith([gate('rx', [0], 0.001, 32)]);
    device.props.qubits[0]?.push(parameter('temperature', 15, 'mK'));
    const { values } = targetOf(planOf(device), '0');
    expect(values.temperature).toMatchObject({ value: 15, unit: 'mK' });
    expect(values.rx_gate_fidelity?.value).toBe(0.999);
    expect(values.rx_gate_time).toMatchObject({ value: 32, unit: 'ns' });
  });

  it('a readout listed as a gate fills in only what the qubit itself lacks', () => {
    const device = pairWith([gate('measure', [0], 0.5, 1000)]);
    const { values } = targetOf(planOf(device), '0');
    expect(values.average_readout_fidelity?.value).toBe(0.98);
    expect(values.readout_length).toMatchObject({ value: 1000, unit: 'ns' });
    expect(Object.keys(values).some((key) => key.startsWith('measure'))).toBe(false);
  });

  it('figures of chains of IBM are kept by the number of qubits, each with its own qubits', () => {
    const device = oldDevice();
    const date = '2025-01-01T00:00:00Z';
    const figure = (name: string, value: number) => ({ name, value, unit: '', date });
    Object.assign(device.props, {
      general: [figure('lf_4', 0.8), figure('eplg_4', 0.07), figure('lf_10', 0.6), figure('zz_12', -6e-5)],
      general_qlists: [{ name: 'lf_4', qubits: [2, 1, 3, 4] }],
    });
    const plan = planOf(device);
    const calibratedAt = '2025-01-01T00:00:00.000Z';
    expect(plan.targets.filter(({ kind }) => kind === 'chain')).toEqual([
      {
        kind: 'chain',
        id: '4',
        values: {
          eplg: { value: 0.07, unit: '', calibratedAt, description: 'Qubits 2-1-3-4' },
          layer_fidelity: { value: 0.8, unit: '', calibratedAt, description: 'Qubits 2-1-3-4' },
        },
        faulty: {},
      },
      { kind: 'chain', id: '10', values: { layer_fidelity: { value: 0.6, unit: '', calibratedAt } }, faulty: {} },
    ]);
    expect(plan.leftOut).toEqual([
      { path: 'props.general[3]', reason: 'is a figure of the device that no metric is known for', count: 1 },
    ]);
    expect(plan.targets.filter(({ kind }) => kind !== 'chain')).toEqual(planOf(oldDevice()).targets);
  });

  it('a gate on three qubits is an element, and unknown gate parameters are left out by their paths', () => {
    const device = oldDevice();
    device.props.gates.push(gate('ccx', [3, 1, 0], 0.05, 900), gate('ccz', [0, 1, 3], 1, 100));
    device.props.gates[5]?.parameters.push(parameter('phase', 0.1));
    const plan = planOf(device);
    expect(plan.targets.filter(({ kind }) => kind === 'gate')).toMatchObject([
      { id: '0-1-3', values: { ccz_gate_time: { value: 100 } }, faulty: { ccz_gate_fidelity: expect.any(String) } },
      { id: '3-1-0', values: { ccx_gate_fidelity: { value: 0.95 }, ccx_gate_time: { value: 900, unit: 'ns' } } },
    ]);
    expect(plan.leftOut).toEqual([
      { path: expect.stringMatching(/^props\.gates\[5\]\.parameters/), reason: 'no metric is known for it', count: 1 },
    ]);
  });

  it('a qubit and a gate that are not operational are faulty, and their flag is not a metric', () => {
    const device = pairWith([gate('sx', [0], 0.001, 32), gate('cz', [0, 1], 0.004, 60)]);
    device.props.qubits[0]?.push(parameter('operational', 0));
    device.props.qubits[1]?.push(parameter('operational', 1));
    device.props.gates.at(-1)?.parameters.push(parameter('operational', 0));
    const plan = planOf(device);
    expect(Object.keys(targetOf(plan, '0').faulty)).toEqual(['average_readout_fidelity', 'x90_gate_fidelity']);
    expect(targetOf(plan, '0').values.t1).toBeDefined();
    expect(targetOf(plan, '1').faulty).toEqual({});
    expect(Object.keys(targetOf(plan, '0-1').faulty)).toEqual(['cz_gate_fidelity']);
    expect(plan.targets.some(({ values }) => 'operational' in values)).toBe(false);
  });

  it('a change of the frame is not a gate, and a u2 is a pulse of 90 degrees where no sx is there', () => {
    const names = ['id', 'u1', 'p', 'rz'].map((name) => gate(name, [0], 0, 0));
    const { values } = targetOf(planOf(pairWith([...names, gate('u2', [0], 0.0005, 50)])), '0');
    expect(values.x90_gate_fidelity?.value).toBe(0.9995);
    expect(values.x90_gate_time).toMatchObject({ value: 50, unit: 'ns' });
    expect(Object.keys(values).some((key) => /^(id|u1|u2|p|rz)_/.test(key))).toBe(false);
    const both = planOf(pairWith([gate('u2', [0], 0.0005, 50), gate('sx', [0], 0.0003, 30)]));
    expect(targetOf(both, '0').values.x90_gate_fidelity?.value).toBe(0.9997);
    expect(both.leftOut).toMatchObject([{ reason: 'gives a metric that another entry gives', count: 2 }]);
  });

  it('an entry without a date is left out, and the others are imported', () => {
    const device = pairWith([]);
    device.props.qubits[1]?.push({ ...parameter('T2', 60, 'us'), date: null as unknown as string });
    expect(planOf(device).leftOut).toMatchObject([{ reason: 'is not an ISO 8601 date and time', count: 1 }]);
  });

  it('two names for the device are a warning of its import', () => {
    const device = oldDevice();
    device.props.backend_name = 'ibmqx2';
    expect(planOf(device).warnings).toEqual([
      'the configuration names the device ibmq_ourense, the properties name it ibmqx2',
    ]);
  });
});
