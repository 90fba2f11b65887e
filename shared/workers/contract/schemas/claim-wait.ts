import * as z from 'zod';
import { claimTimeoutSeconds } from '#shared/runs/rules/claim-wait.ts';
import { instant } from '../../../api/schemas/common.ts';

/** Wire shapes of a run that waits for a worker. */

/** How a worker is. */
export const workerStatus = z.enum(['idle', 'running', 'silent']);

/** How long a worker's run waits to be claimed, as a flow or a start asks for it. */
export const claimTimeout = z
  .int()
  .min(claimTimeoutSeconds.least)
  .max(claimTimeoutSeconds.most)
  .nullish()
  .meta({
    description: `For how many seconds a run of a worker's flow waits for a worker to claim it, before it fails and frees the lock; ${claimTimeoutSeconds.usual} unless the flow says otherwise`,
  });

/** The workers for which a run waits. */
export const claimWait = z
  .object({
    backend: z.string(),
    until: instant.meta({ description: 'The run fails then, unless a worker has claimed it' }),
    workers: z
      .array(
        z.object({
          worker: z.string(),
          status: workerStatus,
          last_seen_at: instant,
          age_seconds: z.number(),
        }),
      )
      .meta({ description: 'Those that were seen for the backend within 30 days, the latest first; 20 at most' }),
    other_backends: z.array(z.string()).meta({ description: 'Other backends for which workers were seen; 20 at most' }),
  })
  .meta({ id: 'ClaimWait' });
