import { expect, it } from 'vitest';
import { importIbm } from '#shared/devices/rules/import/ibm/import-ibm.ts';
import { nameProblem } from '#shared/devices/rules/import/metric-name.ts';
import { keyProblem } from '#shared/values/rules/gate-keys.ts';
import { problemOfLimit } from '#shared/values/rules/own-limits.ts';
import { gate, oldDevice, parameter } from '#test/support/devices/ibm-device.ts';

const unknown = (ending: string) =>
  `unknown ending '${ending}': a key may end in '@inverse' on a coupling, and has no other '@'`;

it.each([
  ['cz_gate_fidelity@foo', unknown('@foo')],
  ['cz_gate_fidelity@', unknown('@')],
  ['cz_gate_fidelity@Inverse', unknown('@Inverse')],
  ['cz_gate_fidelity@inverse@inverse', unknown('@inverse@inverse')],
  ['@inverse', unknown('@inverse')],
  ['a@b', unknown('@b')],
])('the key %s is refused on qubits and couplings, with what may end a key', (key, problem) => {
  expect([keyProblem(key, 'qubit'), keyProblem(key, 'coupling')]).toEqual([problem, problem]);
});

it('a key of the inverse direction is one of couplings alone, and every key without an ending is one', () => {
  expect(keyProblem('cz_gate_fidelity@inverse', 'coupling')).toBeUndefined();
  expect(keyProblem('t1@inverse', 'qubit')).toBe("only metrics of couplings end in '@inverse'; use 't1'");
  expect([keyProblem('t1', 'qubit'), keyProblem('zz', 'coupling')]).toEqual([undefined, undefined]);
});

it('a limit of a metric that no target has is refused', () => {
  const limit = { lowest: 0, unit: '' };
  expect(problemOfLimit('cz_gate_fidelity@foo', limit)).toBe(`cannot be: ${unknown('@foo')}`);
  expect(problemOfLimit('t1@inverse', { lowest: 1, unit: 'us' })).toContain("use 't1'");
  expect(problemOfLimit('cz_gate_fidelity@inverse', limit)).toBeUndefined();
});

it('names of other programs have no direction, and a gate whose key would be too long is left out', () => {
  const ofOthers = "cannot name a metric: '@' begins the direction of a gate";
  expect(nameProblem('cz_gate_fidelity@inverse')).toBe(ofOthers);
  expect(nameProblem('cz_gate_fidelity@inverse', 'coupling')).toBeUndefined();
  const device = oldDevice();
  device.props.qubits[0]?.push(parameter('t9@inverse', 1));
  device.props.gates.push(gate('cz@inverse', [0, 1], 0.1, 30), gate('g'.repeat(60), [0, 1], 0.1, 30));
  const result = importIbm(device);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const { leftOut, targets } = result.plan;
  const count = device.props.gates.length;
  const reasons = new Map(leftOut.map(({ path, reason }) => [path, reason]));
  expect(reasons.get('props.qubits[0][4].name')).toBe(ofOthers);
  expect(reasons.get(`props.gates[${count - 2}].gate`)).toBe(ofOthers);
  expect(reasons.get(`props.gates[${count - 1}].gate`)).toBe('cannot name a metric');
  const keys = targets.flatMap(({ values }) => Object.keys(values));
  expect(keys.filter((key) => /cz|ggg|t9/.test(key) || key.length > 64)).toEqual([]);
});
