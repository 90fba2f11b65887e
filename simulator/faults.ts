import { type Random, randomOf } from './math/random.ts';

/**
 * A defect of a target or of one task. `silent`: nothing responds. `noisy`: readings scatter. `shifting`: the system
 * moves during the measurement.
 */
export interface Fault {
  kind: 'silent' | 'noisy' | 'shifting';
  /** Standard deviation of the change of a population, for `noisy` and `shifting`. */
  strength: number;
}

/** Fault probabilities, between 0 and 1. */
export interface FaultRates {
  /** Share of defective targets. */
  badTargetRate: number;
  /** Probability that one task on a sound target fails. */
  failureRate: number;
}

/**
 * Returns the fault of a task, or undefined. For a seed, the same targets are defective in every run and task. On the
 * others, single tasks fail at random.
 */
export function faultOf(
  { badTargetRate, failureRate }: FaultRates,
  seed: number,
  target: string,
  taskId: string,
): Fault | undefined {
  const defects = randomOf(seed, target, 'defective');
  if (target !== '' && defects.uniform() < badTargetRate) return draw(defects, 0.4);
  const chance = randomOf(seed, taskId, 'fault');
  return chance.uniform() < failureRate ? draw(chance, 0.3) : undefined;
}

function draw(random: Random, silentShare: number): Fault {
  const strength = 0.32 + 0.2 * random.uniform();
  const kind = random.uniform();
  if (kind < silentShare) return { kind: 'silent', strength };
  return { kind: kind < silentShare + 0.4 ? 'noisy' : 'shifting', strength };
}
