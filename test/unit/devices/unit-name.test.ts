import { expect, test } from 'vitest';
import { columnName } from '#shared/devices/rules/export/unit-name.ts';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';

test.each([
  ['t1', 'us', 't1_us'],
  ['t1', 'μs', 't1_us'],
  ['qubit_frequency', 'GHz', 'qubit_frequency_GHz'],
  ['x90_gate_fidelity', '', 'x90_gate_fidelity'],
  ['readout_amplitude', 'a.u.', 'readout_amplitude_au'],
  ['slope', 'MHz/a.u.', 'slope_MHz_per_au'],
  ['loss', '%', 'loss_percent'],
])('the column of %s in %j is %s', (metric, unit, column) => {
  expect(columnName(metric, unit)).toBe(column);
});

test('every column of a metric of the catalogue can be written as an attribute, and is told from every other', () => {
  const names = new Map(metricCatalogue.map(({ key, storedUnit }) => [key, columnName(key, storedUnit)]));
  for (const name of names.values()) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
  expect(new Set(names.values()).size).toBe(names.size);
});
