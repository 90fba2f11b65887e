import { describe, expect, it } from 'vitest';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import type { ChipMetrics, MetricCell, MetricsConfig } from '../../../web/ui/lib/api/wire.ts';
import { HEALTH } from '../../../web/values/lib/metrics/gate-key.ts';
import { withHealth, withHealthMetric } from '../../../web/values/lib/metrics/health.ts';
import {
  chooseMetric,
  metricOptions,
  metricsAsked,
  metricsLacking,
  withCells,
} from '../../../web/values/lib/metrics/metric-choice.ts';

const large = { qubit_count: 1024, coupling_count: 1984, topology_id: 'square-lattice-mux-1024' };
const usual = ['t1', 'average_readout_fidelity', 't2_echo'];
const usualOfCouplings = ['cz_gate_fidelity', 'zx90_gate_fidelity', 'ecr_gate_fidelity', 'cx_gate_fidelity'];
const definition = { unit: '', scale: 1, evaluation: { mode: 'none' }, threshold: null, draw_as_error: false };
const definitions = (kind: string) =>
  Object.fromEntries(
    metricCatalogue.filter(({ target }) => target === kind).map(({ key }) => [key, { ...definition, title: key }]),
  );
const config = {
  qubit_metrics: definitions('qubit'),
  coupling_metrics: definitions('coupling'),
} as unknown as MetricsConfig;
const cell = { value: 1, unit: 'us' } as MetricCell;
const covered = { total: 1024, fresh: 1, stale: 0, faulty: 0, missing: 1023 };
const view = (cells: Partial<ChipMetrics>, metrics: string[]) =>
  ({
    ...{ qubit_metrics: {}, coupling_metrics: {}, coupling_coverage: {} },
    qubit_coverage: Object.fromEntries(metrics.map((metric) => [metric, covered])),
    ...cells,
  }) as ChipMetrics;

describe('the metrics of a layer', () => {
  it('metrics that the catalogue does not have go by their keys, in any order an answer has them', () => {
    const keys = (qubit_metrics: object) =>
      metricOptions(view({ qubit_metrics } as never, ['beta']), config, 'qubit').map(({ display }) => display.key);
    const listed = Object.keys(config.qubit_metrics);
    expect(keys({ gamma: {}, alpha: {} })).toEqual([...listed, 'alpha', 'beta', 'gamma']);
    expect(keys({ alpha: {}, gamma: {} })).toEqual([...listed, 'alpha', 'beta', 'gamma']);
  });
});

describe('the cells that the dashboard asks for', () => {
  it('the cells of a small chip, and of one without a topology, are all asked for', () => {
    expect(metricsAsked({ ...large, qubit_count: 144, coupling_count: 264 }, {})).toBeUndefined();
    expect(metricsAsked({ ...large, topology_id: null }, {})).toBeUndefined();
  });

  it('the cells of a large chip are those of the metrics that the URL names, else of the usual ones', () => {
    expect(metricsAsked(large, {})).toEqual([...usual, ...usualOfCouplings]);
    expect(metricsAsked(large, { qubit: 'anharmonicity', coupling: 'none' })).toEqual(['anharmonicity']);
    expect(metricsAsked(large, { qubit: 'x'.repeat(65), coupling: 'zx90_gate_fidelity' })).toEqual([
      ...usual,
      'zx90_gate_fidelity',
    ]);
  });

  it('a metric whose cells were not asked for is known to have values by its coverage, and is shown when they come', () => {
    const metrics = view({ qubit_metrics: { t1: {}, t2_echo: {}, average_readout_fidelity: {} } }, [
      'anharmonicity',
      'own',
    ]);
    const options = metricOptions(metrics, config, 'qubit');
    expect(options.filter(({ measured }) => measured).map(({ display }) => display.key)).toEqual([
      'anharmonicity',
      'own',
    ]);
    expect(metricsLacking(metrics, config, { coupling: 'none' })).toEqual(['anharmonicity']);
    expect(metricsLacking(metrics, config, { coupling: 'none', qubit: 't1' })).toEqual([]);
    const whole = withCells(metrics, view({ qubit_metrics: { anharmonicity: { 0: cell } } }, []));
    expect(metricsLacking(whole, config, { coupling: 'none' })).toEqual([]);
    expect(chooseMetric(metricOptions(whole, config, 'qubit'), 'qubit', undefined)?.key).toBe('anharmonicity');
  });

  it('health is shown only where it is asked for, and asks for no metric of its own', () => {
    const whole = withHealthMetric(config);
    const empty = withHealth(view({ qubit_metrics: { t1: {}, own: {} } }, []), undefined);
    const options = metricOptions(empty, whole, 'qubit');
    expect(options.find(({ display }) => display.key === HEALTH)?.measured).toBe(false);
    const chip = withHealth(view({ qubit_count: 1, qubit_metrics: { t1: {}, own: {} } }, []), undefined);
    const offered = metricOptions(chip, whole, 'qubit');
    expect(offered.find(({ display }) => display.key === HEALTH)?.measured).toBe(true);
    expect(chooseMetric(offered, 'qubit', undefined)?.key).toBe('t1');
    expect(chooseMetric(offered, 'qubit', HEALTH)?.key).toBe(HEALTH);
    expect(metricsAsked(large, { qubit: HEALTH, coupling: 'none' })).toEqual(usual);
  });
});
