import { calendarDay, parseAsOf } from '#shared/kernel/rules/calendar.ts';
import { SELECTION_MODES, type SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { asOfParameter, validAsOf } from '../../../ui/lib/url/as-of.ts';
import { choiceParam } from '../../../ui/lib/url/search-params.ts';

/** Which of a chip's values are asked for, as the API takes it: of which range, as of when, and by which mode. */
export interface MetricsView {
  selection_mode?: SelectionMode | undefined;
  within_hours?: number | undefined;
  start_at?: string | undefined;
  end_at?: string | undefined;
  as_of?: string | undefined;
  /** The earlier view that medians are compared with. */
  before_as_of?: string | undefined;
  before_start_at?: string | undefined;
}

/** What the URL says of a view. */
export interface ViewSearch {
  mode?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  as_of?: string | undefined;
  cooldown?: string | undefined;
}

/** The ranges that are one press away. */
export const rangePresets = ['now-1d', 'now-7d', 'now-30d'] as const;

export type RangeChoice = 'any' | (typeof rangePresets)[number] | 'custom';

/** The choice in the URL; an end, or a beginning that is not a preset, makes a custom range. */
export function rangeChoice({ from, to }: ViewSearch): RangeChoice {
  if (from === undefined && to === undefined) return 'any';
  return (to === undefined && choiceParam(from, rangePresets)) || 'custom';
}

export const modeOf = ({ mode }: ViewSearch): SelectionMode => choiceParam(mode, SELECTION_MODES) ?? 'latest';

/** Hours before the end of the view: `now-7d`, `now-36h`. */
function relativeHours(text: string | undefined): number | undefined {
  const [, count, unit] = /^now-([1-9]\d{0,4})([dh])$/.exec(text ?? '') ?? [];
  const hours = Number(count) * (unit === 'd' ? 24 : 1);
  return count !== undefined && hours <= 876_000 ? hours : undefined;
}

/** A date is a whole day of the zone; an instant is itself; any other text is undefined. */
function instantOf(text: string | undefined, end: 'start' | 'end', timeZone: string): string | undefined {
  if (text === undefined) return undefined;
  return calendarDay(text, timeZone)?.[end] ?? parseAsOf(text);
}

/**
 * The view that is requested. A cool-down overrides another range and "as of": it lasts from its start to its end.
 * @param newestAt the chip's newest value, which `as_of=newest` means
 */
export function viewOf(
  search: ViewSearch,
  cooldown: { started_at: string; ended_at: string | null } | undefined,
  newestAt: string | null,
  timeZone: string,
): MetricsView {
  const mode = modeOf(search);
  const selection = mode === 'latest' ? {} : { selection_mode: mode };
  if (cooldown) return { ...selection, start_at: cooldown.started_at, as_of: cooldown.ended_at ?? undefined };
  const hours = relativeHours(search.from);
  return {
    ...selection,
    within_hours: hours,
    start_at: hours === undefined ? instantOf(search.from, 'start', timeZone) : undefined,
    end_at: instantOf(search.to, 'end', timeZone),
    as_of: asOfParameter(validAsOf(search.as_of), newestAt, timeZone),
  };
}

/** The same view of the newest values alone, which health and patches are made of; it ends where the range does. */
export const newestOf = ({ within_hours, start_at, end_at, as_of }: MetricsView) => ({
  within_hours,
  start_at,
  as_of: end_at ?? as_of,
});

/** The unknown parts of the URL's view, each in a sentence, so that none is ignored in silence. */
export function unknownInView(search: ViewSearch, timeZone: string): string[] {
  const { mode, from, to, as_of: asOf } = search;
  const isKnown = (text: string | undefined, end: 'start' | 'end') =>
    text === undefined || instantOf(text, end, timeZone) !== undefined;
  return [
    mode !== undefined && choiceParam(mode, SELECTION_MODES) === undefined
      ? `No mode '${mode}'. It is one of ${SELECTION_MODES.join(', ')}. Showing the latest values`
      : '',
    relativeHours(from) === undefined && !isKnown(from, 'start')
      ? `No range from '${from}'. It is a date, an instant, or hours and days such as now-7d. Showing values of any time`
      : '',
    isKnown(to, 'end') ? '' : `No range to '${to}'. It is a date or an instant. Showing values until now`,
    asOf !== undefined && validAsOf(asOf) === undefined
      ? `No time '${asOf}' to look back to. It is a date, an instant, or newest. Showing values as of now`
      : '',
  ].filter(Boolean);
}

/** The view before this one, against which its medians are compared: the same span of time just before it, else 30 days before. */
export function viewBefore(
  view: MetricsView,
  answered: { as_of: string; start_at: string | null; end_at: string | null },
): { view: MetricsView; since: string } {
  const through = answered.end_at !== null && answered.end_at < answered.as_of ? answered.end_at : answered.as_of;
  const selection = view.selection_mode ? { selection_mode: view.selection_mode } : {};
  const millisecondsBefore = (at: string, span: number) => new Date(Math.max(0, Date.parse(at) - span)).toISOString();
  if (answered.start_at === null) {
    const since = millisecondsBefore(through, 30 * 86_400_000);
    return { view: { ...selection, as_of: since }, since };
  }
  const { start_at: start } = answered;
  // The newest value from before the range, however old; of best and average the same span before it.
  const span = Date.parse(through) - Date.parse(start);
  const isLatest = view.selection_mode === undefined;
  return {
    view: {
      ...selection,
      as_of: millisecondsBefore(start, 1),
      start_at: isLatest ? undefined : millisecondsBefore(start, span),
    },
    since: start,
  };
}
