import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { TASK_STATUSES, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import { choiceParam, dateParam, pageParam, textParam } from '../../ui/lib/url/search-params.ts';
import type { PageSearch } from '../../ui/lib/url/search-types.ts';

/** What the page of task results keeps in its URL. */
export interface ResultsSearch extends PageSearch {
  chip?: string | undefined;
  task?: string | undefined;
  /** A qubit or coupling, as people name it: `Q5`, `5`, `0-1`. */
  target?: string | undefined;
  status?: TaskStatus | undefined;
  /** A part of the message, in any case of letters. */
  text?: string | undefined;
  cooldown?: string | undefined;
  /** Dates (`YYYY-MM-DD`) of the zone that is shown, both included. */
  from?: string | undefined;
  through?: string | undefined;
}

export const resultsSearch = (raw: Record<string, unknown>): ResultsSearch => ({
  page: pageParam(raw.page),
  chip: textParam(raw.chip),
  task: textParam(raw.task),
  target: textParam(raw.target),
  status: choiceParam(raw.status, TASK_STATUSES),
  text: textParam(raw.text),
  cooldown: textParam(raw.cooldown),
  from: dateParam(raw.from),
  through: dateParam(raw.through),
});

/** A qubit by its id where it is named `Q5`; whatever else is typed stays. */
const targetId = (typed: string): string => (/^q(?=\d)/i.test(typed) ? typed.slice(1) : typed);

/** What the API is asked for by the filters of a URL. */
export function resultsRequest(search: ResultsSearch, pageSize: number, timeZone: string) {
  const target = search.target?.trim();
  const text = search.text?.trim();
  return {
    chip_id: search.chip,
    task_name: search.task,
    qid: target ? targetId(target) : undefined,
    status: search.status,
    message_contains: text || undefined,
    cooldown_id: search.cooldown,
    start_from: search.from && calendarDay(search.from, timeZone)?.start,
    start_to: search.through && calendarDay(search.through, timeZone)?.end,
    skip: ((search.page ?? 1) - 1) * pageSize,
    limit: pageSize,
  };
}

/** Whether anything but the page is asked for. */
export const isNarrowed = ({ page: _page, ...filters }: ResultsSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined);
