import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { saveFlow } from '#shared/flows/verbs/save-flow.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { ScheduleRecord } from '#shared/schedules/store/schedules.ts';
import { fireSchedule } from '#shared/schedules/verbs/fire-schedule.ts';
import { listFirings } from '#shared/schedules/verbs/read-schedule.ts';
import { createSchedule, type NewSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import type { Verbs } from '#test/support/engine/verbs.ts';
import { type FakeOrchestrator, fakeOrchestrator } from '#test/support/runs/runs.ts';
import { type FakeScheduler, fakeScheduler } from '#test/support/runs/schedules.ts';

/** What verbs of schedules are called with. */
export type ScheduleContext = ProjectContext & { orchestrator: FakeOrchestrator; scheduler: FakeScheduler };

const sourceOf = (task: string) => `stages:
  - name: check
    tasks: [${task}]
    targets: {qubits: ['0']}
`;

/** Saves a managed flow of one task on the chip `chip`. */
export async function saveCheck(ctx: ProjectContext, name = 'check', task = 'CheckT1'): Promise<void> {
  const parameters = { defaultParameters: {}, defaultRunParameters: {} };
  await saveFlow(ctx, { name, chipId: 'chip', description: '', tags: [], code: sourceOf(task), ...parameters }, {});
}

/** A project of Alice's with a chip and the flow `check`, at noon UTC of the 1st of March 2026. */
export async function startSchedules(verbs: Verbs): Promise<ScheduleContext> {
  await verbs.empty();
  verbs.now = new Date('2026-03-01T12:00:00.000Z');
  const ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator(), scheduler: fakeScheduler() };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  await saveCheck(ctx);
  return ctx;
}

/** Schedules `check` at every half past six in Tokyo, unless asked otherwise. */
export const scheduled = (ctx: ScheduleContext, given: Partial<NewSchedule> = {}): Promise<ScheduleRecord> =>
  createSchedule(ctx, {
    flowName: 'check',
    ...(given.scheduledTime === undefined && { cron: '30 6 * * *' }),
    timeZone: 'Asia/Tokyo',
    parameters: {},
    active: true,
    ...given,
  });

/** Delivers a firing. */
export const deliver = (
  { actor: _actor, role: _role, ...ctx }: ScheduleContext,
  { projectId, scheduleId }: Pick<ScheduleRecord, 'projectId' | 'scheduleId'>,
  scheduledTime: string,
) => fireSchedule(ctx, { projectId, scheduleId, scheduledTime });

/** The recorded firings of a schedule, the latest first. */
export async function firingsOf(ctx: ScheduleContext, { scheduleId }: Pick<ScheduleRecord, 'scheduleId'>) {
  return (await listFirings(ctx, scheduleId, { skip: 0, limit: 100 })).records;
}
