import { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import { saveFlow } from '#shared/flows/verbs/save-flow.ts';
import { getUser } from '#shared/people/store/users.ts';
import { createApiToken } from '#shared/people/verbs/api-tokens.ts';
import { acceptInvitation, inviteMember } from '#shared/projects/verbs/members.ts';
import { addUser } from '#test/support/engine/add-user.ts';
import { request, requestOfUser, type User, userIdOf } from './actors/user.ts';
import { withWorldGlobals } from './world/globals.ts';
import { startService } from './world/service.ts';
import { World } from './world/world.ts';

/** What every history begins with: two users in one project, which has two chips, a flow and a cryostat. */
export interface Base {
  table: MemoryTable;
  projectId: string;
  /** An API token of alice, bound to the project. */
  token: string;
}

const flowCode = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: ['0', '1']}
`;

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
  let token = '';
  await withWorldGlobals(world, () =>
    world.run(async () => {
      const service = startService(world, table);
      for (const username of ['alice', 'bob'])
        await addUser(service.ctx, { userId: userIdOf(username), username, passwordHash: 'no one has it' });
      projectId = (await getUser(service.ctx.db, userIdOf('alice')))?.defaultProjectId ?? '';
      const alice: User = { service, username: 'alice', projectId };
      await request(alice, 'invite bob', (ctx) => inviteMember(ctx, { username: 'bob', role: 'editor' }));
      await requestOfUser({ service, username: 'bob', projectId }, 'accept', (ctx) =>
        acceptInvitation(ctx, { projectId, username: 'bob' }),
      );
      for (const chipId of ['chip-a', 'chip-b'])
        await request(alice, 'create a chip', (ctx) => createChip(ctx, { chipId, topologyId: 'linear-2' }));
      await request(alice, 'save a flow', (ctx) =>
        saveFlow(
          ctx,
          {
            ...{ name: 'check', chipId: 'chip-a', description: '', tags: [], code: flowCode },
            ...{ defaultParameters: {}, defaultRunParameters: {} },
          },
          {},
        ),
      );
      await request(alice, 'create a cryostat', (ctx) =>
        createCryostat(ctx, 'cryo', {
          ...{ name: 'cryo', manufacturer: '', model: '', location: '', status: 'active' as const },
        }),
      );
      const made = await requestOfUser(alice, 'make a token', (ctx) =>
        createApiToken(ctx, { name: 'worker', projectId }),
      );
      if (made.kind === 'done') ({ token } = made.value);
    }, 10_000),
  );
  return { table, projectId, token };
}
