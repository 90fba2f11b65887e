import { resultId } from './results.ts';

/** A saved answer of `GET /flows/schedules`. */
export const schedules = {
  schedules: [
    {
      schedule_id: resultId(5_000_000),
      flow_name: 'nightly',
      schedule_type: 'cron',
      cron: '0 3 * * *',
      next_run: '2026-04-01T03:00:00+09:00',
      active: true,
      created_at: '2026-01-01T00:00:00+00:00',
    },
    {
      schedule_id: 'x',
      flow_name: 'unknown',
      schedule_type: 'cron',
      cron: '0 3 * * *',
      next_run: null,
      active: true,
      created_at: '2026-01-01T00:00:00+00:00',
    },
  ],
};
