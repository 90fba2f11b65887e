import { expect, it } from 'vitest';
import { scheduleKeys } from '#shared/kernel/store/keys.ts';
import { scheduleEntity } from '#shared/schedules/store/schedules.ts';

const stored = {
  ...scheduleKeys.schedule('p1', 's1'),
  entity: 'schedule',
  v: 1,
  rev: 4,
  projectId: 'p1',
  scheduleId: 's1',
};

it('a schedule that was stored as version 1 is still due to be synced at its time', () => {
  const schedule = scheduleEntity.decode({ ...stored, active: true, tellAt: '2026-01-02T03:04:05.000Z' });
  expect(schedule).toMatchObject({ syncDueAt: '2026-01-02T03:04:05.000Z', rev: 4 });
  expect(schedule).not.toHaveProperty('tellAt');
  expect(scheduleEntity.encode(schedule, 5)).toMatchObject({ v: 2, gsi2sk: '2026-01-02T03:04:05.000Z' });
});

it('a schedule that was stored as version 1 and synced has nothing due', () => {
  expect(scheduleEntity.decode({ ...stored, active: true })).not.toHaveProperty('syncDueAt');
});
