import { reverseCouplingId } from '../../../chips/rules/coupling-id.ts';
import { splitDirection } from '../../../values/rules/gate-keys.ts';
import { exchangedMetric, isDirectedMetric } from '../../../values/rules/gates.ts';
import type { ImportedTarget, ImportPlan } from './plan.ts';
import { count } from './tally.ts';

/** A coupling as its exchanged id has it: numbers of a direction are of the other one. The id stays. */
export function exchanged(target: ImportedTarget): ImportedTarget {
  const own = new Set(metricsOf(target));
  const renamed = <T>(byMetric: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(byMetric).map(([metric, entry]) => [exchangedMetric(metric, own), entry]));
  const before = target.before?.map((entry) => ({ ...entry, metric: exchangedMetric(entry.metric, own) }));
  return {
    ...target,
    values: renamed(target.values),
    faulty: renamed(target.faulty),
    ...(before ? { before } : {}),
  };
}

/**
 * A plan with the couplings as a chip has them (rule IMPORT-18). A gate whose native direction is the other one on the chip keeps
 * its number in its own direction, and a warning names it.
 * @param couplings ids of the chip's couplings.
 */
export function orientedTo(plan: ImportPlan, couplings: ReadonlySet<string>): ImportPlan {
  if (couplings.size === 0) return plan;
  const flipped: string[] = [];
  const targets = plan.targets.map((target) => {
    const id = target.kind === 'coupling' && !couplings.has(target.id) ? reverseCouplingId(target.id) : undefined;
    if (id === undefined || !couplings.has(id)) return target;
    if (plan.topology.directed && metricsOf(target).some(isNative)) flipped.push(target.id);
    return exchanged({ ...target, id });
  });
  if (flipped.length === 0) return { ...plan, targets };
  const named = flipped.slice(0, 5).join(', ');
  const warning = `${count(flipped.length, 'coupling')} with a native direction other than the chip's: ${named}`;
  const more = flipped.length > 5 ? ' and others' : '';
  return { ...plan, targets, warnings: [...plan.warnings, `${warning}${more}; their numbers are kept as inverse`] };
}

const isNative = (metric: string): boolean => isDirectedMetric(metric) && !splitDirection(metric).isInverse;

const metricsOf = ({ values, faulty, before = [] }: ImportedTarget): string[] => [
  ...Object.keys(values),
  ...Object.keys(faulty),
  ...before.map(({ metric }) => metric),
];
