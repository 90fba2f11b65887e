import { isAhead } from '../../../values/rules/clock-ahead.ts';
import { newestOf } from './device-readings.ts';
import type { ImportedTarget, ImportPlan } from './plan.ts';
import { count } from './tally.ts';

/** A plan without the values that a wrong clock dated in the future; they count as missing (rule TIME-8). */
export function leaveOutAhead(plan: ImportPlan, now: string): ImportPlan {
  let leftOut = 0;
  let faulty = 0;
  const isKept = (at: string): boolean => {
    const ahead = isAhead(at, now);
    if (ahead) leftOut += 1;
    return !ahead;
  };
  const targets = plan.targets.map((target): ImportedTarget => {
    const kept: ImportedTarget = {
      ...target,
      values: Object.fromEntries(Object.entries(target.values).filter(([, { calibratedAt }]) => isKept(calibratedAt))),
      faulty: Object.fromEntries(Object.entries(target.faulty).filter(([, at]) => isKept(at))),
    };
    faulty += Object.keys(kept.faulty).length;
    return target.before ? { ...kept, before: target.before.filter(({ at }) => isKept(at)) } : kept;
  });
  if (leftOut === 0) return plan;
  const warning = `${count(leftOut, 'value')} left out and counted as missing: dated in the future, up to ${plan.newestAt}`;
  const missing = plan.missing + leftOut;
  return { ...plan, targets, faulty, missing, warnings: [...plan.warnings, warning], newestAt: newestOf(targets) };
}
