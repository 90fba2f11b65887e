import { cronFields, cronValues, trimmedCron } from './cron.ts';

/* Schedule expressions of EventBridge Scheduler (its user guide, "Schedule types"). */

const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The six fields (the last is the year) for the five of an expression that `cronProblem` accepts. Every restricted field
 * is written out as numbers and ranges: what a step begins with and how Sundays are counted differ between the two.
 */
export function cronExpression(cron: string): string {
  const texts = trimmedCron(cron).split(' ');
  const values = cronValues(cron);
  const written = cronFields.map(({ name }, index) => {
    const label = name === 'day-of-week' ? (value: number) => days[value] ?? '' : String;
    return texts[index] === '*' ? '*' : listed(values[index] ?? [], label);
  });
  const [minute, hour, dayOfMonth, month, dayOfWeek] = written;
  // The scheduler wants `?` in exactly one of the two day fields; `cronProblem` accepts no cron that restricts both.
  const [first, second] = dayOfWeek === '*' ? [dayOfMonth, '?'] : ['?', dayOfWeek];
  return `cron(${minute} ${hour} ${first} ${month} ${second} *)`;
}

/** The expression of a single time (ISO 8601), in UTC. */
export const atExpression = (at: string): string => `at(${at.slice(0, 19)})`;

/** A list of values; three and more in a row as a range. */
function listed(values: readonly number[], label: (value: number) => string): string {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs
    .flatMap(([from, to]) =>
      to - from < 2
        ? Array.from({ length: to - from + 1 }, (_, step) => label(from + step))
        : `${label(from)}-${label(to)}`,
    )
    .join(',');
}
