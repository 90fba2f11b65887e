import { assignChip, deleteCooldown, unassignChip, updateCooldown } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { type Act, chipIds } from './acts.ts';
import { request } from './user.ts';

const cooldownIds = ['cooldown-a', 'cooldown-b'] as const;

/** Cool-downs begin and end under chips whose values are set by hand. */
export const cooldownActs: readonly Act[] = [
  {
    name: 'begin a cool-down',
    do: (user, { random, service }) => {
      const cooldownId = random.pick(cooldownIds);
      const listed = random.pick([['chip-a'], ['chip-b'], ['chip-a', 'chip-b']]);
      return request(user, `begin ${cooldownId}`, (ctx) =>
        createCooldown(ctx, {
          ...{ cooldownId, cryoId: 'cryo', description: '', chipIds: listed, wiringInfo: '', wiringBlocks: '' },
          startedAt: new Date(service.world.now - 60_000).toISOString(),
        }),
      );
    },
  },
  {
    name: 'end a cool-down, or open it again',
    do: (user, { random, service }) => {
      const cooldownId = random.pick(cooldownIds);
      const endedAt = random.chance(0.5) ? new Date(service.world.now).toISOString() : null;
      return request(user, `${endedAt ? 'end' : 'open'} ${cooldownId}`, (ctx) =>
        updateCooldown(ctx, cooldownId, { endedAt }),
      );
    },
  },
  {
    name: 'move a chip',
    do: (user, { random }) => {
      const [cooldownId, chipId] = [random.pick(cooldownIds), random.pick(chipIds)];
      const move = random.pick([assignChip, unassignChip]);
      return request(user, `${move.name} ${chipId} ${cooldownId}`, (ctx) => move(ctx, cooldownId, chipId));
    },
  },
  {
    name: 'delete a cool-down',
    do: (user, { random }) => {
      const cooldownId = random.pick(cooldownIds);
      return request(user, `delete ${cooldownId}`, (ctx) => deleteCooldown(ctx, cooldownId, random.chance(0.5)));
    },
  },
  {
    name: 'set a value by hand',
    do: (user, { random }) => {
      const chipId = random.pick(chipIds);
      const value = random.between(10, 90);
      return request(user, `set T1 of ${chipId} to ${value}`, (ctx) =>
        updateParameters(ctx, { chipId, qid: '0', parameters: { t1: { value, unit: 'us' } } }),
      );
    },
  },
];
