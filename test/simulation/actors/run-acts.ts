import { updateProject } from '#shared/projects/verbs/projects.ts';
import { LOCK_SCOPES } from '#shared/runs/rules/lock.ts';
import { listHeldLocks } from '#shared/runs/store/locks.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { readLocks } from '#shared/runs/verbs/lock/reconcile.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { newRun } from '#test/support/runs/runs.ts';
import { holdersIn } from '../invariants/watch.ts';
import { type Act, chipIds } from './acts.ts';
import { request } from './user.ts';

export const forceAct = 'free the lock by force';

const lookAtLock: Act = {
  name: 'look at the lock',
  do: (user) => request(user, 'look at the lock', (ctx) => readLocks(ctx)),
};

/** The owner lets locks cover the other of project and chip, which is refused while a run is active or queued. */
export const changeScope: Act = {
  name: 'change what a lock covers',
  do: (user, { random }) => {
    const lockScope = random.pick(LOCK_SCOPES);
    return request(user, `let a lock cover a ${lockScope}`, (ctx) => updateProject(ctx, { lockScope }));
  },
};

/** Runs are started, looked at, cancelled, and ended by force. */
export const runActs: readonly Act[] = [
  {
    name: 'start a run',
    do: async (user, { random, service }) => {
      // A request that is sent again is one run.
      const run = newRun({ chipId: random.pick(chipIds), flowRunId: random.uuid() });
      const start = () => request(user, `start a run on ${run.chipId}`, (ctx) => startRun(ctx, run));
      const heard = await start();
      if (heard.kind !== 'unknown' || random.chance(0.3)) return heard;
      await service.world.sleep(1000);
      return start();
    },
  },
  {
    name: 'insist on a run',
    do: async (user, { random, service }) => {
      const run = newRun({ chipId: random.pick(chipIds), flowRunId: random.uuid() });
      const start = () => request(user, `insist on a run on ${run.chipId}`, (ctx) => startRun(ctx, run));
      let heard = await start();
      for (let tries = 0; heard.kind !== 'done' && tries < 8; tries += 1) {
        await service.world.sleep(random.below(3000));
        heard = await start();
      }
      return heard;
    },
  },
  {
    name: 'cancel the run',
    do: (user) =>
      request(user, 'cancel the run', async (ctx) => {
        const held = (await listHeldLocks(ctx.db)).findLast(({ projectId }) => projectId === user.projectId);
        return held && cancelRun(ctx, held.flowRunId);
      }),
  },
  lookAtLock,
  lookAtLock,
  {
    name: forceAct,
    do: (user, { service }) => {
      const holders = holdersIn(service.table, user.projectId);
      const meant = holders.length > 1 ? holders[0] : undefined;
      return request(user, 'free the lock', (ctx) => forceUnlock(ctx, 'simulated', meant));
    },
  },
];
