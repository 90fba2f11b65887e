import type { Context } from '../../context.ts';
import { type Counting, countUsage } from './count-usage.ts';

/** Counts what a project keeps where its files have a quota; whoever does that has something else to do, and fails at nothing of it. */
export async function tryCountUsage(ctx: Counting & Context, projectId: string): Promise<void> {
  if (ctx.config.quotas.fileBytes === undefined) return;
  try {
    await countUsage(ctx, projectId);
  } catch (error) {
    ctx.log.warn('usage not counted', { projectId, reason: String(error) });
  }
}
