import { type Destination, placeGroups, placeOf } from './places.ts';

/** Where another chip is looked at: the same place of that chip, and its overview from any other page. */
export function chipAddress(pathname: string, chipId: string): Destination {
  const [chip] = placeGroups(chipId);
  const places = chip?.places ?? [];
  const { to, params, search } = places.find((place) => place.id === placeOf(pathname)) ?? places[0] ?? { to: '/' };
  return { to, ...(params && { params }), ...(search && { search }) };
}
