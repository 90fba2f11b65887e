import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { readEntry, refusedEntry } from '../../../web/values/lib/metrics/value-entries.ts';

const t1 = metricDisplay(describeMetric('t1', 'qubit'));
const frequency = metricDisplay(describeMetric('qubit_frequency', 'qubit'));
const anharmonicity = metricDisplay(describeMetric('anharmonicity', 'qubit'));
const gate = metricDisplay(describeMetric('cz_gate_fidelity', 'coupling'));

describe('values set by hand, as they are typed', () => {
  it.each([
    [t1, '171.5', '2.5', { value: 171.5, error: 2.5, unit: 'us' }],
    [t1, '144.4(1.9)', '', { value: 144.4, error: 1.9, unit: 'us' }],
    [frequency, '4.792 900 00(22)', '', { value: 4.7929, error: 2.2e-7, unit: 'GHz' }],
    [frequency, '4.7929(22)', '0.1', { value: 4.7929, error: 0.1, unit: 'GHz' }],
    [anharmonicity, '−310', '', { value: -0.31, error: null, unit: 'GHz' }],
    [gate, '0.45', '0.02', { value: 0.9955, error: 0.0002, unit: 'a.u.' }],
    [gate, '0', '', { value: 1, error: null, unit: 'a.u.' }],
  ])('a value of a metric is read in the unit of the page and kept in its own: %#', (display, value, error, stored) => {
    expect(readEntry(display, { value, error })).toEqual({ ok: true, stored });
  });

  it.each([
    [t1, 'soon', '', 'value', 'Not a number'],
    [t1, '1,234', '', 'value', 'Not a number'],
    [t1, '', '2', 'value', 'Enter the value too'],
    [t1, '-3', '', 'value', 'Must be above 0'],
    [t1, '3', 'x', 'error', 'Not a number'],
    [t1, '3', '-1', 'error', 'Must not be negative'],
    [gate, '101', '', 'value', 'Must be 0 to 100 %'],
  ])('what cannot be a value of a metric is refused at its field: %#', (display, value, error, field, problem) => {
    expect(readEntry(display, { value, error })).toEqual({ ok: false, field, problem });
  });

  it('a refusal of the service belongs to the metric that it names', () => {
    expect(refusedEntry("'t1' of qubit '1' cannot be 20000 us: it is longer than 10 ms")).toEqual({
      metric: 't1',
      problem: 'It is longer than 10 ms',
    });
    expect(refusedEntry("'t1' of qubit '1': 0 is not above 0")).toEqual({ metric: 't1', problem: '0 is not above 0' });
    expect(refusedEntry("Qubit or coupling '9' not found in chip 'a'")).toBeUndefined();
  });
});
