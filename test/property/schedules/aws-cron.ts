/**
 * When EventBridge Scheduler fires, written from its user guide alone ("Schedule types": cron-based schedules, time zones,
 * daylight savings time) and without the code of the service: what both say must be the same.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Wildcards `,`, `-`, `*` and `?`; names of months count from 1, as do those of days, Sunday first. */
function matcherOf(field: string, names: readonly string[] = []): (value: number) => boolean {
  const numberOf = (text: string) => (names.includes(text) ? names.indexOf(text) + 1 : Number(text));
  if (field === '*' || field === '?') return () => true;
  const ranges = field.split(',').map((part) => part.split('-').map(numberOf));
  if (ranges.flat().some(Number.isNaN)) throw new Error(`'${field}' is not a field of a cron expression`);
  return (value) => ranges.some(([from = 0, to = from]) => from <= value && value <= to);
}

/** What the clock of a zone shows: `[year, month, day, hour, minute]`. */
function clockOf(timeZone: string): (instantMs: number) => number[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instantMs) => (format.format(instantMs).match(/\d+/g) ?? []).map(Number);
}

/** The firings of `cron(...)` in a zone after an instant and up to another, at most `count`, all in milliseconds. */
export function awsFirings(
  expression: string,
  timeZone: string,
  after: number,
  until: number,
  count: number,
): number[] {
  const fields = /^cron\((.*)\)$/.exec(expression)?.[1]?.split(' ') ?? [];
  if (fields.length !== 6) throw new Error(`'${expression}' has not six fields`);
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = fields;
  if ((days === '?') === (weekdays === '?')) throw new Error('One of the two day fields, and one alone, must be ?');
  if (years !== '*') throw new Error('Only every year was asked for');
  const isMinute = matcherOf(minutes);
  const isHour = matcherOf(hours);
  const isDay = matcherOf(days);
  const isMonth = matcherOf(months, monthNames);
  const isWeekday = matcherOf(weekdays, dayNames);
  const clock = clockOf(timeZone);
  const firings: number[] = [];
  for (let day = Math.floor(after / DAY_MS) * DAY_MS - DAY_MS; day <= until + DAY_MS; day += DAY_MS) {
    const date = new Date(day);
    if (!isMonth(date.getUTCMonth() + 1) || !isDay(date.getUTCDate()) || !isWeekday(date.getUTCDay() + 1)) continue;
    for (const [hour, minute, instant] of minutesOf(day, clock))
      if (isHour(hour) && isMinute(minute) && instant > after && instant <= until) firings.push(instant);
    if (firings.length >= count) break;
  }
  return firings.slice(0, count);
}

/** Every minute that the clock shows on a calendar day, where it shows it first. */
function* minutesOf(day: number, clock: (instantMs: number) => number[]): Generator<[number, number, number]> {
  const date = new Date(day);
  const shown = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join();
  const offsetAt = (instant: number) => {
    const [year = 0, month = 0, of = 0, hour = 0, minute = 0] = clock(instant);
    return Date.UTC(year, month - 1, of, hour, minute) - instant;
  };
  const [early, late] = [offsetAt(day - DAY_MS), offsetAt(day + 2 * DAY_MS)];
  if (early === late) {
    for (let minute = 0; minute < 1440; minute += 1)
      yield [Math.floor(minute / 60), minute % 60, day + minute * MINUTE_MS - early];
    return;
  }
  // The clock is changed around that day: it is watched minute by minute.
  const seen = new Set<number>();
  for (let instant = day - DAY_MS; instant < day + 2 * DAY_MS; instant += MINUTE_MS) {
    const [year, month, of, hour = 0, minute = 0] = clock(instant);
    if ([year, month, of].join() !== shown || seen.has(hour * 60 + minute)) continue;
    seen.add(hour * 60 + minute);
    yield [hour, minute, instant];
  }
}
