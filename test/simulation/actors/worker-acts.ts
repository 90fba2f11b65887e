import { finishWork } from '#shared/workers/verbs/finish-work.ts';
import { heartbeatRun } from '#shared/workers/verbs/heartbeat-run.ts';
import { startWorkerRun } from '#test/support/runs/worker.ts';
import { Violation } from '../world/world.ts';
import { type Act, chipIds } from './acts.ts';
import { forceAct, runActs } from './run-acts.ts';
import { request } from './user.ts';

const startForWorkers: Act = {
  name: 'start a run for workers',
  do: async (user, { random, service }) => {
    const run = { chipId: random.pick(chipIds), flowRunId: random.uuid(), claimTimeoutSeconds: 600 };
    const start = () => request(user, `start a run for workers on ${run.chipId}`, (ctx) => startWorkerRun(ctx, run));
    let heard = await start();
    for (let tries = 0; heard.kind !== 'done' && tries < 4; tries += 1) {
      await service.world.sleep(random.below(20_000));
      heard = await start();
    }
    return heard;
  },
};

/** A user who may edit the project, but has not claimed: nothing that they say of a run counts (rule WORK-11). */
const meddle: Act = {
  name: 'meddle with a claim',
  do: async (user, { random, service }) => {
    const claimed = service.table.all().find((item) => item.entity?.S === 'run' && item.claim?.M);
    const { flowRunId, claim } = claimed ?? {};
    const given = { fence: Number(claim?.M?.fence?.N ?? 1), claimKey: random.uuid() };
    const heard = await request(
      user,
      'meddle with a claim',
      (ctx): Promise<unknown> =>
        random.chance(0.5)
          ? finishWork(ctx, flowRunId?.S ?? 'none', { ...given, status: 'completed', message: '' })
          : heartbeatRun(ctx, flowRunId?.S ?? 'none', given),
    );
    if (heard.kind === 'done') service.world.fail(new Violation('A call counted that did not come from the claimant'));
    return heard;
  },
};

/** Runs of workers, and what happens to them; but who frees a lock by force takes it from a worker that may still drive. */
export const workerActs: readonly Act[] = [
  ...[startForWorkers, startForWorkers, startForWorkers, meddle],
  ...runActs.filter(({ name }) => name !== forceAct),
];
