import type { ClaimWait } from '#shared/workers/verbs/presence/claim-wait.ts';

/** The wait of a run for a worker; null if it waits for none. */
export const presentClaimWait = (wait: ClaimWait | undefined) =>
  wait
    ? {
        backend: wait.backend,
        until: wait.until,
        workers: wait.workers.map(({ worker, status, lastSeenAt, ageSeconds }) => ({
          ...{ worker, status },
          last_seen_at: lastSeenAt,
          age_seconds: ageSeconds,
        })),
        other_backends: wait.otherBackends,
      }
    : null;
