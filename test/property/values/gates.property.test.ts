import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameProblem } from '#shared/devices/rules/import/metric-name.ts';
import { inverseMetric, splitDirection } from '#shared/values/rules/gate-keys.ts';
import { bestGate, exchangedMetric } from '#shared/values/rules/gates.ts';

const key = fc.oneof(
  fc
    .constantFrom('cx', 'cz', 'ecr', 'zx90', 'iswap')
    .chain((gate) => fc.constantFrom(`${gate}_gate_fidelity`, `${gate}_gate_time`, `${gate}_rotation_rate`)),
  fc.string({ minLength: 1, maxLength: 50 }).filter((name) => nameProblem(name) === undefined),
);
const directed = fc.tuple(key, fc.boolean()).map(([name, isInverse]) => (isInverse ? inverseMetric(name) : name));

it('a key comes apart into what it was made of, and no key is of both directions', () => {
  fc.assert(
    fc.property(key, (name) => {
      const { base } = splitDirection(name);
      expect(splitDirection(inverseMetric(base))).toMatchObject({ base, isInverse: true });
      expect(inverseMetric(inverseMetric(base))).toBe(inverseMetric(base));
    }),
  );
});

it('exchanging the qubits of a coupling twice changes nothing, and joins no two numbers', () => {
  fc.assert(
    fc.property(fc.uniqueArray(directed, { maxLength: 8 }), (keys) => {
      const own = new Set(keys);
      const once = keys.map((name) => exchangedMetric(name, own));
      expect(new Set(once).size).toBe(keys.length);
      const after = new Set(once);
      for (const name of keys) {
        const { base, isInverse } = splitDirection(name);
        const isAlone = isInverse && !own.has(base);
        if (!isAlone) expect(exchangedMetric(exchangedMetric(name, own), after)).toBe(name);
      }
    }),
  );
});

it('the order in which gates are found never matters', () => {
  const gate = fc.record({
    metric: directed,
    value: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    isStale: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.uniqueArray(gate, { selector: ({ metric }) => metric, minLength: 1, maxLength: 6 }), (gates) => {
      expect(bestGate(gates.toReversed())).toEqual(bestGate(gates));
    }),
  );
});
