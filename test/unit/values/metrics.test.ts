import { describe, expect, it } from 'vitest';
import { isMetricKey } from '#shared/kernel/rules/ids.ts';
import { cdfGroups, describeMetric, metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { ageSeconds, cellAt, coverage, coverageOf, stateOf } from '#shared/values/rules/cell/state.ts';
import { cividisColours } from '#shared/values/rules/cividis.ts';
import { ecdf, mean, median, quantile } from '#shared/values/rules/statistics.ts';
import { conversionFactor } from '#shared/values/rules/units/conversion.ts';
import { sampleStandardDeviation } from '#test/support/properties/brute-statistics.ts';

const QUBIT_KEYS =
  'readout_frequency qubit_frequency anharmonicity t1 t1_average t2_echo t2_echo_average t2_star ' +
  'average_readout_fidelity average_gate_fidelity x90_gate_fidelity x180_gate_fidelity maximum_rabi_frequency ' +
  'hpi_amplitude hpi_length one_qubit_gate_coherence_limit';
const COUPLING_KEYS =
  'zx90_gate_fidelity bell_state_fidelity zx90_gate_time two_qubit_gate_coherence_limit static_zz_interaction';

describe('the catalogue', () => {
  it("the catalogue begins with every metric of QDash's, and has each key once a target", () => {
    const keys = (target: string) => metricCatalogue.filter((metric) => metric.target === target).map(({ key }) => key);
    expect(keys('qubit').slice(0, 16)).toEqual(QUBIT_KEYS.split(' '));
    expect(keys('coupling').slice(0, 5)).toEqual(COUPLING_KEYS.split(' '));
    for (const target of ['qubit', 'coupling']) expect(new Set(keys(target)).size).toBe(keys(target).length);
  });

  it('the catalogue is consistent: valid keys, thresholds inside their ranges, fidelities in per cent', () => {
    for (const metric of metricCatalogue) {
      expect(isMetricKey(metric.key)).toBe(true);
      expect(metric.freshForSeconds).toBeGreaterThan(0);
      expect(metric.isFidelity).toBe(metric.unit === '%' && metric.scale === 100);
      if (metric.errorRateRange) expect(metric.isFidelity).toBe(true);
      if (!metric.threshold) continue;
      const { value, range } = metric.threshold;
      expect(range.min).toBeLessThanOrEqual(value);
      expect(value).toBeLessThanOrEqual(range.max);
      expect(range.step).toBeLessThan(range.max - range.min);
    }
  });

  it('the catalogue shows anharmonicity of stored GHz in MHz, with its threshold in GHz', () => {
    const metric = describeMetric('anharmonicity', 'qubit');
    expect(metric).toMatchObject({ unit: 'MHz', scale: 1000, storedUnit: 'GHz', mode: 'minimize' });
    expect((metric.threshold?.value ?? 0) * metric.scale).toBe(-300);
  });

  it('by the catalogue coherence is fresh for two days, gates and readout for a day, frequencies for a week', () => {
    const hours = (key: string) => describeMetric(key, 'qubit').freshForSeconds / 3600;
    expect(['t1', 't2_echo', 'average_readout_fidelity', 'qubit_frequency'].map(hours)).toEqual([48, 48, 24, 168]);
  });

  it('the catalogue groups distributions of metrics of one kind of target and one unit', () => {
    for (const [target, groups] of Object.entries(cdfGroups)) {
      for (const { metrics, unit } of groups) {
        for (const key of metrics) expect(describeMetric(key, target as 'qubit' | 'coupling').unit).toBe(unit);
      }
    }
  });
});

describe('a metric outside the catalogue', () => {
  it('a metric outside the catalogue is described by its name', () => {
    expect(describeMetric('rx_gate_fidelity', 'qubit')).toMatchObject({
      unit: '%',
      isFidelity: true,
      mode: 'maximize',
    });
    expect(describeMetric('iswap_gate_time', 'coupling')).toMatchObject({ unit: 'ns', isFidelity: false });
    expect(describeMetric('resonator_frequency', 'qubit')).toMatchObject({ unit: 'GHz', mode: 'none' });
    expect(describeMetric('foo', 'qubit')).toMatchObject({ title: 'Foo', unit: '', scale: 1, mode: 'none' });
  });

  it('a metric outside the catalogue keeps the unit found', () => {
    expect(describeMetric('foo', 'qubit', 'K')).toMatchObject({ unit: 'K', storedUnit: 'K', scale: 1 });
    expect(describeMetric('__proto__', 'qubit', 'K')).toMatchObject({ key: '__proto__', unit: 'K' });
  });
});

describe('a metric found in another unit', () => {
  it('a metric found in another unit is scaled to the unit of the screen, its threshold to the unit found', () => {
    expect(describeMetric('t1', 'qubit', 'ns')).toMatchObject({
      unit: 'μs',
      scale: 0.001,
      storedUnit: 'ns',
      threshold: { value: 100_000, range: { min: 25_000, max: 200_000 } },
    });
    expect(describeMetric('qubit_frequency', 'qubit', 'Hz').scale).toBe(1e-9);
    expect(describeMetric('anharmonicity', 'qubit', 'MHz')).toMatchObject({ unit: 'MHz', scale: 1 });
    expect(describeMetric('t1', 'qubit', 'µs')).toMatchObject({ scale: 1, threshold: { value: 100 } });
  });

  it('a metric whose unit cannot be converted is shown as found', () => {
    expect(describeMetric('t1', 'qubit', 'K')).toMatchObject({ unit: 'K', scale: 1, threshold: null, title: 'T1' });
  });

  it('times and frequencies are converted among themselves only', () => {
    expect(conversionFactor('GHz', 'MHz')).toBe(1000);
    expect(conversionFactor('s', 'us')).toBe(1e6);
    expect(conversionFactor('us', 'GHz')).toBeUndefined();
    expect(conversionFactor('', 'us')).toBeUndefined();
  });
});

describe('a metric alongside the catalogue', () => {
  it('a frequency that a pulse drives or a detuning leaves is shown in MHz, whatever unit it came in', () => {
    const shown = ['rabi_frequency', 'ramsey_frequency', 'ef_rabi_frequency', 'detuning'].map((key) => {
      const { unit, scale, storedUnit } = describeMetric(key, 'qubit', 'MHz');
      return `${key} ${unit} ${scale} ${storedUnit}`;
    });
    expect(shown).toEqual(
      ['rabi_frequency', 'ramsey_frequency', 'ef_rabi_frequency', 'detuning'].map((key) => `${key} MHz 1 MHz`),
    );
    expect(describeMetric('rabi_frequency', 'qubit')).toMatchObject({ unit: 'MHz', scale: 1000, storedUnit: 'GHz' });
    expect(describeMetric('control_frequency', 'qubit', 'GHz')).toMatchObject({ unit: 'GHz', scale: 1 });
  });
});

describe('cividis', () => {
  it('cividis is as many colours as are asked for, from dark to bright', () => {
    expect(cividisColours(3)).toEqual(['#002051', '#7f7c75', '#fdea45']);
    expect(new Set(cividisColours(41)).size).toBe(41);
  });
});

describe('statistics', () => {
  it('the median of an even number of values is the mean of the two middle ones', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([10, 1, 2])).toBe(2);
    expect(median([])).toBeUndefined();
  });

  it('quantiles are interpolated', () => {
    expect([0, 0.25, 0.5, 0.95, 1].map((share) => quantile([40, 10, 20, 30], share))).toEqual([10, 17.5, 25, 38.5, 40]);
    expect(quantile([], 0.5)).toBeUndefined();
    expect(() => quantile([1], 1.1)).toThrow(RangeError);
    expect(() => quantile([1], Number.NaN)).toThrow(RangeError);
  });

  it('the sample deviation is divided by n - 1', () => {
    expect(sampleStandardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(sampleStandardDeviation([5])).toBeUndefined();
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeUndefined();
  });

  it('one step of a distribution is a distinct value', () => {
    expect(ecdf([3, 1, 3, 2])).toEqual([
      { x: 1, y: 25 },
      { x: 2, y: 50 },
      { x: 3, y: 100 },
    ]);
    expect(ecdf([])).toEqual([]);
  });
});

