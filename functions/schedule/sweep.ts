import { randomUUID } from 'node:crypto';
import { type SweepResult, sweepPending } from '#shared/services/pending/sweep.ts';
import { contextOf, runtime } from '../runtime.ts';

/** Every five minutes: finishes what a crash left behind. */
export async function handler(): Promise<SweepResult> {
  const ctx = contextOf(runtime(), randomUUID());
  const result = await sweepPending(ctx);
  ctx.log.info('sweep', { ...result });
  if (result.failed > 0) throw new Error(`${result.failed} pending pieces of work failed; see the log`);
  return result;
}
