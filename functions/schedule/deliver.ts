import { randomUUID } from 'node:crypto';
import { type Delivered, deliverDue } from '#shared/services/webhooks/deliver.ts';
import { sending } from '../ports/webhooks.ts';
import { contextOf, runtime } from '../runtime.ts';

/** Every minute: sends what is due to the webhooks of projects (rule HOOK-6). */
export async function handler(): Promise<Delivered> {
  const ctx = sending(contextOf(runtime(), randomUUID()));
  const result = await deliverDue(ctx);
  // Mostly nothing is due, of which a line a minute would tell.
  if (Object.values(result).some((count) => count > 0)) ctx.log.info('webhooks', { ...result });
  if (result.failed > 0) throw new Error(`${result.failed} deliveries failed; see the log`);
  return result;
}
