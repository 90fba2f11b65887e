/** What everything has that leaves the service: a delivery to a webhook, a message to a chat, an e-mail. */
export interface Outgoing {
  /** `pending` until it has ended; `dead` if it was given up. */
  status: string;
  attempts: number;
  /** When it is tried next, and its place in the list of what is due; absent once it has ended. */
  nextAt?: string | undefined;
  lastError?: string | undefined;
}

/** How an item goes on: it has ended, was refused, or waits until an instant. */
export type Settlement<Status extends string = string> =
  | { ended: Status; reason?: string }
  | { refused: string }
  | { waitsUntil: string; reason?: string };

/** Seconds from each attempt to the next: the last one is about a day after the first (rule HOOK-6). */
const waits = [60, 300, 900, 3600, 10_800, 21_600, 43_200] as const;

/** Most attempts of one item. */
export const mostAttempts = waits.length + 1;

/** How long items are kept with their outcome, in days. */
export const keptDays = 30;

/** An item that was not tried yet. */
export const untried = (nextAt: string) => ({ status: 'pending', attempts: 0, nextAt }) as const;

export const isDue = ({ status, nextAt }: Outgoing, now: string): boolean =>
  status === 'pending' && nextAt !== undefined && nextAt <= now;

/** When an item is tried again after an attempt. After the last one there is one more look, which gives it up. */
export const retryAt = (attempts: number, now: Date): string =>
  new Date(now.getTime() + (waits[attempts - 1] ?? waits[0]) * 1000).toISOString();

/** The changes of an item when an attempt begins. Unless that is settled before, the item is due again at the next time. */
export const claimed = ({ attempts }: Outgoing, now: Date): Pick<Outgoing, 'attempts' | 'nextAt'> => ({
  attempts: attempts + 1,
  nextAt: retryAt(attempts + 1, now),
});

/** The changes of an item when it is settled. One that was refused keeps its next time until its last attempt. */
export function settled<Status extends string>(
  { attempts }: Outgoing,
  settlement: Settlement<Status>,
): Partial<Outgoing> & { status?: Status | 'dead' } {
  if ('waitsUntil' in settlement) {
    const { waitsUntil: nextAt, reason: lastError } = settlement;
    return lastError === undefined ? { nextAt } : { nextAt, lastError };
  }
  if ('ended' in settlement) return { status: settlement.ended, nextAt: undefined, lastError: settlement.reason };
  const lastError = settlement.refused;
  return attempts < mostAttempts ? { lastError } : { status: 'dead', nextAt: undefined, lastError };
}
