import { QUEUE_LIMIT } from '#shared/runs/rules/queue.ts';
import { moveQueued, queueFlow, readQueue, removeQueued } from '#shared/runs/verbs/queue/run-queue.ts';
import { type Act, chipIds } from './acts.ts';
import { type Heard, request, type User } from './user.ts';

/** Starts wait for the lock, are moved, and are taken back. */
export const queueActs: readonly Act[] = [
  {
    name: 'start a run when the project is free',
    do: async (user, { random, service, lockScope }) => {
      // A request that is sent again is one start.
      const requestKey = random.uuid();
      const parameters = lockScope === 'chip' ? { chip_id: random.pick(chipIds) } : {};
      const queue = () =>
        request(user, 'queue a run', (ctx) => queueFlow(ctx, { name: 'check', parameters, requestKey }));
      const heard = await queue();
      if (heard.kind !== 'unknown') return heard;
      await service.world.sleep(1000);
      return queue();
    },
  },
  {
    name: 'remove a run that waits',
    do: (user, { random }) =>
      withWaiting(user, (ids) => {
        const id = random.pick(ids);
        return request(user, 'remove a queued run', (ctx) => removeQueued(ctx, id));
      }),
  },
  {
    name: 'move a run that waits',
    do: (user, { random }) =>
      withWaiting(user, (ids) => {
        const [id, position] = [random.pick(ids), 1 + random.below(QUEUE_LIMIT)];
        return request(user, 'move a queued run', (ctx) => moveQueued(ctx, id, position));
      }),
  },
  { name: 'look at the queue', do: (user) => look(user) },
];

const look = (user: User) => request(user, 'look at the queue', (ctx) => readQueue(ctx));

/** Acts on what a look at the queue showed, which others may have changed since. */
async function withWaiting(
  user: User,
  act: (ids: readonly string[]) => Promise<Heard<unknown>>,
): Promise<Heard<unknown>> {
  const heard = await look(user);
  if (heard.kind !== 'done') return heard;
  const ids = heard.value.queue.waiting.map(({ flowRunId }) => flowRunId);
  return ids.length === 0 ? heard : act(ids);
}
