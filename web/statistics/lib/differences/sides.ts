import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { validAsOf } from '../../../ui/lib/url/as-of.ts';
import { dateParam } from '../../../ui/lib/url/search-params.ts';

/** How a side of a comparison is named; `now` only after. */
export const sideKinds = ['at', 'day', 'run', 'cooldown'] as const;
export type SideKind = (typeof sideKinds)[number];

/** A side as the page holds it: an instant or a date, a day of the calendar, a run or a cool-down. */
export interface Side {
  kind: SideKind;
  value: string;
}

/** Reads a side of the URL, `run:20261122-001`; undefined for what makes no sense. */
export function parseSide(text: unknown): Side | undefined {
  if (typeof text !== 'string') return undefined;
  const [head = '', ...rest] = text.split(':');
  const kind = sideKinds.find((one) => one === head);
  const value = rest.join(':');
  if (kind === undefined || value === '') return undefined;
  if (kind === 'at' && validAsOf(value) === undefined) return undefined;
  if (kind === 'day' && dateParam(value) === undefined) return undefined;
  return { kind, value };
}

/** A side as the URL has it. */
export const sideText = ({ kind, value }: Side): string => `${kind}:${value}`;

/** A side of the URL in the form that the page reads, else absent. */
export const sideParam = (text: unknown): string | undefined => {
  const side = parseSide(text);
  return side && sideText(side);
};

/** What the API is asked for; a date of an instant is the end of that day in the zone. */
export function sideQuery(which: 'before' | 'after', side: Side | undefined, timeZone: string): Record<string, string> {
  if (!side) return {};
  const { kind, value } = side;
  const names = { at: 'as_of', day: 'date', run: 'execution_id', cooldown: 'cooldown_id' } as const;
  const asked = kind === 'at' ? (calendarDay(value, timeZone)?.end ?? value) : value;
  return { [`${names[kind]}_${which}`]: asked };
}
