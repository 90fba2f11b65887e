import type { ProjectReads } from '../../kernel/context.ts';
import { unknownReference } from '../../kernel/errors.ts';
import { dataSpan, type TimeSpan } from '../rules/cooldown.ts';
import { type CooldownRecord, getCooldown } from '../store/cooldowns.ts';

/** A cool-down that a list is filtered by, with the time in which what bears its id lies (rule COOL-9). */
export interface CooldownSpan extends TimeSpan {
  cooldownId: string;
  record: CooldownRecord;
}

/** The cool-down that a query names; undefined where it names none. @throws ServiceError `unknown-reference`. */
export async function findCooldownSpan(
  ctx: ProjectReads,
  cooldownId: string | undefined,
): Promise<CooldownSpan | undefined> {
  if (cooldownId === undefined) return undefined;
  const cooldown = await getCooldown(ctx.db, ctx.projectId, cooldownId);
  if (!cooldown) throw unknownReference(`Cool-down '${cooldownId}' not found in project '${ctx.projectId}'`);
  return { cooldownId, record: cooldown, ...dataSpan(cooldown) };
}

/** The part of a range of time within a cool-down; it may end before it begins. */
export function withinSpan<Through extends string | undefined>(
  range: { from: string | undefined; through: Through },
  span: CooldownSpan | undefined,
): { from: string; through: Through | string } {
  const { from = '', through } = range;
  if (!span) return { from, through };
  const endsFirst = span.through !== undefined && (through === undefined || span.through < through);
  return { from: span.from > from ? span.from : from, through: endsFirst ? (span.through ?? through) : through };
}
