import { describe, expect, it } from 'vitest';
import { type CountedValue, qubitHealth } from '#shared/statistics/rules/health/chip-health.ts';
import { type PatchTarget, patchInput } from '#shared/statistics/rules/health/patch-graph.ts';
import { type HealthMetric, metricFor, QUBIT_QUANTITIES } from '#shared/statistics/rules/health/quantities.ts';

const none = () => 0;
const own = QUBIT_QUANTITIES.map((quantity) => metricFor(quantity, none));
const gate = metricFor('two_qubit_gate', (_, metric) => (metric === 'cz_gate_fidelity' ? 3 : 0));

const value = (metric: HealthMetric | undefined, number: number | null, more: Partial<CountedValue> = {}) => {
  if (!metric) throw new Error('no metric');
  const origin = { source: 'task', executionId: undefined, taskId: undefined };
  const at = '2026-01-01T00:00:00.000Z';
  return { target: '0', metric, value: number, isStale: false, at, ageSeconds: 10, ...origin, ...more };
};
const book = [52, 141, 0.9771, 0.99974].map((number, index) => value(own[index], number));

describe('which metric stands for a quantity', () => {
  it('the metric that most targets have stands for a quantity, of equal ones the usual one', () => {
    const keyFor = (counts: Record<string, number>) =>
      metricFor('dephasing', (_, metric) => counts[metric] ?? 0).metric.key;
    expect(keyFor({})).toBe('t2_echo');
    expect(keyFor({ t2_star: 3, t2_echo: 3 })).toBe('t2_echo');
    expect(keyFor({ t2_star: 4, t2_echo: 3 })).toBe('t2_star');
  });

  it('the goals of the quantities are those of the catalogue', () => {
    expect(own.map(({ metric }) => [metric.key, metric.threshold.value])).toEqual([
      ['t1', 100],
      ['t2_echo', 200],
      ['average_readout_fidelity', 0.99],
      ['x90_gate_fidelity', 0.999],
    ]);
    expect(gate.metric).toMatchObject({ key: 'cz_gate_fidelity', threshold: { value: 0.99 } });
  });
});

describe('the health of a qubit', () => {
  it('the health of a qubit is told with its limit, its ages and the share of each value', () => {
    const found = qubitHealth(own, [...book.slice(0, 3), value(own[3], 0.99974, { isStale: true, ageSeconds: 99 })]);
    expect(found.health).toBeCloseTo(0.6325, 4);
    expect(found).toMatchObject({
      limitedBy: 'average_readout_fidelity',
      limitingShare: expect.closeTo(0.4367, 4),
      known: 4,
      of: 4,
      staleShare: 0.25,
      oldestSeconds: 99,
      missing: [],
      faulty: [],
    });
    expect(found.newestAt).toBe('2026-01-01T00:00:00.000Z');
    expect(found.values.map(({ share }) => Number(share.toFixed(4)))).toEqual([0.52, 0.705, 0.4367, 1]);
  });

  it('what a qubit lacks and what is faulty on it are named, and couplings count only where they are asked for', () => {
    const values = [value(own[0], 50), value(own[2], null), value(own[3], 0.999)];
    expect(qubitHealth(own, values)).toMatchObject({
      health: 0,
      limitedBy: 'average_readout_fidelity',
      missing: ['t2_echo'],
      faulty: ['average_readout_fidelity'],
    });
    const gates = [0.98, 0.995, 0.96].map((number, index) => value(gate, number, { target: `0-${index + 1}` }));
    expect(qubitHealth([...own, gate], [...book, ...gates]).health).toBeCloseTo((0.6325 ** 4 * 0.5) ** 0.2, 3);
  });

  it.each([[0], [1], [2]])('the newest value of a qubit is told wherever it is: at %i', (place) => {
    const values = book.slice(0, 3).map((one, n) => ({
      ...one,
      at: n === place ? '2026-02-01T00:00:00.000Z' : one.at,
    }));
    expect(qubitHealth(own, values).newestAt).toBe('2026-02-01T00:00:00.000Z');
  });

  it('a qubit without values has no health, no limit and no age', () => {
    expect(qubitHealth(own, [])).toMatchObject({ health: null, limitedBy: null, oldestSeconds: null, newestAt: null });
  });
});

