import { isGateFidelity } from '#shared/values/rules/gate-keys.ts';

/** The choice of a map that combines several metrics; a metric of that name takes precedence over it. */
export const HEALTH = 'health';

/** The choice of a map that takes the best fresh gate of each coupling (rule MAP-22). */
export const BEST_GATE = 'best_gate_fidelity';

/** Whether a metric is the fidelity of a gate that a chip itself has. */
export const isGate = (metric: string): boolean => isGateFidelity(metric) && metric !== BEST_GATE;
