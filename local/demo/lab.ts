import type { Client } from '#shared/api/client.ts';

export const chipId = 'DEMO64';
export const cryostatId = 'LD400-1';

/** Flows that the demo lab runs automatically, with schedule times in the service's zone. */
export const nightly = { name: 'nightly_t1', cron: '0 2 * * *' };
export const weekly = { name: 'weekly_check', cron: '0 4 * * 1' };
/** The flow that a person starts in the morning. */
export const morning = { name: 'morning_check' };

/** An event in the lab: an action of a person through the API, or an automatic one. */
export interface Happening {
  at: Date;
  do: (client: Client, service: { sweep(): Promise<void> }) => Promise<void>;
}
