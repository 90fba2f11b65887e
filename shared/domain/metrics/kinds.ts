import type { MetricDefinition, MetricDetails, MetricRange, MetricTarget } from './types.ts';

const DAY_SECONDS = 24 * 3600;

/** How long a value counts as fresh where neither its project nor its chip says otherwise (rule STAT-26). */
export const FRESH_FOR_SECONDS = {
  coherence: 2 * DAY_SECONDS,
  gateFidelity: DAY_SECONDS,
  readout: DAY_SECONDS,
  frequency: 7 * DAY_SECONDS,
  setting: 7 * DAY_SECONDS,
  other: DAY_SECONDS,
} as const;

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
    freshForSeconds: FRESH_FOR_SECONDS.gateFidelity,
    ...details,
  };
}

/** A fidelity of reading a qubit out. */
export function readoutFidelity(details: MetricDetails): MetricDefinition {
  return fidelity('qubit', { freshForSeconds: FRESH_FOR_SECONDS.readout, ...details });
}

/** A coherence time in microseconds; longer is better. */
export function coherenceTime(details: MetricDetails): MetricDefinition {
  return {
    ...plain('qubit', details),
    unit: 'μs',
    storedUnit: 'us',
    possible: 'positive',
    mode: 'maximize',
    freshForSeconds: FRESH_FOR_SECONDS.coherence,
    ...details,
  };
}

/** A frequency in GHz. */
export function frequency(target: MetricTarget, details: MetricDetails): MetricDefinition {
  return {
    ...plain(target, details),
    unit: 'GHz',
    storedUnit: 'GHz',
    freshForSeconds: FRESH_FOR_SECONDS.frequency,
    ...details,
  };
}

/** A duration in nanoseconds, which somebody set rather than measured. */
export function duration(target: MetricTarget, details: MetricDetails): MetricDefinition {
  return {
    ...plain(target, details),
    unit: 'ns',
    storedUnit: 'ns',
    possible: 'notNegative',
    freshForSeconds: FRESH_FOR_SECONDS.setting,
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
    freshForSeconds: FRESH_FOR_SECONDS.other,
    ...details,
  };
}
