import { isMetricKey } from '../ids.ts';

/** True for a name that a value can be kept under: a metric key, and not the one under which an object keeps its prototype. */
export const canNameMetric = (name: string): boolean => isMetricKey(name) && name !== '__proto__';
