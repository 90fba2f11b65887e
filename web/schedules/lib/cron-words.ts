const days = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('');

const numbersOf = (field: string | undefined): number[] | undefined =>
  field !== undefined && /^\d+(,\d+)*$/.test(field) ? field.split(',').map(Number) : undefined;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** The times of a day that an expression names one by one: `06:30`, `06:30 and 18:30`. */
function timesOf(minute: string | undefined, hour: string | undefined): string | undefined {
  const [minutes, hours] = [numbersOf(minute), numbersOf(hour)];
  if (minutes?.length !== 1 || !hours || hours.length > 4) return undefined;
  return listed(hours.map((one) => `${twoDigits(one)}:${twoDigits(minutes[0] ?? 0)}`));
}

/** How often within a day: `Every hour`, `Every 4 hours`; from the start of the day on, so a step divides it. */
function stepOf(minute: string | undefined, hour: string | undefined): string | undefined {
  const [first, ...others] = numbersOf(minute) ?? [];
  if (first === undefined || others.length > 0) return undefined;
  const step = hour === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(hour ?? '')?.[1]);
  if (!(step > 0) || step === 24 || 24 % step !== 0) return undefined;
  const often = step === 1 ? 'Every hour' : `Every ${step} hours`;
  return first === 0 ? often : `${often}, ${first} min past`;
}

function daysOf(dayOfMonth: string | undefined, dayOfWeek: string | undefined): string | undefined {
  if (dayOfMonth === '*' && dayOfWeek === '*') return 'Every day';
  if (dayOfMonth === '*') {
    if (dayOfWeek === '1-5') return 'Monday to Friday';
    const own = numbersOf(dayOfWeek);
    return own && listed([...new Set(own.map((day) => days[day % 7] ?? ''))]);
  }
  const own = dayOfWeek === '*' ? numbersOf(dayOfMonth) : undefined;
  return own?.length === 1 ? `Day ${own[0]} of every month` : undefined;
}

/**
 * A cron expression as people say it: `Every day at 02:00`, `Monday to Friday at 06:30`, `Every 4 hours`; undefined for one
 * that is not of these kinds.
 */
export function cronWords(cron: string): string | undefined {
  const [minute, hour, dayOfMonth, month, dayOfWeek] = cron.split(' ');
  if (month !== '*') return undefined;
  const on = daysOf(dayOfMonth, dayOfWeek);
  const times = timesOf(minute, hour);
  if (on !== undefined && times !== undefined) return `${on} at ${times}`;
  return on === 'Every day' ? stepOf(minute, hour) : undefined;
}
