import { createChip } from '#shared/services/chip-jobs/create-chip.ts';
import { createCryostat } from '#shared/services/cryostats/cryostats.ts';
import { inviteMember } from '#shared/services/projects/members.ts';
import { getUser } from '#shared/store/users/users.ts';
import { addUser } from '#test/support/engine/add-user.ts';
import { request, type User, userIdOf } from './actors/user.ts';
import { MemoryTable } from './table/memory-table.ts';
import { withWorldGlobals } from './world/globals.ts';
import { startService } from './world/service.ts';
import { World } from './world/world.ts';

/** What every history begins with: two users in one project, which has two chips and a cryostat. */
export interface Base {
  table: MemoryTable;
  projectId: string;
}

let made: Promise<Base> | undefined;

/** Made once; each history has a copy of its table. */
export function base(): Promise<Base> {
  made ??= makeBase();
  return made;
}

async function makeBase(): Promise<Base> {
  const world = new World(0, 0);
  world.calmDown();
  const table = new MemoryTable();
  let projectId = '';
  await withWorldGlobals(world, () =>
    world.run(async () => {
      const service = startService(world, table);
      for (const username of ['alice', 'bob'])
        await addUser(service.ctx, { userId: userIdOf(username), username, passwordHash: 'nobody has it' });
      projectId = (await getUser(service.ctx.db, userIdOf('alice')))?.defaultProjectId ?? '';
      const alice: User = { service, username: 'alice', projectId };
      await request(alice, 'invite bob', (ctx) =>
        inviteMember(ctx, { username: 'bob', role: 'editor', requireAcceptance: false }),
      );
      for (const chipId of ['chip-a', 'chip-b'])
        await request(alice, 'create a chip', (ctx) => createChip(ctx, { chipId, topologyId: 'linear-2' }));
      await request(alice, 'create a cryostat', (ctx) =>
        createCryostat(ctx, 'cryo', {
          ...{ name: 'cryo', manufacturer: '', model: '', location: '', status: 'active' as const },
        }),
      );
    }, 10_000),
  );
  return { table, projectId };
}
