import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { importQubex } from '#shared/devices/rules/import/qubex/import-qubex.ts';

const file = (name: string, content: string) => ({ name, content });
const parameter = (name: string, data: object, unit?: string) =>
  file(`${name}.yaml`, JSON.stringify({ meta: unit === undefined ? {} : { unit }, data }));

const read = (files: unknown, more: object = {}) => importQubex({ files, measured_at: '2026-03-01', ...more });

function planOf(files: object[], more: object = {}): ImportPlan {
  const result = read(files, more);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const problemsOf = (files: unknown, more: object = {}) => {
  const result = read(files, more);
  return result.ok ? '' : result.problems.map(({ path, message }) => `${path} ${message}`).join();
};

const withValues = (plan: ImportPlan) => plan.targets.filter(({ values }) => Object.keys(values).length > 0);

describe("qubex's seed values", () => {
  it('labels of qubex are qubits by their number, and zero stands for what was not measured', () => {
    const plan = planOf([
      parameter('qubit_frequency', { Q00: 4.5, Q01: 0, Q015: 5.25 }, 'GHz'),
      parameter('t1', { Q00: 25_000 }, 'ns'),
      parameter('static_zz_interaction', { 'Q01-Q00': 0.1 }, 'MHz'),
    ]);
    expect(withValues(plan).map(({ id }) => id)).toEqual(['0', '15', '0-1']);
    expect(plan.targets[0]?.values).toMatchObject({
      qubit_frequency: { value: 4.5, unit: 'GHz' },
      t1: { value: 25, unit: 'us' },
    });
    expect(plan.partial).toBe(true);
  });

  it("a chip of qubex's configuration is drawn on its lattice, with all its qubits", () => {
    const plan = planOf([
      parameter('qubit_frequency', { Q00: 4.5 }, 'GHz'),
      file('chip.yaml', '64Q:\n  name: chip 14\n  n_qubits: 64\n  topology: {type: square_lattice, mux_size: 4}\n'),
    ]);
    expect(plan.topology).toMatchObject({ numQubits: 64, muxSize: 4, name: 'chip 14' });
    expect(plan.topology.couplings).toHaveLength(112);
    expect(plan.targets.filter(({ kind }) => kind === 'qubit')).toHaveLength(64);
  });

  it('a parameter of qubex whose unit is nowhere stated is left out, and says so', () => {
    const plan = planOf([file('props.yaml', '64Q:\n  qubit_frequency: {Q00: 4.5}\n  t1: {Q00: 25}\n')]);
    expect(Object.keys(plan.targets[0]?.values ?? {})).toEqual(['qubit_frequency']);
    expect(plan.leftOut).toEqual([{ path: 'files[0].content.64Q.t1.Q00', reason: 'has no unit', count: 1 }]);
  });

  it('whole numbers are qubits where the parameter is one of qubits, and readout muxes elsewhere', () => {
    const plan = planOf([
      file('readout_frequency.yaml', 'meta: {unit: GHz}\ndata:\n  0: 9.912\n  1: 10.044\n'),
      file('capture_delay.yaml', 'meta: {unit: ndelay}\ndata:\n  0: 3\n  1: 4\n'),
    ]);
    expect(plan.targets.map(({ values }) => values.readout_frequency?.value)).toEqual([9.912, 10.044]);
    expect(plan.targets.some(({ values }) => 'capture_delay' in values)).toBe(false);
    expect(plan.leftOut).toEqual([
      { path: 'files[1].content.data.0', reason: 'is the number of a readout mux, not a qubit', count: 2 },
    ]);
  });

  it('a parameter of qubex falls back to its default where a qubit has null or no number', () => {
    const data = 'Q00: 4.91\n  Q01: null\n  Q02: .nan\n  Q03: .inf\n';
    const plan = planOf([file('qubit_frequency.yaml', `meta: {unit: GHz, default: 4.75}\ndata:\n  ${data}`)]);
    expect(plan.targets.map(({ values }) => values.qubit_frequency?.value)).toEqual([4.91, 4.75, 4.75, undefined]);
    expect(plan.leftOut).toEqual([{ path: 'files[0].content.data.Q03', reason: 'is not a finite number', count: 1 }]);
  });

  it('of properties of several chips the one that is named is read', () => {
    const props = file('props.yaml', 'A:\n  qubit_frequency: {Q00: 4}\nB:\n  qubit_frequency: {Q00: 5}\n');
    expect(planOf([props], { chip: 'B' }).targets[0]?.values.qubit_frequency?.value).toBe(5);
    expect(problemsOf([props])).toBe('chip is needed, since the files have 2 chips: A, B');
    expect(problemsOf([props], { chip: 'C' })).toBe("chip 'C' is not in the files, which have A, B");
    expect(planOf([props], { chip: 'B' }).leftOut).toEqual([
      { path: 'files[0].content.A', reason: 'is another chip', count: 1 },
    ]);
  });

  it('the chip that is chosen of a catalogue gives its size and its name', () => {
    const catalogue = file(
      'chip.yaml',
      'A:\n  name: chip a\n  n_qubits: 16\n  topology: {type: square_lattice}\nB:\n  name: chip b\n  n_qubits: 64\n',
    );
    const files = [catalogue, parameter('qubit_frequency', { Q00: 4.91 }, 'GHz')];
    expect(problemsOf(files)).toBe('chip is needed, since the files have 2 chips: A, B');
    expect([planOf(files, { chip: 'A' }), planOf(files, { chip: 'B' })].map(({ topology }) => topology)).toMatchObject([
      { numQubits: 16, name: 'chip a' },
      { numQubits: 64, name: 'chip b' },
    ]);
  });

  it('files of a whole configuration without values of qubits are left out, each with what it is', () => {
    const plan = planOf([
      file('chip.yaml', '16Q: {n_qubits: 16}'),
      file('wiring.yaml', '16Q:\n  - {mux: 0, ctrl: [A-1], read_out: A-2}\n'),
      file('box.yaml', 'A: {name: a box, type: quel1-a, address: 10.1.0.2, adapter: "5"}'),
      file('system.yaml', 'S1: {chip_id: 16Q, backend: quel1}\nS2: {chip_id: 16Q, backend: quel3}\n'),
      file('jpa_params.yaml', 'data:\n  0: {pump_frequency: 6.0}\n  1: null\n'),
      parameter('t1', { Q00: 20 }, 'us'),
    ]);
    expect(plan.topology.numQubits).toBe(16);
    expect(plan.leftOut).toEqual([
      { path: 'files[1].content', reason: 'is a wiring, which has no value of a qubit', count: 1 },
      { path: 'files[2].content', reason: 'is a list of boxes, which has no value of a qubit', count: 1 },
      { path: 'files[3].content', reason: 'is a list of systems, which has no value of a qubit', count: 1 },
      { path: 'files[4].content.data.0', reason: 'is the number of a readout mux, not a qubit', count: 2 },
    ]);
    expect(withValues(plan).map(({ id }) => id)).toEqual(['0']);
  });

  it.each([
    ['no file', [], 'files must be 1 to 200 files, not 0'],
    ['a file that is not YAML', [file('a.yaml', 'a: [b')], 'files[0].content is not YAML'],
    ['a label that is not a qubit', [parameter('t1', { R1: 1 }, 'us')], 'files[0].content.data.R1 is neither a qubit'],
    ['no parameter', [file('a.yaml', 'x: {n_qubits: 3}')], 'files have no parameter of any qubit'],
  ])('a configuration of qubex with %s is refused with its place', (_, files, message) => {
    expect(problemsOf(files)).toContain(message);
  });

  it('a configuration of qubex that repeats itself without end is refused before it grows', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghij'.split('').map((name, n) => `${name}: &${name} [${`*${'abcdefghi'[n]},`.repeat(9)}]`),
    ];
    expect(problemsOf([file('a.yaml', bomb.join('\n'))])).toContain('is not YAML');
  });
});
