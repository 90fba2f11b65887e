import { pastParam } from '../url/as-of.ts';
import { dateParam } from '../url/search-params.ts';
import type { Place } from './places.ts';

/** The parameter for the past time in the address of each place that can show it. */
const parameters: Partial<Record<Place['id'], 'as_of' | 'date'>> = {
  overview: 'as_of',
  dashboard: 'as_of',
  values: 'as_of',
  figures: 'date',
};

/** What a link to a place has in its address so that the past of a chip that is looked at is kept. */
export function pastSearch(
  place: Place['id'],
  pathname: string,
  search: { as_of?: unknown; date?: unknown },
): Record<string, string> {
  const name = parameters[place];
  if (name === undefined || !/^\/(dashboard|chips\/)/.test(pathname)) return {};
  const at = pastParam(search.as_of) ?? dateParam(search.date);
  if (at === undefined) return {};
  // A wall is of a day.
  return name === 'date' && dateParam(at) === undefined ? {} : { [name]: at };
}
