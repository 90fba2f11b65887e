import { describe, expect, it } from 'vitest';
import { type Device, gate, oldDevice, parameter, planOf, problemsOf } from '#test/support/devices/ibm-device.ts';

/** The documents of the old device after one change. */
function broken(change: (device: Device) => void): Device {
  const device = oldDevice();
  change(device);
  return device;
}

const set = (target: unknown, key: string, value: unknown) => Object.assign(target as object, { [key]: value });

describe('a document that cannot be imported', () => {
  it.each<[string, string, (device: Device) => void]>([
    ['qubits that are not a list', 'props.qubits', (d) => set(d.props, 'qubits', {})],
    ['no number of qubits', 'conf.n_qubits', (d) => set(d.conf, 'n_qubits', undefined)],
    ['half a qubit', 'conf.n_qubits', (d) => set(d.conf, 'n_qubits', 4.5)],
    ['another number of qubits', 'props.qubits', (d) => set(d.conf, 'n_qubits', 6)],
  ])('a document with %s is refused at %s', (_what, path, change) => {
    expect(problemsOf(broken(change))).toEqual([{ path, message: expect.stringMatching(/^[^ ].{5,}/) }]);
  });
});

describe('an entry that cannot be read', () => {
  it.each<[string, string, (device: Device) => void]>([
    ['a text that is not a number', 'props.qubits[2][0].value', (d) => set(d.props.qubits[2]?.[0], 'value', 'fast')],
    ['no value', 'props.qubits[2][0].value', (d) => set(d.props.qubits[2]?.[0], 'value', undefined)],
    ['no date', 'props.qubits[1][3].date', (d) => set(d.props.qubits[1]?.[3], 'date', null)],
    ['a date that does not exist', 'props.qubits[1][3].date', (d) => set(d.props.qubits[1]?.[3], 'date', '2020-02-30')],
    ['a unit that is not text', 'props.qubits[0][1].unit', (d) => set(d.props.qubits[0]?.[1], 'unit', 1)],
    ['a name with a slash', 'props.qubits[0][1].name', (d) => set(d.props.qubits[0]?.[1], 'name', 'a/b')],
    ['a quantity twice', 'props.qubits[3][4].name', (d) => d.props.qubits[3]?.push(parameter('T1', 5, 'us'))],
    ['one quantity under two names', 'props.qubits[3][4].name', (d) => d.props.qubits[3]?.push(parameter('t1', 5))],
    ['a qubit that is not a list', 'props.qubits[4]', (d) => set(d.props.qubits, '4', {})],
    ['no gates', 'props.gates', (d) => set(d.props, 'gates', undefined)],
    ['a gate that is not an object', 'props.gates[5]', (d) => set(d.props.gates, '5', 'cx')],
    [
      'a broken gate that is not imported',
      'props.gates[0].parameters[0].value',
      (d) => set(d.props.gates[0]?.parameters[0], 'value', []),
    ],
    ['a gate on a qubit beyond the last', 'props.gates[5].qubits', (d) => set(d.props.gates[5]?.qubits, '1', 5)],
    ['a gate on a broken index', 'props.gates[5].qubits', (d) => set(d.props.gates[5]?.qubits, '0', 0.5)],
    ['a gate on one qubit twice', 'props.gates[5].qubits', (d) => set(d.props.gates[5]?.qubits, '1', 0)],
    ['a gate on no qubit', 'props.gates[5].qubits', (d) => set(d.props.gates[5], 'qubits', [])],
    ['a gate listed twice', 'props.gates[12]', (d) => d.props.gates.push(gate('cx', [0, 1], 0.5, 10))],
    ['an edge of three', 'conf.coupling_map[1]', (d) => set(d.conf.coupling_map, '1', [0, 1, 2])],
    ['an edge beyond the last qubit', 'conf.coupling_map[1]', (d) => set(d.conf.coupling_map, '1', [7, 1])],
    ['a qubit coupled with itself', 'conf.coupling_map[1]', (d) => set(d.conf.coupling_map, '1', [1, 1])],
    ['too few coordinates', 'conf.coords', (d) => set(d.conf, 'coords', [[1, 1]])],
    [
      'a broken coordinate',
      'conf.coords[2]',
      (d) =>
        set(d.conf, 'coords', [
          [1, 1],
          [1, 2],
          [1, null],
          [1, 4],
          [1, 5],
        ]),
    ],
  ])('a document with %s is imported without it, and says so at %s', (_what, path, change) => {
    const { leftOut } = planOf(broken(change));
    const before = new Set(planOf(oldDevice()).leftOut.map((row) => JSON.stringify(row)));
    const added = leftOut.filter((row) => !before.has(JSON.stringify(row)));
    expect(added).toEqual([{ path, reason: expect.stringMatching(/^[^ ].{5,}/), count: 1 }]);
  });

  it('a number in quotes is read', () => {
    const device = broken((d) => set(d.props.qubits[2]?.[0], 'value', '100'));
    expect(planOf(device).targets[2]?.values.t1?.value).toBe(100);
  });

  it('entries of one kind are counted in one row, with the first of them', () => {
    const device = oldDevice();
    device.props.gates = Array.from({ length: 80 }, (_, n) => gate('cx', [0, 1 + (n % 4)], 'x', 1));
    const rows = planOf(device).leftOut;
    expect(rows).toContainEqual({ path: 'props.gates[4]', reason: 'repeats an entry before it', count: 76 });
    expect(rows).toContainEqual({ path: 'props.gates[0].parameters[0].value', reason: 'is not a number', count: 80 });
  });
});

describe('the wrong document', () => {
  it('a refusal says so where the two documents are exchanged', () => {
    const { conf, props } = oldDevice();
    expect(problemsOf({ conf: props, props: conf })).toEqual([
      {
        path: 'conf',
        message: 'is a properties document (it has "qubits"); the configuration (conf_*.json) belongs here',
      },
      { path: 'props', message: 'is a configuration (it has "n_qubits"); the properties (props_*.json) belong here' },
    ]);
  });

  it.each([[undefined], [null], ['text'], [7], [[]]])('%j is refused as either document', (document) => {
    expect(problemsOf({ conf: document, props: document }).map(({ path }) => path)).toEqual(['conf', 'props']);
  });

  it('a document of another device is refused by its number of qubits', () => {
    const device = broken((d) => d.props.qubits.pop());
    expect(problemsOf(device)).toEqual([
      { path: 'props.qubits', message: 'has 4 qubits, but conf.n_qubits is 5: the documents are of two devices' },
    ]);
  });
});
