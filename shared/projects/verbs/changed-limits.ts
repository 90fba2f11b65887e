import type { ProjectContext } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import {
  MOST_OWN_LIMITS,
  type OwnLimit,
  type OwnLimits,
  openKindsOf,
  problemOfLimit,
} from '../../values/rules/own-limits.ts';
import { conversionOf } from '../../values/rules/units/conversion.ts';
import { normalizeUnit } from '../../values/rules/units/unit.ts';
import { getMetricUnits, metricName } from '../../values/store/metric-units.ts';

/** By metric; null takes its limit away. */
export type LimitChanges = Readonly<
  Record<string, { lowest?: number | null | undefined; highest?: number | null | undefined; unit: string } | null>
>;

/**
 * The limits of a project after a change (rule GATE-10).
 * @throws ServiceError `invalid` for a limit without an end, with ends in the wrong order or with a unit that the metric cannot
 * have, and for more metrics than a project may limit.
 */
export async function changedLimits(
  ctx: ProjectContext,
  before: OwnLimits | undefined,
  changes: LimitChanges | null | undefined,
): Promise<OwnLimits | undefined> {
  if (!changes) return before;
  const given = Object.entries(changes).flatMap(([metric, limit]): [string, OwnLimit][] =>
    limit ? [[metric, limitOf(limit)]] : [],
  );
  const problems = given.flatMap(([metric, limit]) => {
    const problem = problemOfLimit(metric, limit);
    return problem === undefined ? [] : [{ path: `body.value_limits.${metric}`, message: problem }];
  });
  const problem = problems[0];
  if (problem)
    throw invalid(`The limit of '${problem.path.slice('body.value_limits.'.length)}' ${problem.message}`, problems);
  await requireUnitsOfProject(ctx, given);
  const kept = Object.entries(before ?? {}).filter(([metric]) => !Object.hasOwn(changes, metric));
  const limits = [...kept, ...given];
  if (limits.length > MOST_OWN_LIMITS)
    throw invalid(`A project has limits of at most ${MOST_OWN_LIMITS} metrics, not of ${limits.length}`);
  return limits.length > 0 ? Object.fromEntries(limits.toSorted(([a], [b]) => (a < b ? -1 : 1))) : undefined;
}

const limitOf = ({ lowest, highest, unit }: NonNullable<LimitChanges[string]>): OwnLimit => ({
  ...(lowest != null && { lowest }),
  ...(highest != null && { highest }),
  unit: normalizeUnit(unit),
});

/** Of a metric that the catalogue leaves open, the first value in the project has decided the unit (rule METRIC-15). */
async function requireUnitsOfProject(ctx: ProjectContext, given: readonly [string, OwnLimit][]): Promise<void> {
  const open = given.flatMap(([metric, { unit }]) => openKindsOf(metric).map((kind) => ({ kind, metric, unit })));
  if (open.length === 0) return;
  const units = await getMetricUnits(ctx.db, ctx.projectId, open);
  for (const one of open) {
    const own = units.get(metricName(one));
    if (own === undefined || conversionOf(one.unit, own)) continue;
    const message = `has values in '${own}' on ${one.kind}s, and the unit '${one.unit}' does not convert`;
    throw invalid(`The limit of '${one.metric}' ${message}`, [{ path: `body.value_limits.${one.metric}`, message }]);
  }
}
