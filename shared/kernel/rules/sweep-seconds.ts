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

/** How long the sweep's function works on messages of its queue; the last calls of each may take some seconds more. */
export const sweepWorkSeconds = 240;

/** How long one look at what is due to receivers begins deliveries. */
export const deliverySeconds = 40;

/** How long the function of deliveries may take: shorter than its interval. */
export const deliveryTimeoutSeconds = 55;
