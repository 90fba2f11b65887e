/** How long each work of one sweep may take: what is left has its turn in the next. */
export const sweepSeconds = {
  locks: 60,
  pending: 60,
  queues: 20,
  schedules: 20,
  images: 10,
  days: 30,
  spans: 50,
} as const;

/** How long a sweep may take: the time-out of its function. */
export const sweepTimeoutSeconds = 285;
