import { queueFlow, readQueue, removeQueued } from '#shared/services/run-queue/run-queue.ts';
import type { Act } from './acts.ts';
import { request } from './user.ts';

/** Starts wait for the lock, and are taken back. */
export const queueActs: readonly Act[] = [
  {
    name: 'start a run when the project is free',
    do: async (user, { random, service }) => {
      // A request that is sent again is one start.
      const requestKey = random.uuid();
      const queue = () =>
        request(user, 'queue a run', (ctx) => queueFlow(ctx, { name: 'check', parameters: {}, requestKey }));
      const heard = await queue();
      if (heard.kind !== 'unknown') return heard;
      await service.world.sleep(1000);
      return queue();
    },
  },
  {
    name: 'remove the run that waits',
    do: (user) => request(user, 'remove the queued run', (ctx) => removeQueued(ctx)),
  },
  { name: 'look at the queue', do: (user) => request(user, 'look at the queue', (ctx) => readQueue(ctx)) },
];
