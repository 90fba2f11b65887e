/** A part of a single UTC day, both instants included. */
export interface DayWindow {
  /** `YYYYMMDD`. */
  day: string;
  from: string;
  through: string;
}

/** Days `YYYYMMDD` or months `YYYYMM` one behind the other, both ends included. */
export interface SpanRun {
  span: 'day' | 'month';
  from: string;
  through: string;
}

/** Where a range of time is read from: whole months and days from their roll-ups, the rest from samples. */
export interface RangePlan {
  runs: SpanRun[];
  windows: DayWindow[];
}

/** Spans whose roll-ups lack something: days `YYYYMMDD`, months `YYYYMM`. */
export interface LackingSpans {
  days: ReadonlySet<string>;
  months: ReadonlySet<string>;
}

const DAY_MS = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const compact = (date: string): string => date.replaceAll('-', '');

/**
 * Cuts a range, both ends included, into months that are whole, days that are whole, and parts of days. A month is read as
 * days where it or one of its days lacks something, and such a day from its samples (rule ROLLUP-3).
 * @param measured the months `YYYYMM` that have samples: of others nothing is read.
 * @param longestRun most spans that are read at once.
 */
export function planRange(
  range: { from: string; through: string },
  measured: ReadonlySet<string>,
  lacking: LackingSpans,
  longestRun = Number.POSITIVE_INFINITY,
): RangePlan {
  const plan = new Planner(longestRun);
  const monthsOfDays = new Set([...lacking.days].map((day) => day.slice(0, 6)));
  const end = Date.parse(range.through);
  for (let at = Date.parse(`${range.from.slice(0, 10)}T00:00:00.000Z`); at <= end; ) {
    const date = dateOf(at);
    const month = compact(date).slice(0, 6);
    const nextMonth = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 1);
    if (!measured.has(month)) {
      plan.skip();
      at = nextMonth;
      continue;
    }
    const isWholeMonth = date.endsWith('-01') && holds(range, date, dateOf(nextMonth - 1));
    if (isWholeMonth && !lacking.months.has(month) && !monthsOfDays.has(month)) {
      plan.add('month', month);
      at = nextMonth;
      continue;
    }
    if (!lacking.days.has(compact(date)) && holds(range, date, date)) plan.add('day', compact(date));
    else plan.addWindow(windowOf(date, range));
    at += DAY_MS;
  }
  return plan;
}

/** A span as the parts of days that it is made of. */
export function windowsOfSpan(date: string): DayWindow[] {
  const isDay = date.length === 8;
  const first = `${date.slice(0, 4)}-${date.slice(4, 6)}-${isDay ? date.slice(6) : '01'}`;
  const end = isDay ? Date.parse(first) + DAY_MS : Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)), 1);
  const windows: DayWindow[] = [];
  for (let at = Date.parse(first); at < end; at += DAY_MS) windows.push(windowOf(dateOf(at)));
  return windows;
}

const firstInstant = (date: string): string => `${date}T00:00:00.000Z`;
const lastInstant = (date: string): string => `${date}T23:59:59.999Z`;

const holds = (range: { from: string; through: string }, first: string, last: string): boolean =>
  range.from <= firstInstant(first) && lastInstant(last) <= range.through;

/** A UTC day `YYYY-MM-DD`, or what of it lies within a range. */
export function windowOf(date: string, range?: { from: string; through: string }): DayWindow {
  const [first, last] = [firstInstant(date), lastInstant(date)];
  return {
    day: compact(date),
    from: range && range.from > first ? range.from : first,
    through: range && range.through < last ? range.through : last,
  };
}

/** What of parts of days comes before an instant, included. */
export const endingAt = (windows: readonly DayWindow[], through: string): DayWindow[] =>
  windows.flatMap((window) =>
    window.from <= `${through}~` ? [{ ...window, through: window.through < through ? window.through : through }] : [],
  );

class Planner implements RangePlan {
  readonly runs: SpanRun[] = [];
  readonly windows: DayWindow[] = [];
  readonly #longestRun: number;
  #length = 0;
  #follows = false;

  constructor(longestRun: number) {
    this.#longestRun = longestRun;
  }

  /** Spans come in the order of time: what follows on the last run lengthens it. */
  add(span: SpanRun['span'], date: string): void {
    const last = this.runs.at(-1);
    if (last && this.#follows && last.span === span && this.#length < this.#longestRun) {
      last.through = date;
      this.#length += 1;
    } else {
      this.runs.push({ span, from: date, through: date });
      this.#length = 1;
    }
    this.#follows = true;
  }

  addWindow(window: DayWindow): void {
    this.windows.push(window);
    this.skip();
  }

  /** What follows is a run of its own. */
  skip(): void {
    this.#follows = false;
  }
}
