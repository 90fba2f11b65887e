import { getCooldown } from '../../../cooldowns/store/cooldowns.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { invalid, unknownReference } from '../../../kernel/errors.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';

/** The cool-down of an import, with what its user should know. */
export interface NamedCooldown {
  warnings: string[];
}

/**
 * The cool-down that the values of an import belong to (rule IMPORT-24); undefined where none is named. Values that are
 * dated outside it are counted in a warning: lists by cool-down look for values within its time.
 * @throws ServiceError `unknown-reference`; `invalid` if it does not list the chip.
 */
export async function cooldownOf(
  ctx: ProjectContext,
  { chipId, cooldownId }: { chipId: string; cooldownId?: string | undefined },
  plan: ImportPlan,
): Promise<NamedCooldown | undefined> {
  if (cooldownId === undefined) return undefined;
  const cooldown = await getCooldown(ctx.db, ctx.projectId, cooldownId);
  if (!cooldown) throw unknownReference(`Cool-down '${cooldownId}' not found in project '${ctx.projectId}'`);
  if (!cooldown.chipIds.includes(chipId))
    throw invalid(`Cool-down '${cooldownId}' does not list chip '${chipId}'`, [
      { path: 'body.cooldown_id', message: 'must be a cool-down that lists the chip' },
    ]);
  const { startedAt, endedAt } = cooldown;
  const outside = timesOf(plan).filter((at) => at < startedAt || (endedAt !== undefined && at > endedAt)).length;
  return {
    warnings:
      outside === 0
        ? []
        : [`${outside} ${outside === 1 ? 'value is' : 'values are'} dated outside cool-down '${cooldownId}'`],
  };
}

/** When each value and each faulty mark of a plan was measured. */
const timesOf = ({ targets }: ImportPlan): string[] =>
  targets.flatMap(({ values, faulty, before = [] }) => [
    ...Object.values(values).map(({ calibratedAt }) => calibratedAt),
    ...Object.values(faulty),
    ...before.map(({ at }) => at),
  ]);
