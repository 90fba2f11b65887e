import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { type Act, chipIds } from './acts.ts';
import { request } from './user.ts';

/** Chips are made, laid out anew and deleted, under ids that come back. */
export const chipActs: readonly Act[] = [
  {
    name: 'create a chip',
    do: (user, { random, told }) => {
      const chipId = random.pick(chipIds);
      const topologyId = random.pick(['linear-2', 'linear-3']);
      return told.tell(`chip ${chipId}`, 'made', () =>
        request(user, `create ${chipId}`, (ctx) => createChip(ctx, { chipId, topologyId })),
      );
    },
  },
  {
    name: 'delete a chip and make it again',
    do: async (user, { random, told, service }) => {
      const chipId = random.pick(chipIds);
      await told.tell(`chip ${chipId}`, 'removed', () =>
        request(user, `delete ${chipId}`, (ctx) => deleteChip(ctx, chipId, { force: true, permanent: true })),
      );
      const create = () =>
        told.tell(`chip ${chipId}`, 'made', () =>
          request(user, `create ${chipId} again`, (ctx) => createChip(ctx, { chipId, topologyId: 'linear-3' })),
        );
      // For longer than a lease.
      let heard = await create();
      for (let tries = 0; heard.kind !== 'done' && tries < 8; tries += 1) {
        await service.world.sleep(random.between(20, 90) * 1000);
        heard = await create();
      }
      return heard;
    },
  },
  {
    name: 'delete a chip',
    do: (user, { random, told }) => {
      const chipId = random.pick(chipIds);
      return told.tell(`chip ${chipId}`, 'removed', () =>
        request(user, `delete ${chipId}`, (ctx) => deleteChip(ctx, chipId, { force: true, permanent: true })),
      );
    },
  },
  {
    name: 'lay a chip out anew',
    do: (user, { random }) => {
      const chipId = random.pick(chipIds);
      const size = random.pick([2, 3]);
      return request(user, `update ${chipId}`, (ctx) =>
        updateChip(ctx, chipId, { size, topologyId: `linear-${size}` }),
      );
    },
  },
];
