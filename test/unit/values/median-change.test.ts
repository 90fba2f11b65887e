import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { medianChange } from '#shared/values/rules/median-change.ts';
import { sealQuantity } from '#shared/values/rules/units/quantity.ts';

const frequency = describeMetric('qubit_frequency', 'qubit');
const cells = (values: Record<string, number>, unit = 'GHz') =>
  new Map(Object.entries(values).map(([id, value]) => [id, { quantity: sealQuantity({ value, unit }) }]));

describe('the change of a median', () => {
  it('a target that joined or left does not move it', () => {
    const before = cells({ 0: 5, 1: 5.1, gone: 4 });
    const found = medianChange(frequency, before, cells({ 0: 5, 1: 5.1, joined: 5.9 }));
    expect(found).toEqual({ before: 5.05, after: 5.05, unit: 'GHz', n: 2 });
  });

  it('values of two units are compared in one', () => {
    const found = medianChange(frequency, cells({ 0: 5 }), cells({ 0: 5100 }, 'MHz'));
    expect(found).toMatchObject({ before: 5, after: expect.closeTo(5.1, 12), unit: 'GHz', n: 1 });
  });

  it('a target without a number in one view is in neither median', () => {
    const us = describeMetric('t1', 'qubit');
    const found = medianChange(us, cells({ 0: 50, 1: 60 }, 'us'), cells({ 0: 55, 1: 3 }, 'GHz'));
    expect(found).toBeUndefined();
    expect(medianChange(us, cells({ 0: 50 }, 'us'), cells({ 1: 50 }, 'us'))).toBeUndefined();
  });
});
