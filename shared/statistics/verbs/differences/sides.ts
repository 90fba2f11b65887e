import { type ChipOnDay, chipOnDay } from '../../../chips/verbs/history/read-day.ts';
import { type CooldownRecord, getCooldown } from '../../../cooldowns/store/cooldowns.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid, unknownReference } from '../../../kernel/errors.ts';
import { calendarDay } from '../../../kernel/rules/calendar.ts';
import { type ExecutionRecord, getExecution } from '../../../runs/store/executions.ts';

/** The requested side of a comparison (rule DIFF-1). */
export type SideRequest =
  | { kind: 'instant'; asOf: string | undefined }
  | { kind: 'execution'; executionId: string }
  | { kind: 'cooldown'; cooldownId: string }
  | { kind: 'day'; date: string };

/** A side that is there, and the last instant that it is of. */
export type FoundSide =
  | { kind: 'instant'; through: string; countedOnly?: true }
  | { kind: 'execution'; execution: ExecutionRecord; from: string; through: string }
  | { kind: 'cooldown'; cooldown: CooldownRecord; from: string; through: string }
  | { kind: 'day'; day: ChipOnDay; through: string };

/** By how much the clock of a worker is taken to differ from that of the service at most. */
const CLOCK_MS = 86_400_000;

/** How a request names a side: by one of these. */
export interface SideNames {
  as_of?: string | undefined;
  execution_id?: string | undefined;
  cooldown_id?: string | undefined;
  date?: string | undefined;
}

/** The side that a request names; without a name it is now, after. @throws ServiceError `invalid` for none before, or several. */
export function sideNamed(which: 'before' | 'after', names: SideNames): SideRequest {
  const given = Object.entries(names).filter(([, value]) => value !== undefined);
  const all = Object.keys(names).map((name) => `'${name}_${which}'`);
  if (given.length > 1 || (given.length === 0 && which === 'before'))
    throw invalid(`Name one side ${which}: by one of ${all.join(', ')}`);
  const { execution_id: executionId, cooldown_id: cooldownId, date, as_of: asOf } = names;
  if (executionId !== undefined) return { kind: 'execution', executionId };
  if (cooldownId !== undefined) return { kind: 'cooldown', cooldownId };
  return date === undefined ? { kind: 'instant', asOf } : { kind: 'day', date };
}

/** @throws ServiceError `invalid` for two sides that are the same one. */
export function refuseSame(before: SideRequest, after: SideRequest): void {
  if (nameOf(before) === nameOf(after)) throw invalid(`Both sides are ${nameOf(before)}: choose two that differ`);
}

function nameOf(side: SideRequest): string {
  switch (side.kind) {
    case 'instant':
      return side.asOf === undefined ? 'now' : `the instant ${side.asOf}`;
    case 'execution':
      return `the run '${side.executionId}'`;
    case 'cooldown':
      return `the cool-down '${side.cooldownId}'`;
    case 'day':
      return `the day ${side.date}`;
  }
}

/**
 * Looks a side up, concurrently with the chip. @throws ServiceError `unknown-reference` for an execution or a cool-down
 * that is not of the chip; `invalid` for a day that does not exist or is in the future; `not-found` for one before the
 * chip's creation.
 */
export async function findSide(ctx: ProjectContext, chipId: string, request: SideRequest): Promise<FoundSide> {
  const now = nowOf(ctx);
  switch (request.kind) {
    case 'instant':
      return { kind: 'instant', through: request.asOf ?? now };
    case 'execution':
      return executionSide(await getExecution(ctx.db, ctx.projectId, request.executionId), request, { chipId, now });
    case 'cooldown':
      return cooldownSide(await getCooldown(ctx.db, ctx.projectId, request.cooldownId), request, { chipId, now });
    case 'day': {
      const day = await chipOnDay(ctx, chipId, request.date);
      const { date } = request;
      const dashed = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
      const { end = now } = calendarDay(dashed, ctx.config.calendarTimeZone) ?? {};
      return { kind: 'day', day, through: end < now ? end : now };
    }
  }
}

type Known = { chipId: string; now: string };

function executionSide(
  execution: ExecutionRecord | undefined,
  { executionId }: { executionId: string },
  { chipId, now }: Known,
): FoundSide {
  if (execution?.chipId !== chipId) throw unknownReference(`Run '${executionId}' not found on chip '${chipId}'`);
  const from = new Date(Date.parse(execution.startAt ?? execution.createdAt) - CLOCK_MS).toISOString();
  const through = new Date(Date.parse(execution.endAt ?? now) + CLOCK_MS).toISOString();
  return { kind: 'execution', execution, from, through };
}

function cooldownSide(
  cooldown: CooldownRecord | undefined,
  { cooldownId }: { cooldownId: string },
  { chipId, now }: Known,
): FoundSide {
  if (!cooldown?.chipIds.includes(chipId))
    throw unknownReference(`Cool-down '${cooldownId}' not found among those of chip '${chipId}'`);
  return { kind: 'cooldown', cooldown, from: cooldown.startedAt, through: cooldown.endedAt ?? now };
}
