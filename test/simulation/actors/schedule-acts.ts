import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { createSchedule, updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import type { Act, Scene } from './acts.ts';
import { type Heard, request, type User } from './user.ts';

const everyFewMinutes = '*/4 * * * *';

/** One of the schedules that are there, or none. */
function anySchedule({ random, service }: Scene): { scheduleId: string; isOnce: boolean } {
  const rows = service.table.all().filter((item) => item.entity?.S === 'schedule' && !item.deletedAt);
  const row = rows.length > 0 ? random.pick(rows) : undefined;
  return { scheduleId: row?.scheduleId?.S ?? 'none', isOnce: row?.cron === undefined };
}

/** A moment of the next minutes, with whole seconds as schedules have it. */
function soon({ random, service: { world } }: Scene): string {
  return new Date(Math.floor(world.now / 1000 + random.between(20, 240)) * 1000).toISOString();
}

/** Schedules are made, paused, given another time and deleted while they fire. */
export const scheduleActs: readonly Act[] = [
  {
    name: 'schedule the flow',
    do: async (user, scene) => {
      const { random, service } = scene;
      // A request that is sent again makes one schedule.
      const digest = random.uuid();
      const timing = random.chance(0.5) ? { cron: everyFewMinutes } : { scheduledTime: soon(scene) };
      const wanted = { flowName: 'check', parameters: {}, active: true, timeZone: 'Asia/Tokyo', ...timing };
      const create = () =>
        request(user, 'schedule the flow', (ctx) => {
          const forgetAt = Math.floor(service.world.now / 1000) + 86_400;
          const idempotency = { userId: ctx.actor.user.userId, digest, forgetAt, repeated: false };
          return createSchedule({ ...ctx, idempotency }, wanted);
        });
      const heard = await create();
      if (heard.kind !== 'unknown') return heard;
      await service.world.sleep(1000);
      return create();
    },
  },
  {
    name: 'pause or resume a schedule',
    do: (user, scene) => {
      const active = scene.random.chance(0.4);
      return change(user, scene, () => ({ active }));
    },
  },
  {
    name: 'give a schedule another time',
    do: (user, scene) =>
      change(user, scene, (isOnce) =>
        isOnce ? { scheduledTime: soon(scene), active: true } : { cron: '*/3 * * * *' },
      ),
  },
  {
    name: 'delete a schedule',
    do: (user, scene) => {
      const { scheduleId } = anySchedule(scene);
      return request(user, `delete schedule ${scheduleId}`, (ctx) => deleteSchedule(ctx, scheduleId));
    },
  },
];

function change(
  user: User,
  scene: Scene,
  changesOf: (isOnce: boolean) => Parameters<typeof updateSchedule>[2],
): Promise<Heard<unknown>> {
  const { scheduleId, isOnce } = anySchedule(scene);
  return request(user, `change schedule ${scheduleId}`, (ctx) => updateSchedule(ctx, scheduleId, changesOf(isOnce)));
}
