import { type Random, randomOf } from './math/random.ts';

/**
 * What is wrong with a target or with one task.
 * `silent`: nothing answers. `noisy`: readings jump about. `shifting`: the system moves while it is measured.
 */
export interface Fault {
  kind: 'silent' | 'noisy' | 'shifting';
  /** Standard deviation of what is added to a population, for `noisy` and `shifting`. */
  strength: number;
}

/** How often things go wrong, between 0 and 1. */
export interface FaultRates {
  /** Share of the targets that are defective. */
  badTargetRate: number;
  /** Chance of one task on a sound target. */
  failureRate: number;
}

/**
 * The fault of a task, or undefined. A defective target is the same one for a seed, in every run and task; on the
 * others a task fails by itself now and then.
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
