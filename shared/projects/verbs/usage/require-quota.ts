import type { Context } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { exceededQuota, type QuotaName, quotaRefusal } from '../../rules/quotas.ts';
import { type Counting, countUsage, type UsageOwner } from './count-usage.ts';

/**
 * Refuses what would add to a project that is beyond a quota (rule PROJ-20).
 * @param names the quotas that count for it.
 * @throws ServiceError `limit_reached` that says what is used, what is allowed and what makes room.
 */
export async function requireQuota(
  ctx: Counting & Pick<Context, 'config'>,
  projectId: string,
  names: readonly QuotaName[],
  owner?: UsageOwner,
): Promise<void> {
  const { quotas } = ctx.config;
  if (names.every((name) => quotas[name] === undefined)) return;
  const usage = await countUsage(ctx, projectId, owner);
  const exceeded = exceededQuota(usage, quotas, names, ctx.clock());
  if (exceeded) throw conflict(quotaRefusal(projectId, usage, quotas, exceeded), 'limit_reached');
}