describe('freshness', () => {
  const policy = { freshForSeconds: 60 };

  it('a value is fresh up to and including the age of the policy', () => {
    expect([0, 60, 60.001].map((age) => stateOf(age, policy))).toEqual(['fresh', 'fresh', 'stale']);
  });

  it('the age of a value is that at the moment asked for, negative before the measurement', () => {
    expect(ageSeconds('2025-02-26T00:00:00.000Z', '2025-02-27T00:00:00.500Z')).toBe(86_400.5);
    expect(ageSeconds('2025-02-27T00:00:00.000Z', '2025-02-26T00:00:00.000Z')).toBe(-86_400);
  });
});

describe('coverage', () => {
  it('coverage counts the cells of a metric by their state, and whatever has none as missing', () => {
    const at = (hoursBefore: number, value: number | null) =>
      cellAt(
        { isFaulty: value === null, at: new Date(Date.UTC(2026, 0, 2) - hoursBefore * 3_600_000).toISOString() },
        { freshForSeconds: 86_400 },
        '2026-01-02T00:00:00.000Z',
      );
    const cells = [at(24, 1), at(25, 2), at(1, null)];
    expect(cells.map((cell) => cell.state)).toEqual(['fresh', 'stale', 'faulty']);
    expect(cells[1]?.ageSeconds).toBe(90_000);
    expect(coverageOf(cells, 5)).toEqual({ total: 5, fresh: 1, stale: 1, faulty: 1, missing: 2, share: 0.4 });
  });

  it('coverage counts what has no cell as missing', () => {
    expect(coverage({ fresh: 104, stale: 20, faulty: 2, total: 133 })).toEqual({
      fresh: 104,
      stale: 20,
      faulty: 2,
      missing: 7,
      total: 133,
      share: 124 / 133,
    });
  });

  it('coverage is 0 without targets, and never more than the cells there are', () => {
    expect(coverage({ fresh: 0, stale: 0, faulty: 0, total: 0 })).toMatchObject({ missing: 0, share: 0 });
    expect(coverage({ fresh: 5, stale: 0, faulty: 0, total: 4 })).toMatchObject({ missing: 0, total: 5, share: 1 });
  });
});

it.each([
  ['box_setup', 'Box setup'],
  ['Box Setup', 'Box setup'],
  ['zx90_drive_amplitude', 'ZX90 drive amplitude'],
  ['residual_zz', 'Residual ZZ'],
  ['__', '__'],
])("a metric that no one has named, '%s', is titled '%s'", (key, title) => {
  expect(describeMetric(key, 'qubit').title).toBe(title);
});
