import type { Context } from '../../../kernel/context.ts';
import { type Counting, countUsage } from './count-usage.ts';

/**
 * Counts a project's stored data if its files have a quota; a failure never affects the caller, who does other work.
 */
export async function tryCountUsage(ctx: Counting & Context, projectId: string): Promise<void> {
  if (ctx.config.quotas.fileBytes === undefined) return;
  try {
    await countUsage(ctx, projectId);
  } catch (error) {
    ctx.log.warn('usage not counted', { projectId, reason: String(error) });
  }
}
