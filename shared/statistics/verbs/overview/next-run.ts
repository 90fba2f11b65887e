import { flowEntity } from '../../../flows/store/flows.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { flowKeys } from '../../../kernel/store/keys.ts';
import type { QueuedRun } from '../../../runs/store/run-queue.ts';
import { nextRun } from '../../../schedules/rules/schedule.ts';
import type { ScheduleRecord } from '../../../schedules/store/schedules.ts';

/** A future start: of a schedule at an instant, or of the queue as soon as the lock is free. */
export type ComingRun =
  | { kind: 'queued'; flowName: string; username: string; queuedAt: string }
  | { kind: 'scheduled'; flowName: string; username: string; at: string; scheduleId: string };

/**
 * What runs next on a chip: the first start of the queue, else the schedule that fires first, of those whose parameters, or else whose
 * flow, name the chip. Reads the flows, in one round trip.
 */
export async function readNextRun(
  ctx: ProjectContext,
  chipId: string,
  { waiting, schedules }: { waiting: readonly QueuedRun[]; schedules: readonly ScheduleRecord[] },
): Promise<ComingRun | undefined> {
  const now = nowOf(ctx);
  const firing = schedules.flatMap((schedule) => {
    const at = nextRun(schedule, now);
    return at === undefined ? [] : [{ ...schedule, at }];
  });
  const starts = [...waiting, ...firing];
  const names = [...new Set(starts.flatMap((one) => (chipOf(one) === undefined ? [one.flowName] : [])))];
  const items = await batchGetItems(
    ctx.db,
    names.map((name) => flowKeys.flow(ctx.projectId, name)),
  );
  const chips = new Map(items.map((item, n) => [names[n], item && flowEntity.decode(item).chipId]));
  const isMeant = (one: QueuedRun | ScheduleRecord) => (chipOf(one) ?? chips.get(one.flowName)) === chipId;
  const queued = waiting.find(isMeant);
  if (queued) {
    const { flowName, username, queuedAt } = queued;
    return { kind: 'queued', flowName, username, queuedAt };
  }
  const first = firing.filter(isMeant).sort((one, other) => (one.at < other.at ? -1 : 1))[0];
  if (!first) return undefined;
  const { flowName, username, at, scheduleId } = first;
  return { kind: 'scheduled', flowName, username, at, scheduleId };
}

/** The chip that it names; undefined where the flow's own is meant. */
function chipOf({ parameters, task }: Pick<QueuedRun, 'parameters' | 'task'>): string | undefined {
  if (task) return task.chipId;
  const { chip_id: chipId } = JSON.parse(parameters) as { chip_id?: unknown };
  return typeof chipId === 'string' && chipId !== '' ? chipId : undefined;
}
