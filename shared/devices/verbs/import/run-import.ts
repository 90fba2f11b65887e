import { getChip } from '../../../chips/store/chips.ts';
import { dropJob, type HeldJob } from '../../../chips/verbs/jobs/jobs.ts';
import type { Context } from '../../../kernel/context.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';
import { importInto } from './import-into.ts';
import { importNew } from './import-new.ts';
import type { ImportCounts } from './import-record.ts';
import { misfitOf } from './misfit.ts';
import { loadPlan } from './plan-store.ts';
import { claimProjectUnits } from './plan-units.ts';

/**
 * Carries out an import job from the point where it was left: samples first (they may be written again), then the
 * targets, then, in one transaction, the chip and the record that the import is done. A new chip is invisible before
 * that.
 */
export async function runImport(ctx: Context, job: HeldJob, known?: ImportPlan): Promise<ImportCounts | undefined> {
  const { projectId, chipId, jobId } = job;
  const loaded = known ?? (await loadPlan(ctx, job));
  const plan = loaded && (known ?? (await claimProjectUnits(ctx, projectId, loaded)));
  const done = await getItem(ctx.db, chipKeys.import(projectId, chipId, jobId));
  const chip = await getChip(ctx.db, projectId, chipId);
  const unfit = chip && plan && (await misfitOf(ctx, chip, plan)) !== undefined;
  if (!plan || unfit || (chip && done)) {
    await dropJob(ctx, job);
    return undefined;
  }
  const counts = chip ? await importInto(ctx, job, plan, chip) : await importNew(ctx, job, plan);
  await dropJob(ctx, job);
  return counts;
}
