import type { Client } from '#shared/contract/client.ts';

export const chipId = 'DEMO64';
export const cryostatId = 'LD400-1';

/** What the lab of the demo measures by itself: flows, with the times of their schedules in the service's zone. */
export const nightly = { name: 'nightly_t1', cron: '0 2 * * *' };
export const weekly = { name: 'weekly_check', cron: '0 4 * * 1' };
/** What somebody starts who comes in the morning. */
export const morning = { name: 'morning_check' };

/** Something that happens in the lab at its time: what people do through the API, or what the service does by itself. */
export interface Happening {
  at: Date;
  do: (client: Client, service: { sweep(): Promise<void> }) => Promise<void>;
}
