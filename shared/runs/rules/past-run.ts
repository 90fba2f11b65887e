import { type CooldownState, hadChip } from '../../cooldowns/rules/cooldown.ts';
import { isAhead } from '../../values/rules/clock-ahead.ts';
import { longestRunSeconds } from './longest-run.ts';

/** The rules of runs of the past (docs/design/runs-and-workers.md#runs-of-the-past). */

/** What the lab says of a run that it has made without the service. */
export interface PastRun {
  startAt: string;
  endAt: string;
  /** The cool-down that the chip was in when it began; absent for none. */
  cooldownId?: string | undefined;
  /** When its chip was created: another chip may get the same id. Absent if an earlier version recorded it. */
  chipCreatedAt?: string | undefined;
}

/** A field of a request and what is wrong with it. */
interface PastRunProblem {
  field: 'start_at' | 'end_at';
  message: string;
}

/** What is wrong with the times of a run of the past (rule PAST-4). */
export function pastRunProblems({ startAt, endAt }: PastRun, now: string): PastRunProblem[] {
  const ahead = [['start_at', startAt] as const, ['end_at', endAt] as const].flatMap(([field, at]): PastRunProblem[] =>
    isAhead(at, now) ? [{ field, message: `'${at}' is in the future: the service's time is ${now}` }] : [],
  );
  if (ahead.length > 0) return ahead;
  if (endAt < startAt) return [{ field: 'end_at', message: 'is before start_at' }];
  const isTooLong = Date.parse(endAt) - Date.parse(startAt) > longestRunSeconds * 1000;
  return isTooLong
    ? [{ field: 'end_at', message: `is more than ${longestRunSeconds / 86_400} days after start_at` }]
    : [];
}

/** What is wrong with a result of a run of the past (rule PAST-5). */
export function pastResultProblem(
  { startAt, endAt }: PastRun,
  result: { status: string; startAt?: string | undefined; endAt?: string | undefined },
): { field: 'status' | 'start_at' | 'end_at'; message: string } | undefined {
  if (result.status === 'scheduled' || result.status === 'running')
    return { field: 'status', message: `is '${result.status}': a result of a run of the past has ended` };
  if (result.startAt !== undefined && result.startAt < startAt)
    return { field: 'start_at', message: `is before the run began, ${startAt}` };
  if (result.endAt !== undefined && result.endAt > endAt)
    return { field: 'end_at', message: `is after the run ended, ${endAt}` };
  return undefined;
}

/** The cool-down whose recorded time includes an instant of a chip; the latest of several (rule PAST-6). */
export const cooldownAt = (cooldowns: readonly CooldownState[], chipId: string, at: string): string | undefined =>
  cooldowns
    .filter((cooldown) => hadChip(cooldown, chipId, at))
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0]?.cooldownId;
