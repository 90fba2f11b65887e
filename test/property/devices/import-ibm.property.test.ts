import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importIbm } from '#shared/devices/rules/import/ibm/import-ibm.ts';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { type Device, gate, parameter, planOf } from '#test/support/devices/ibm-device.ts';

const DATES = ['2025-01-01T00:00:00-05:00', '2025-01-01T07:00:00+02:00', '2025-06-01T00:00:00Z'];

const date = fc.constantFrom(...DATES);
const error = fc.constantFrom<unknown[]>(0.001, 0.02, 0.02, 1, 1.5, null, 0, -0.1);
const time = fc.constantFrom<unknown[]>(68, 84, 300, null, 0);
const coherence = fc.constantFrom<unknown[]>(50, 120, 300, 0, null);

/** Devices of a few qubits with any mix of gates, directions, dates and unusable values. */
const device: fc.Arbitrary<Device> = fc.integer({ min: 2, max: 6 }).chain((size) => {
  const index = fc.nat({ max: size - 1 });
  const pair = fc.tuple(index, index).filter(([a, b]) => a !== b);
  const twoQubit = fc.tuple(fc.constantFrom('cz', 'ecr', 'cx', 'rzz'), pair, error, time, date);
  const oneQubit = fc.tuple(fc.constantFrom('id', 'sx', 'x', 'rx', 'measure'), fc.tuple(index), error, time, date);
  const gates = fc.uniqueArray(fc.oneof(twoQubit, oneQubit), {
    maxLength: 30,
    selector: ([name, qubits]) => `${name} ${qubits}`,
  });
  const qubit = fc
    .tuple(coherence, coherence, error, date)
    .map(([t1, t2, readout, at]) => [
      parameter('T1', t1, 'us', at),
      parameter('T2', t2, 'us', at),
      parameter('readout_error', readout, '', at),
    ]);
  return fc.record({
    conf: fc.record({
      backend_name: fc.constant('fake_device'),
      n_qubits: fc.constant(size),
      coupling_map: fc.array(pair, { maxLength: 8 }),
    }),
    props: fc.record({
      backend_name: fc.constant('fake_device'),
      qubits: fc.array(qubit, { minLength: size, maxLength: size }),
      gates: gates.map((entries) => entries.map(([name, qubits, e, length, at]) => gate(name, qubits, e, length, at))),
    }),
  });
});

/** The same device with its lists in another order, wherever the order has no meaning. */
function reordered(original: Device): fc.Arbitrary<Device> {
  const shuffle = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length });
  return fc.record({
    conf: shuffle(original.conf.coupling_map).map((coupling_map) => ({ ...original.conf, coupling_map })),
    props: fc
      .tuple(shuffle(original.props.gates), fc.tuple(...original.props.qubits.map(shuffle)))
      .map(([gates, qubits]) => ({
        ...original.props,
        qubits,
        gates: gates.map((entry) => ({ ...entry, parameters: [...entry.parameters].reverse() })),
      })),
  });
}

/** Paths count the entries of lists, so they follow the order of the document. */
const withoutPaths = ({ leftOut, ...plan }: ImportPlan) => ({
  ...plan,
  leftOut: leftOut.map(({ reason, count }) => `${reason}: ${count}`).sort(),
});

describe('the import of an IBM device', () => {
  it('the import of an IBM device does not depend on the order of gates, parameters and coupling map', () => {
    const both = device.chain((original) => fc.tuple(fc.constant(original), reordered(original)));
    fc.assert(
      fc.property(both, ([original, other]) => {
        expect(JSON.stringify(withoutPaths(planOf(other)))).toBe(JSON.stringify(withoutPaths(planOf(original))));
      }),
      { numRuns: 300 },
    );
  });

  it('the import of an IBM device keeps values possible, counts what it promises, and has one record an edge', () => {
    fc.assert(
      fc.property(device, (documents) => {
        const plan = planOf(documents);
        const edges = [
          ...documents.conf.coupling_map,
          ...documents.props.gates.map(({ qubits }) => qubits).filter(({ length }) => length === 2),
        ].map(([a, b]) => [a, b].sort().join('-'));
        const couplings = plan.targets.filter(({ kind }) => kind === 'coupling');
        expect(new Set(couplings.map(({ id }) => id.split('-').sort().join('-')))).toEqual(new Set(edges));
        expect(couplings.map(({ id }) => id)).toEqual(plan.topology.couplings.map((pair) => pair.join('-')));
        expect(plan.targets.reduce((sum, { faulty }) => sum + Object.keys(faulty).length, 0)).toBe(plan.faulty);
        for (const { values, faulty } of plan.targets) {
          for (const [key, { value, calibratedAt }] of Object.entries(values)) {
            expect(faulty).not.toHaveProperty(key);
            expect(Number.isFinite(value)).toBe(true);
            expect(calibratedAt <= (plan.newestAt ?? '')).toBe(true);
            if (key.endsWith('fidelity')) expect(value > 0 && value <= 1).toBe(true);
          }
        }
      }),
    );
  });

  it('the import of an IBM device answers a plan or problems with a path for any document, and never throws', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ n_qubits: fc.jsonValue(), coupling_map: fc.jsonValue(), coords: fc.jsonValue() }),
      fc.record({ qubits: fc.jsonValue(), gates: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(anything, anything, (conf, props) => {
        const result = importIbm({ conf, props });
        if (result.ok) return;
        expect(result.problems.length).toBeGreaterThan(0);
        for (const { path } of result.problems) expect(path).toMatch(/^(conf|props)/);
      }),
    );
  });
});
