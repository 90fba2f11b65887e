import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';

/** The settings that say what a deployment reserves of the account's concurrent executions. */
interface Concurrency {
  /** Of each consumer of the stream; 0 reserves nothing. */
  reservedConcurrency: number;
  /** Lambda's quota of the account and region; 0 if it is unknown. */
  concurrencyQuota: number;
}

/** Concurrent executions that Lambda keeps unreserved. */
export const unreservable = 100;

/** Concurrency of each stream consumer and of each scheduled function that `reservedConcurrency` reserves. */
export const reservedElsewhere = ({ reservedConcurrency }: Pick<Concurrency, 'reservedConcurrency'>): number =>
  streamConsumers.length * reservedConcurrency + scheduledFunctions * reservedForSchedule(reservedConcurrency);

/** Lambda accepts no smaller ceiling for the calls of a queue. */
const leastOfQueue = 2;

/** Concurrency of each scheduled function, whose queue calls it; 0 for none. */
export const reservedForSchedule = (reservedConcurrency: number): number =>
  reservedConcurrency === 0 ? 0 : Math.max(reservedConcurrency, leastOfQueue);

/** The sweep and the deliveries. */
const scheduledFunctions = 2;

/**
 * How many slices of runs execute at once at most: a fifth of what can be reserved, so that the API keeps the rest (rule
 * LIMIT-9). 0 for no ceiling, if the quota is unknown or too small for a reservation.
 */
export const sliceCeiling = (settings: Concurrency): number =>
  Math.max(0, Math.floor((settings.concurrencyQuota - unreservable - reservedElsewhere(settings)) / 5));

/** Concurrency that a deployment reserves in all. */
export const reservedInAll = (settings: Concurrency): number => sliceCeiling(settings) + reservedElsewhere(settings);
