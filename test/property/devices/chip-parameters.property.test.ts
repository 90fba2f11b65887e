import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportedChip, ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';
import { qibolabCalibration } from '#shared/devices/rules/export/parameters/qibolab.ts';
import { quamState } from '#shared/devices/rules/export/parameters/quam.ts';
import type { ImportedTarget, ImportPlan, ImportResult } from '#shared/devices/rules/import/plan.ts';
import { importQibolab } from '#shared/devices/rules/import/qibolab/import-qibolab.ts';
import { importQuam } from '#shared/devices/rules/import/quam/import-quam.ts';

const at = '2026-01-01T00:00:00.000Z';

const planOf = (result: ImportResult): ImportPlan => {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
};

/** A chip as an import has made it. */
const chipOf = ({ topology, targets }: ImportPlan): ExportedChip => {
  const of = (kind: ImportedTarget['kind']): ExportedTarget[] =>
    targets
      .filter((target) => target.kind === kind)
      .map(({ id, values, faulty }) => ({
        ...{ id, faulty, status: 'completed' },
        values: Object.fromEntries(
          Object.entries(values).map(([metric, value]) => [metric, { ...value, source: 'import' as const }]),
        ),
      }));
  const size = topology.numQubits;
  const chip = { chipId: 'c', size, activityStatus: 'active', topology, readoutLines: [] };
  return { ...chip, qubits: of('qubit'), couplings: of('coupling') };
};

const nanoseconds = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.double({ min: 0.1, max: 1e5, noNaN: true }).map((number) => Number(number.toPrecision(15))),
);
const hertz = fc.oneof(fc.integer({ min: 1e9, max: 9e9 }), fc.double({ min: 1e9, max: 9e9, noNaN: true }));
const fraction = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const measure = (value: fc.Arbitrary<number>) => fc.tuple(value, fc.option(fc.integer({ min: 1, max: 100 })));
const absent = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const qibolab = fc
  .array(
    fc.record({
      t1: absent(measure(nanoseconds)),
      t2: absent(measure(nanoseconds)),
      t2_spin_echo: absent(measure(nanoseconds)),
      rb_fidelity: absent(measure(fraction)),
      qubit: fc.record({
        frequency_01: absent(fc.integer({ min: 4e9, max: 6e9 })),
        frequency_12: absent(fc.integer({ min: 1e9, max: 3e9 })),
        maximum_frequency: absent(hertz),
        asymmetry: absent(fraction),
        sweetspot: absent(fraction),
      }),
      resonator: fc.record({ bare_frequency: absent(hertz), dressed_frequency: absent(hertz) }),
      readout: fc.record({ fidelity: absent(fraction), effective_temperature: absent(fraction) }),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .chain((qubits) =>
    fc.record({ cz_fidelity: absent(measure(fraction)), rb_fidelity: absent(measure(fraction)) }).map((pair) => ({
      single_qubits: Object.fromEntries(qubits.map((qubit, n) => [n, qubit])),
      two_qubits: { '0-1': pair },
    })),
  );

const quam = fc
  .array(
    fc.record({
      T1: absent(nanoseconds.map((number) => number * 1e-9)),
      T2ramsey: absent(nanoseconds.map((number) => number * 1e-9)),
      f_01: absent(fc.integer({ min: 4e9, max: 6e9 })),
      f_12: absent(fc.integer({ min: 1e9, max: 3e9 })),
      chi: absent(fc.integer({ min: -1e6, max: -1 })),
      resonator: fc.record({
        f_01: absent(hertz),
        confusion_matrix: absent(
          fc.tuple(fraction, fraction).map(([a, b]) => [
            [a, 1 - a],
            [1 - b, b],
          ]),
        ),
      }),
      xy: fc.record({ operations: fc.record({ x180: fc.record({ length: fc.integer({ min: 1, max: 99 }) }) }) }),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .chain((qubits) =>
    absent(fraction).map((averaged) => ({
      qubits: Object.fromEntries(qubits.map((qubit, n) => [`q${n}`, { ...qubit, grid_location: `${n},0` }])),
      qubit_pairs: {
        'q1-q0': {
          ...{ qubit_control: '#/qubits/q1', qubit_target: '#/qubits/q0' },
          macros: { cz: { fidelity: { averaged } } },
        },
      },
    })),
  );

/** Values with their errors, without their instants. */
const valuesIn = ({ targets }: ImportPlan) =>
  targets.map(({ kind, id, values }) => [
    `${kind} ${id}`,
    Object.entries(values).map(([metric, { value, unit, error }]) => [metric, value, unit, error]),
  ]);

describe('parameters in formats of others', () => {
  it('a calibration of qibolab comes back from its export as the same values, to the last digit, with their errors', () => {
    fc.assert(
      fc.property(qibolab, (calibration) => {
        const read = (given: unknown) =>
          planOf(importQibolab({ calibrations: [{ calibrated_at: at, calibration: given }] }));
        const plan = read(calibration);
        const { document, leftOut } = qibolabCalibration(chipOf(plan));
        expect(valuesIn(read(JSON.parse(JSON.stringify(document))))).toEqual(valuesIn(plan));
        expect(leftOut.filter(({ field }) => !field.endsWith(' error'))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('a state of QuAM comes back from its export as the same values, to the last digit, with its grid and its pairs', () => {
    fc.assert(
      fc.property(quam, (state) => {
        const read = (given: unknown) => planOf(importQuam({ state: given, measured_at: at }));
        const plan = read(JSON.parse(JSON.stringify(state)));
        const { document, leftOut } = quamState(chipOf(plan));
        const back = read(JSON.parse(JSON.stringify(document)));
        expect(valuesIn(back)).toEqual(valuesIn(plan));
        expect(back.topology).toEqual(plan.topology);
        expect(leftOut).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