describe('the graph that a patch is looked for on', () => {
  const target = (id: string, ...values: (number | null | undefined)[]): PatchTarget => ({
    id,
    fidelities: values.map((number, index) => ({ metric: `m${index}`, value: number, isHeld: false })),
  });
  const qubits = [
    target('0', 0.9, 0.99),
    target('1', 0.9, undefined),
    target('2', null, undefined),
    target('3', 0.9, 0.9),
    target('4', 0, 0.9),
    target('a-b', 0.9, 0.9),
  ];
  const couplings = [target('0-1', 0.9), target('0-3', 0.9), target('3-a-b', null), target('0-a-b', 0.8)];

  it('a qubit or coupling that lacks a value or has a faulty one is left out with its reason', () => {
    const { graph, leftOut } = patchInput(qubits, couplings, new Set());
    expect([...graph.qubits.keys()]).toEqual(['0', '3', 'a-b']);
    expect(graph.qubits.get('0')).toBeCloseTo(-Math.log(0.9 * 0.99), 12);
    expect(graph.couplings.map(({ qubits: pair }) => pair)).toEqual([
      ['0', '3'],
      ['0', 'a-b'],
    ]);
    expect(leftOut).toEqual({
      qubits: [
        { id: '1', reason: 'missing', metrics: ['m1'] },
        { id: '2', reason: 'faulty', metrics: ['m0'] },
        { id: '4', reason: 'missing', metrics: ['m0'] },
      ],
      couplings: [
        { id: '0-1', reason: 'qubit_left_out', metrics: [] },
        { id: '3-a-b', reason: 'faulty', metrics: ['m0'] },
      ],
    });
  });

  it('a qubit or coupling of which a newer value is held is left out, whatever is known of it', () => {
    const held = (id: string, ...values: number[]): PatchTarget => {
      const { fidelities } = target(id, ...values);
      return { id, fidelities: fidelities.map((one, index) => ({ ...one, isHeld: index === 0 })) };
    };
    const { graph, leftOut } = patchInput([held('0', 0.9, 0.99), ...qubits.slice(3)], [held('3-a-b', 0.9)], new Set());
    expect([...graph.qubits.keys()]).toEqual(['3', 'a-b']);
    expect(leftOut.qubits[0]).toEqual({ id: '0', reason: 'held', metrics: ['m0'] });
    expect(leftOut.couplings).toEqual([{ id: '3-a-b', reason: 'held', metrics: ['m0'] }]);
  });

  it('a fidelity of 1 costs nothing and one beyond it is none; a pair of unknown qubits is left out', () => {
    const whole = [target('0', 1), target('1', 1), target('2', 1.01)];
    const { graph, couplings: usable, leftOut } = patchInput(whole, [target('0-1', 1), target('8-9', 0.9)], new Set());
    expect([...graph.qubits.entries()].map(([id, cost]) => [id, cost + 0])).toEqual([
      ['0', 0],
      ['1', 0],
    ]);
    expect(usable.map(({ id }) => id)).toEqual(['0-1']);
    expect(leftOut).toEqual({
      qubits: [{ id: '2', reason: 'missing', metrics: ['m0'] }],
      couplings: [{ id: '8-9', reason: 'qubit_left_out', metrics: [] }],
    });
  });

  it('an excluded qubit is in no patch, and neither are its couplings', () => {
    const { graph, leftOut } = patchInput(qubits, couplings, new Set(['3']));
    expect([...graph.qubits.keys()]).toEqual(['0', 'a-b']);
    expect(leftOut.qubits).toContainEqual({ id: '3', reason: 'excluded', metrics: [] });
    expect(leftOut.couplings).toContainEqual({ id: '0-3', reason: 'qubit_left_out', metrics: [] });
  });
});
