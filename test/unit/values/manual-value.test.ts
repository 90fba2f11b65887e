import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { fitManualValue } from '#shared/values/rules/manual-value.ts';

const byHand = (key: string, value: number, unit?: string, standing?: string, error?: number) =>
  fitManualValue(describeMetric(key, 'qubit'), { value, unit, error }, standing);

describe('a value set by hand', () => {
  it.each([
    ['no unit: that of the value before', byHand('t1', 5, undefined, 'ns'), { value: 5, unit: 'ns' }],
    ['no unit and nothing before: that of the catalogue', byHand('t1', 5), { value: 5, unit: 'us' }],
    ['an empty unit is none', byHand('t1', 5, ' '), { value: 5, unit: 'us' }],
    ['the same unit in another spelling', byHand('t1', 5, 'μs', 'us'), { value: 5, unit: 'us' }],
    ['another unit of time', byHand('t1', 0.2, 'ms', 'us', 0.01), { value: 200, unit: 'us', error: 10 }],
    [
      'into the unit of the value before, not of the catalogue',
      byHand('t1', 5, 'us', 'ns'),
      { value: 5000, unit: 'ns' },
    ],
    ['a frequency', byHand('anharmonicity', -350, 'MHz'), { value: -0.35, unit: 'GHz' }],
    ['per cent of a fidelity', byHand('x90_gate_fidelity', 99.7, '%'), { value: 0.997, unit: '' }],
    ['a plain number in another spelling', byHand('x90_gate_fidelity', 0.9, 'a.u.'), { value: 0.9, unit: '' }],
    ['what was in a unit of another kind is repaired', byHand('t1', 5, 'us', 'GHz'), { value: 5, unit: 'us' }],
    ['the first value of a metric with an open unit keeps any', byHand('foo', 5, 'mbar'), { value: 5, unit: 'mbar' }],
    ['a later one is brought into it', byHand('foo', 5, 'mV', 'V', 1), { value: 0.005, unit: 'V', error: 0.001 }],
  ])('a value set by hand is fitted to its metric: %s', (_, fitted, expected) => {
    expect(fitted).toEqual({ error: undefined, ...expected });
  });

  it.each([
    ['a time in GHz', byHand('t1', 5, 'GHz'), "the unit 'GHz' cannot be converted into 'us'"],
    ['a time in per cent', byHand('t1', 5, '%'), "the unit '%' cannot be converted into 'us'"],
    [
      'a later value of another dimension',
      byHand('foo', 5, 'K', 'mbar'),
      "the unit 'K' cannot be converted into 'mbar'",
    ],
    ['a unit where none was', byHand('foo', 5, 'V', ''), /^the unit 'V' cannot .* a number without a unit$/],
    ['a power of 0 in dBm', byHand('foo', 0, 'W', 'dBm'), "0 W has no value in 'dBm'"],
    ['a fidelity in us', byHand('rx_gate_fidelity', 0.5, 'us'), /^the unit 'us' cannot .* a fraction from 0 to 1$/],
    ['a fidelity above 1', byHand('rx_gate_fidelity', 1.000001), /^1.000001 is not a fidelity/],
    ['a fidelity above 100 %', byHand('rx_gate_fidelity', 101, '%'), /^1.01 is not a fidelity/],
    ['a fidelity below 0', byHand('rx_gate_fidelity', -0.1), /^-0.1 is not a fidelity/],
    ['a coherence time of 0', byHand('t2_echo', 0), '0 is not above 0'],
    ['a duration below 0', byHand('readout_length', -1), '-1 is below 0'],
  ])('a value set by hand is refused: %s', (_, fitted, problem) => {
    expect(fitted).toEqual({ problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) });
  });

  it('a value set by hand may be at the ends: a fidelity of 0 and 1, a duration of 0, a negative frequency', () => {
    for (const [key, value] of [
      ['rx_gate_fidelity', 0],
      ['rx_gate_fidelity', 1],
      ['readout_length', 0],
      ['anharmonicity', -0.3],
    ] as const)
      expect(byHand(key, value)).toMatchObject({ value });
  });
});
