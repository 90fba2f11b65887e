import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { NOTE_EVENT_SCOPES, type NoteEventScope } from '#shared/notes/rules/event.ts';
import { choiceParam, dateParam, pageParam, textParam } from '../../ui/lib/url/search-params.ts';

/** URL of the notes. With `q` they are searched; without, the timeline of a chip or of a target is shown. */
export interface NotesSearch {
  q?: string | undefined;
  chip?: string | undefined;
  scope?: NoteEventScope | undefined;
  target?: string | undefined;
  actor?: string | undefined;
  action?: 'upsert' | 'delete' | undefined;
  /** First and last day (`YYYY-MM-DD`) of the calendar zone. */
  from?: string | undefined;
  to?: string | undefined;
  sort?: 'newest' | undefined;
  /** `asc` turns a timeline: the oldest first. */
  order?: 'asc' | undefined;
  page?: number | undefined;
}

export const notesSearch = (raw: Record<string, unknown>): NotesSearch => ({
  q: textParam(raw.q),
  chip: textParam(raw.chip),
  scope: choiceParam(raw.scope, NOTE_EVENT_SCOPES),
  target: textParam(raw.target),
  actor: textParam(raw.actor),
  action: choiceParam(raw.action, ['upsert', 'delete'] as const),
  from: dateParam(raw.from),
  to: dateParam(raw.to),
  sort: choiceParam(raw.sort, ['newest'] as const),
  order: choiceParam(raw.order, ['asc'] as const),
  page: pageParam(raw.page),
});

export const notesPageSize = 20;

/** The query for a search: the days as instants of the zone, the last one to its end. */
export const searchQueryOf = (search: NotesSearch, timeZone: string) => ({
  q: search.q ?? '',
  chip_id: search.chip,
  scope: search.scope,
  target_id: search.target,
  actor: search.actor,
  action: search.action,
  start_at: search.from && calendarDay(search.from, timeZone)?.start,
  end_at: search.to && calendarDay(search.to, timeZone)?.end,
  sort: search.sort,
  skip: ((search.page ?? 1) - 1) * notesPageSize,
  limit: notesPageSize,
});
