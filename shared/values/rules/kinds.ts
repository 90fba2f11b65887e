import { freshAs } from './fresh-for.ts';
import type { MetricDefinition, MetricDetails, MetricRange, MetricTarget } from './types.ts';

const ERROR_RATE_RANGE: MetricRange = { min: 0.001, max: 0.1, step: 0.001 };

/** A fidelity in [0, 1], shown in per cent; more is better. */
export function fidelity(target: MetricTarget, details: MetricDetails): MetricDefinition {
  return {
    ...plain(target, details),
    unit: '%',
    scale: 100,
    mode: 'maximize',
    errorRateRange: ERROR_RATE_RANGE,
    isFidelity: true,
    possible: 'fraction',
    ...freshAs('gate'),
    ...details,
  };
}

/** A fidelity of reading a qubit out. */
export function readoutFidelity(details: MetricDetails): MetricDefinition {
  return fidelity('qubit', { ...freshAs('readout'), ...details });
}

/** A coherence time in microseconds; longer is better. */
export function coherenceTime(details: MetricDetails): MetricDefinition {
  return {
    ...plain('qubit', details),
    unit: 'μs',
    storedUnit: 'us',
    possible: 'positive',
    mode: 'maximize',
    ...freshAs('coherence'),
    ...details,
  };
}

/** A frequency in GHz. */
export function frequency(target: MetricTarget, details: MetricDetails): MetricDefinition {
  return {
    ...plain(target, details),
    unit: 'GHz',
    storedUnit: 'GHz',
    ...freshAs('frequency'),
    ...details,
  };
}

/** A duration in nanoseconds, which was set rather than measured. */
export function duration(target: MetricTarget, details: MetricDetails): MetricDefinition {
  return {
    ...plain(target, details),
    unit: 'ns',
    storedUnit: 'ns',
    possible: 'notNegative',
    ...freshAs('setting'),
    ...details,
  };
}

/** A number of which nothing is known but its name: shown as it is, judged by nothing. */
export function plain(target: MetricTarget, details: MetricDetails): MetricDefinition {
  return {
    target,
    unit: '',
    scale: 1,
    storedUnit: '',
    mode: 'none',
    threshold: null,
    errorRateRange: null,
    isFidelity: false,
    possible: 'any',
    ...freshAs('other'),
    ...details,
  };
}
