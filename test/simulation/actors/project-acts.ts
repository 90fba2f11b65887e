import { projectKeys } from '#shared/kernel/store/keys.ts';
import { deleteProject, restoreProject } from '#shared/projects/verbs/projects.ts';
import type { Act, Scene } from './acts.ts';
import { type Heard, request, requestOfUser, type User } from './user.ts';

const remove = (user: User, { told }: Scene): Promise<Heard<unknown>> =>
  told.tell(`project ${user.projectId}`, 'removed', () => request(user, 'delete the project', deleteProject));

const restore = (user: User, { told }: Scene): Promise<Heard<unknown>> =>
  told.tell(`project ${user.projectId}`, 'made', () =>
    requestOfUser(user, 'restore the project', (ctx) => restoreProject(ctx, user.projectId)),
  );

/** A project is deleted and taken back, at once or when its time is nearly over. */
export const projectActs: readonly Act[] = [
  { name: 'delete the project', do: remove },
  { name: 'restore the project', do: restore },
  {
    name: 'restore the project at the last moment',
    do: async (user, scene) => {
      const { random, background, service } = scene;
      const { world } = service;
      const heard = await remove(user, scene);
      // About as long before the purge as a restore takes.
      const edge = 2 * Math.max(...world.climate.paces);
      // The sweep has nothing to do until then, and a month of sweeps would take as long as all histories.
      const { pk, sk } = projectKeys.project(user.projectId);
      const purgeAt = Date.parse(service.table.get(pk, sk)?.purgeAt?.S ?? '');
      if (!(purgeAt > world.now)) return heard;
      background.quietUntil = purgeAt - edge;
      background.busyUntil = purgeAt + edge;
      await world.sleep(background.quietUntil - world.now + random.below(edge));
      return restore(user, scene);
    },
  },
];
