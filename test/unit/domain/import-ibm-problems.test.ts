import { describe, expect, it } from 'vitest';
import { type Device, gate, oldDevice, parameter, problemsOf } from '#test/support/devices/ibm-device.ts';

/** The documents of the old device after one change. */
function broken(change: (device: Device) => void): Device {
  const device = oldDevice();
  change(device);
  return device;
}

const set = (target: unknown, key: string, value: unknown) => Object.assign(target as object, { [key]: value });

describe('a document that cannot be imported', () => {
  it.each<[string, string, (device: Device) => void]>([
    ['a text for a number', 'props.qubits[2][0].value', (d) => set(d.props.qubits[2]?.[0], 'value', '100')],
    ['no value', 'props.qubits[2][0].value', (d) => set(d.props.qubits[2]?.[0], 'value', undefined)],
    ['no date', 'props.qubits[1][3].date', (d) => set(d.props.qubits[1]?.[3], 'date', null)],
    ['a date that does not exist', 'props.qubits[1][3].date', (d) => set(d.props.qubits[1]?.[3], 'date', '2020-02-30')],
    ['a unit that is no text', 'props.qubits[0][1].unit', (d) => set(d.props.qubits[0]?.[1], 'unit', 1)],
    ['a name with a slash', 'props.qubits[0][1].name', (d) => set(d.props.qubits[0]?.[1], 'name', 'a/b')],
    ['a quantity twice', 'props.qubits[3][4].name', (d) => d.props.qubits[3]?.push(parameter('T1', 5, 'us'))],
    ['one quantity under two names', 'props.qubits[3][4].name', (d) => d.props.qubits[3]?.push(parameter('t1', 5))],
    ['a qubit that is no list', 'props.qubits[4]', (d) => set(d.props.qubits, '4', {})],
    ['qubits that are no list', 'props.qubits', (d) => set(d.props, 'qubits', {})],
    ['no gates', 'props.gates', (d) => set(d.props, 'gates', undefined)],
    ['a gate that is no object', 'props.gates[5]', (d) => set(d.props.gates, '5', 'cx')],
    [
      'a broken gate that is not imported',
      'props.gates[0].parameters[0].value',
      (d) => set(d.props.gates[0]?.parameters[0], 'value', []),
    ],
    ['a gate on a qubit beyond the last', 'props.gates[5].qubits[1]', (d) => set(d.props.gates[5]?.qubits, '1', 5)],
    ['a gate on a broken index', 'props.gates[5].qubits[0]', (d) => set(d.props.gates[5]?.qubits, '0', 0.5)],
    ['a gate on one qubit twice', 'props.gates[5].qubits', (d) => set(d.props.gates[5]?.qubits, '1', 0)],
    ['a gate on no qubit', 'props.gates[5].qubits', (d) => set(d.props.gates[5], 'qubits', [])],
    ['a gate listed twice', 'props.gates[12]', (d) => d.props.gates.push(gate('cx', [0, 1], 0.5, 10))],
    ['no number of qubits', 'conf.n_qubits', (d) => set(d.conf, 'n_qubits', undefined)],
    ['half a qubit', 'conf.n_qubits', (d) => set(d.conf, 'n_qubits', 4.5)],
    ['another number of qubits', 'props.qubits', (d) => set(d.conf, 'n_qubits', 6)],
    ['an edge of three', 'conf.coupling_map[1]', (d) => set(d.conf.coupling_map, '1', [0, 1, 2])],
    ['an edge beyond the last qubit', 'conf.coupling_map[1][0]', (d) => set(d.conf.coupling_map, '1', [7, 1])],
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
  ])('a document with %s is refused at %s', (_what, path, change) => {
    expect(problemsOf(broken(change))).toEqual([{ path, message: expect.stringMatching(/^[^ ].{5,}/) }]);
  });

  it('the refusal of a document says what was found', () => {
    const device = broken((d) => set(d.props.qubits[2]?.[0], 'value', 'fast'));
    expect(problemsOf(device)[0]?.message).toBe('must be a number or null, not text');
  });

  it('the refusal of a document names every problem, up to fifty', () => {
    const device = oldDevice();
    set(device.props.qubits[0]?.[0], 'value', 'x');
    set(device.props.gates[6], 'qubits', [9, 1]);
    expect(problemsOf(device).map(({ path }) => path)).toEqual([
      'props.qubits[0][0].value',
      'props.gates[6].qubits[0]',
    ]);
    const many = oldDevice();
    many.props.gates = Array.from({ length: 80 }, () => gate('cx', [0, 1], 'x', 1));
    expect(problemsOf(many)).toHaveLength(50);
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
