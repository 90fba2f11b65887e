import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { type Drift, type DriftRule, followThresholds } from '#shared/statistics/rules/drift.ts';

/** Follows a series within one cool-down under one threshold. */
export const followDrift = (points: readonly DayPoint[], rule: DriftRule): Drift =>
  followThresholds(points, rule, [rule.threshold]).get(rule.threshold) as Drift;
