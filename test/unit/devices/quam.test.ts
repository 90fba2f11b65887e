import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { importQuam } from '#shared/devices/rules/import/quam/import-quam.ts';

const stateOf = (qubits: object, qubit_pairs: object = {}) => ({ qubits, qubit_pairs });

function planOf(state: object): ImportPlan {
  const result = importQuam({ state, measured_at: '2026-03-01T10:00:00Z' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const problemsOf = (state: unknown, measured_at: unknown = '2026-03-01') => {
  const result = importQuam({ state, measured_at });
  return result.ok ? '' : result.problems.map(({ path, message }) => `${path} ${message}`).join();
};

describe('the state of a QuAM', () => {
  it.each([[[2e-5]], [[]], [[2e-5, 1e-6, 3]]])('a list that is not a number with its error is left out: %j', (T1) => {
    const { targets, leftOut } = planOf(stateOf({ q1: { T1, f_01: 5e9 } }));
    expect(Object.keys(targets[0]?.values ?? {})).toEqual(['qubit_frequency']);
    expect(leftOut.map(({ path }) => path)).toEqual(['state.qubits.q1.T1']);
  });

  it("QuAM's seconds and hertz become the units of the metrics, and references are followed", () => {
    const values = planOf(
      stateOf({
        q1: {
          T1: '#./coherence/T1',
          coherence: { T1: 2e-5 },
          T2echo: '#/shared/echo',
          f_01: 5e9,
          f_12: 4.8e9,
          xy: { operations: { x180: '#./x180_DragCosine', x180_DragCosine: { length: 40 } } },
          resonator: {
            confusion_matrix: [
              [0.98, 0.02],
              [0.04, 0.96],
            ],
          },
        },
      }),
    ).targets[0]?.values;
    expect(values?.t1).toEqual({ value: 20, unit: 'us', calibratedAt: '2026-03-01T10:00:00.000Z' });
    expect(values?.t2_echo).toBeUndefined();
    expect(values?.anharmonicity?.value).toBeCloseTo(-0.2, 12);
    expect(values?.x180_gate_time).toMatchObject({ value: 40, unit: 'ns' });
    expect(values?.average_readout_fidelity?.value).toBeCloseTo(0.97, 12);
  });

  it('an anharmonicity of QuAM without a sign is left out, and says so', () => {
    const plan = planOf(stateOf({ q1: { anharmonicity: 2e8 }, q2: { anharmonicity: -2e8 } }));
    expect(plan.targets.map(({ values }) => values.anharmonicity?.value)).toEqual([undefined, -0.2]);
    expect(plan.leftOut).toEqual([
      { path: 'state.qubits.q1.anharmonicity', reason: 'its sign is not stated', count: 1 },
    ]);
  });

  it('a pair of QuAM for each direction is one coupling with the gates of both', () => {
    const pair = (control: string, target: string, macros: object) => ({
      qubit_control: `#/qubits/${control}`,
      qubit_target: `#/qubits/${target}`,
      macros,
    });
    const [there, back] = [
      pair('q1', 'q2', { cz: { fidelity: 0.9 }, cr: { fidelity: 0.8 } }),
      pair('q2', 'q1', { cz: { fidelity: 0.95 }, cr: { fidelity: 0.7 }, cx: { fidelity: 0.6 } }),
    ];
    const plans = [
      { there, back },
      { back, there },
    ].map((pairs) => planOf(stateOf({ q1: {}, q2: {} }, pairs)));
    expect(plans[0]).toEqual(plans[1]);
    expect(plans[0]?.topology.couplings).toEqual([['q1', 'q2']]);
    const { values = {} } = plans[0]?.targets.at(-1) ?? {};
    expect(Object.fromEntries(Object.entries(values).map(([metric, { value }]) => [metric, value]))).toEqual({
      cr_gate_fidelity: 0.8,
      'cr_gate_fidelity@inverse': 0.7,
      'cx_gate_fidelity@inverse': 0.6,
      cz_gate_fidelity: 0.9,
      'cz_gate_fidelity@inverse': 0.95,
    });
    expect(plans[0]?.leftOut).toEqual([]);
    expect(plans[0]?.warnings).toEqual(['cz_gate_fidelity: the directions of 1 coupling differ; both are kept']);
  });

  it('a pair of QuAM is a coupling from its control to its target, on the grid that its qubits name', () => {
    const plan = planOf(
      stateOf(
        { q1: { grid_location: '0,1' }, q2: { grid_location: '1,1' } },
        {
          'q2-1': {
            qubit_control: '#/qubits/q2',
            qubit_target: '#/qubits/q1',
            macros: { cz: { fidelity: { averaged: 0.98 } }, swap: {} },
          },
        },
      ),
    );
    expect(plan.topology).toMatchObject({ couplings: [['q2', 'q1']], directed: true });
    expect(plan.topology.qubits).toEqual({ q1: { row: 0, col: 0 }, q2: { row: 0, col: 1 } });
    expect(plan.targets.at(-1)).toMatchObject({ id: 'q2-q1', values: { cz_gate_fidelity: { value: 0.98 } } });
  });

  it('references of QuAM that go in a circle or nowhere are missing values', () => {
    const plan = planOf(stateOf({ q1: { T1: '#./T2echo', T2echo: '#./T1', f_01: '#/qubits/gone/f_01' } }));
    expect(plan.targets[0]?.values).toEqual({});
  });

  it('fidelities of QuAM are taken by the gate or the measurement that states them', () => {
    const refers = { qubit_control: '#/qubits/q1', qubit_target: '#/qubits/q2' };
    const Bell_State = { Fidelity: 0.951, Purity: 0.962 };
    const plan = planOf(
      stateOf(
        {
          q1: { gate_fidelity: { x180: 0.9991, averaged: 0.998 } },
          q2: { gate_fidelity: { single_qubit_rb: 0.9985 } },
        },
        {
          a: { ...refers, macros: { cz_unipolar: { fidelity: { Bell_State, StandardRB: 0.97 } } } },
          b: { qubit_control: '#/qubits/q9', qubit_target: '#/qubits/q1' },
        },
      ),
    );
    const [first, second, pair] = plan.targets.map(({ values }) => values);
    expect(first).toMatchObject({ x180_gate_fidelity: { value: 0.9991 }, average_gate_fidelity: { value: 0.998 } });
    expect(second).toMatchObject({ average_gate_fidelity: { value: 0.9985 } });
    expect(pair).toMatchObject({ bell_state_fidelity: { value: 0.951 }, cz_unipolar_gate_fidelity: { value: 0.97 } });
    expect(plan.leftOut).toEqual([
      {
        path: 'state.qubit_pairs.a.macros.cz_unipolar.fidelity.Bell_State.Purity',
        reason: 'no metric is known for it',
        count: 1,
      },
      {
        path: 'state.qubit_pairs.b',
        reason: 'does not refer to two qubits of the state, such as #/qubits/q1',
        count: 1,
      },
    ]);
  });

  it('a tunable coupler of QuAM is an element of its pair, and what of a pair is not read is named', () => {
    const pair = {
      qubit_control: '#/qubits/q1',
      qubit_target: '#/qubits/q2',
      coupler: { id: 'coupler_q1_q2', decouple_offset: -0.1, interaction_offset: '#./decouple_offset', opx: 3 },
      detuning: 1,
      macros: { cz: 5 },
    };
    const plan = planOf(stateOf({ q1: {}, q2: {} }, { a: pair }));
    expect(plan.targets.filter(({ kind }) => kind === 'coupler')).toMatchObject([
      {
        id: 'q1-q2',
        values: { decouple_offset: { value: -0.1, unit: 'V' }, interaction_offset: { value: -0.1, unit: 'V' } },
      },
    ]);
    expect(plan.leftOut).toEqual([
      { path: 'state.qubit_pairs.a.coupler.opx', reason: 'no metric is known for it', count: 1 },
      { path: 'state.qubit_pairs.a.detuning', reason: 'no metric is known for it', count: 1 },
      { path: 'state.qubit_pairs.a.macros.cz', reason: 'is not an object', count: 1 },
    ]);
  });

  it('the ends of a pair of QuAM are found through its wiring, and references that lead nowhere are named', () => {
    const state = stateOf(
      { q1: { T1: '#./T1', xy: '#/gone' }, q2: { grid_location: 'far' } },
      { a: { qubit_control: '#/wiring/a/control', qubit_target: '#/qubits/q2' } },
    );
    const wiring = { wiring: { a: { control: '#/qubits/q1' } } };
    const result = importQuam({ state, wiring, measured_at: '2026-03-01' });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.plan.topology.couplings).toEqual([['q1', 'q2']]);
    expect(result.plan.leftOut).toEqual([
      { path: 'state.qubits.q1.T1', reason: 'is a reference that leads nowhere', count: 1 },
      { path: 'state.qubits.q1.xy', reason: 'is a reference that leads nowhere', count: 1 },
      { path: 'state.qubits.q2.grid_location', reason: 'is not a place, such as 0,1', count: 1 },
    ]);
  });

  it('a state of QuAM that cannot be read is refused with its place', () => {
    expect(problemsOf(stateOf({}))).toBe('state.qubits names no qubit');
    expect(problemsOf([])).toContain('state must be an object');
    expect(problemsOf(stateOf({ q1: {} }), null)).toContain('measured_at must be the date and time');
  });
});
