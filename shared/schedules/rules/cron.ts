import { Cron } from 'croner';
import { firstInstantOf, wallTimeAt } from '../../kernel/rules/time-zone.ts';

/**
 * When a cron expression of five fields fires. The library knows the calendar; what the clock of the zone makes of a
 * wall time is decided here, as EventBridge Scheduler does (its user guide, "Daylight savings time"): a time that the
 * clock leaves out is skipped, and one that it shows twice fires once, the first time.
 */

/** Longest expression that is read. */
export const CRON_MAX_LENGTH = 120;

/** The fields in their order, with the values that they take. */
export const cronFields = [
  { name: 'minute', from: 0, to: 59, names: [] },
  { name: 'hour', from: 0, to: 23, names: [] },
  { name: 'day-of-month', from: 1, to: 31, names: [] },
  {
    name: 'month',
    from: 1,
    to: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day-of-week', from: 0, to: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
] as const;

const HOUR_MS = 3_600_000;
/** Whatever fires at all fires within the eight years between two leap days around 2100. */
const anyWall = Date.UTC(2095, 0, 1);
/** The pattern of the calendar has no zone: its wall times are those of UTC. */
const calendarOptions = { mode: '5-part', timezone: 'UTC', paused: true } as const;

/** An expression with single spaces between its fields. */
export const trimmedCron = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** What is wrong with an expression, as a sentence that names the way out; undefined for one that can be scheduled. */
export function cronProblem(text: string): string | undefined {
  const cron = trimmedCron(text);
  const refused = (reason: string) => `Invalid cron expression '${cron}': ${reason}`;
  if (cron.length > CRON_MAX_LENGTH) return refused(`it is longer than ${CRON_MAX_LENGTH} characters`);
  const fields = cron.split(' ');
  if (fields.length !== cronFields.length)
    return refused(
      `it has ${fields.length} fields and not the five minute, hour, day-of-month, month, day-of-week, such as '30 6 * * 1-5'`,
    );
  const strange = cronFields.find(({ names }, index) => !listOf(names).test(fields[index] ?? ''));
  if (strange) {
    const names = strange.names.length > 0 ? ` (or ${strange.names.join(' ')})` : '';
    return refused(`its ${strange.name} is not made of numbers${names}, '*', lists ',', ranges '-' and steps '/'`);
  }
  const outside = cronFields.find(({ from, to }, index) =>
    numbersOf(fields[index] ?? '').some((n) => n < from || n > to),
  );
  if (outside) return refused(`its ${outside.name} takes ${outside.from} to ${outside.to}`);
  if (fields[2] !== '*' && fields[4] !== '*')
    return refused(
      "it restricts both day-of-month and day-of-week: leave one of them '*', and make two schedules of it",
    );
  try {
    if (calendarOf(cron).nextRun(new Date(anyWall))) return undefined;
  } catch (error) {
    return refused(error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error));
  }
  return refused('no month has such a day, so that it would never fire');
}

/** The numeric values of a field; numbers after a slash do not count. */
const numbersOf = (field: string): number[] => (field.replace(/\/\d+/g, '').match(/\d+/g) ?? []).map(Number);

/** What a field looks like whose values may have names. */
function listOf(names: readonly string[]): RegExp {
  const value = `(${['\\d{1,2}', ...names].join('|')})`;
  const item = `(\\*|${value}(-${value})?)(/\\d{1,2})?`;
  return new RegExp(`^${item}(,${item})*$`, 'i');
}

/**
 * The next firings after an instant (ISO 8601), at most `count` of them, as instants with whole minutes.
 * @throws Error for an expression or a zone that `cronProblem` or `timeZoneOf` refuses.
 */
export function nextFirings(cron: string, timeZone: string, after: string, count: number): string[] {
  const calendar = calendarOf(cron);
  const start = Date.parse(after);
  const firings: string[] = [];
  let wall: Date | null = new Date(wallTimeAt(start, timeZone));
  while (firings.length < count) {
    wall = calendar.nextRun(wall);
    if (!wall) break;
    const instant = firstInstantOf(wall.getTime(), timeZone);
    if (instant !== undefined && instant > start) firings.push(new Date(instant).toISOString());
  }
  return firings;
}

/** The newest firing at an instant or before it, back to another (ISO 8601); undefined for none. */
export function latestFiring(cron: string, timeZone: string, from: string, through: string): string | undefined {
  const calendar = calendarOf(cron);
  const [first, last] = [Date.parse(from), Date.parse(through)];
  // When the clock was put back, it showed later times before.
  let wall: Date | undefined = new Date(wallTimeAt(last, timeZone) + 3 * HOUR_MS);
  const floor = wallTimeAt(first, timeZone) - HOUR_MS;
  for (;;) {
    [wall] = calendar.previousRuns(1, wall);
    if (!wall || wall.getTime() < floor) return undefined;
    const instant = firstInstantOf(wall.getTime(), timeZone);
    if (instant !== undefined && instant >= first && instant <= last) return new Date(instant).toISOString();
  }
}

/** Whether an expression fires at an instant (ISO 8601). */
export const firesAt = (cron: string, timeZone: string, at: string): boolean =>
  nextFirings(cron, timeZone, new Date(Date.parse(at) - 1).toISOString(), 1)[0] === at;

/** The values of each field that an expression names, in order; those of day-of-week from 0 for Sunday to 6. */
export function cronValues(cron: string): number[][] {
  const fields = trimmedCron(cron).split(' ');
  return cronFields.map(({ from, to }, index) => {
    const calendar = calendarOf(fields.map((field, other) => (other === index ? field : '*')).join(' '));
    const last = index === dayOfWeek ? 6 : to;
    const values = Array.from({ length: last - from + 1 }, (_, step) => from + step);
    return values.filter((value) => calendar.match(exampleOf(index, value)));
  });
}

const dayOfWeek = 4;

/** A wall time whose field has a value; the 1st of January 2023 was a Sunday. */
function exampleOf(index: number, value: number): Date {
  if (index === 0) return new Date(Date.UTC(2023, 0, 1, 0, value));
  if (index === 1) return new Date(Date.UTC(2023, 0, 1, value));
  if (index === 2) return new Date(Date.UTC(2023, 0, value));
  return index === dayOfWeek ? new Date(Date.UTC(2023, 0, 1 + value)) : new Date(Date.UTC(2023, value - 1));
}

const calendarOf = (cron: string): Cron => new Cron(trimmedCron(cron), calendarOptions);
