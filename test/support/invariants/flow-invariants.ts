import { expect } from 'vitest';
import { flowVersionEntity, getFlowOrTombstone } from '#shared/flows/store/flows.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { flowKeys, scheduleKeys } from '#shared/kernel/store/keys.ts';
import { nextRun } from '#shared/schedules/rules/schedule.ts';
import { scheduleEntity } from '#shared/schedules/store/schedules.ts';
import type { FakeScheduler } from '#test/support/runs/schedules.ts';

/**
 * The invariants of a flow after the sweep of its schedules: it has each of its versions once, and none beyond; a
 * deleted flow has no schedule; and the scheduler knows exactly the stored schedules that fire.
 */
export async function checkFlows(
  ctx: Pick<ProjectContext, 'db' | 'projectId' | 'clock'> & { scheduler: FakeScheduler },
  name: string,
): Promise<void> {
  const { db, projectId } = ctx;
  const flow = await getFlowOrTombstone(db, projectId, name);
  const versions = (await queryAll(db, flowKeys.versions(projectId, name))).map((item) =>
    flowVersionEntity.decode(item),
  );
  const numbers = versions.map(({ version }) => version).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: flow?.version ?? 0 }, (_, n) => n + 1));
  const schedules = (await queryAll(db, scheduleKeys.schedules(projectId))).map((item) => scheduleEntity.decode(item));
  expect(schedules.filter(({ deletedAt, syncDueAt }) => deletedAt !== undefined || syncDueAt !== undefined)).toEqual(
    [],
  );
  if (flow?.deletedAt !== undefined) expect(schedules.filter(({ flowName }) => flowName === name)).toEqual([]);
  const now = ctx.clock().toISOString();
  const firing = schedules.filter((schedule) => nextRun(schedule, now) !== undefined);
  const timings = (list: Iterable<{ scheduleId: string; cron?: string | undefined }>) =>
    [...list].map(({ scheduleId, cron }) => `${scheduleId} ${cron}`).sort();
  expect(timings(ctx.scheduler.known.values())).toEqual(timings(firing));
}
