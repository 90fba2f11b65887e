import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logTicks, makeAxis } from '../../../web/ui/components/charts/axis.ts';
import { goalShare } from '../../../web/ui/components/charts/cdf.tsx';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';

describe('an axis', () => {
  const values = fc.array(fc.double({ min: 1e-4, max: 1e4, noNaN: true }), { minLength: 1, maxLength: 30 });

  it('an axis holds every value inside its ends, linear and logarithmic', () => {
    fc.assert(
      fc.property(values, fc.boolean(), (list, isLog) => {
        const axis = makeAxis(list, [0, 100], isLog, 5);
        for (const value of list) {
          expect(axis.at(value)).toBeGreaterThanOrEqual(-1e-6);
          expect(axis.at(value)).toBeLessThanOrEqual(100 + 1e-6);
        }
      }),
    );
  });

  it('an axis does not begin below zero for values above it', () => {
    fc.assert(
      fc.property(values, (list) => {
        expect(makeAxis(list, [0, 100], false, 5).invert(0)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('an axis has its ticks where they are said to be', () => {
    const axis = makeAxis([0.2, 5], [0, 100], true, 5);
    for (const tick of axis.ticks) expect(axis.invert(axis.at(tick))).toBeCloseTo(tick);
    expect(axis.ticks).toEqual([0.2, 0.5, 1, 2, 5]);
  });

  it('an axis names its ticks so that each is told from the next', () => {
    const fine = makeAxis([5.16231, 5.16239], [0, 100], false, 5);
    expect(fine.ticks.map(fine.tickText)).toEqual(['5.16230', '5.16232', '5.16234', '5.16236', '5.16238', '5.16240']);
    const tenths = makeAxis([0.6, 1.9], [0, 100], false, 4);
    expect(tenths.ticks.map(tenths.tickText)).toEqual(['0.5', '1.0', '1.5', '2.0']);
    const plain = makeAxis([0, 200], [0, 100], false, 4);
    expect(plain.ticks.map(plain.tickText)).toEqual(['0', '50', '100', '150', '200', '250']);
  });

  it('an axis of many decades names the decades', () => {
    expect(logTicks(0.001, 1000, 5)).toEqual([0.001, 0.01, 0.1, 1, 10, 100, 1000]);
  });
});

describe('the share that reaches the goal', () => {
  it('the share that reaches the goal is counted downwards for errors and upwards for times', () => {
    const t1 = displayOf(undefined, 'qubit', 't1');
    const cz = displayOf(undefined, 'coupling', 'cz_gate_fidelity');
    expect(goalShare(t1, [50, 100, 150, 200])).toBe('75 % of qubits reach the goal of 100\u00a0µs');
    expect(goalShare(cz, [0.5, 2])).toBe('50 % of couplings reach the goal of 1\u00a0%');
    expect(goalShare(t1, [])).toBe('');
  });
});
