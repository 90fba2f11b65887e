import { decodedStep } from '#shared/kernel/rules/page-address.ts';

/** The places of the navigation, in one list (rule NAV-1). */

type PlaceId =
  | 'overview'
  | 'dashboard'
  | 'values'
  | 'figures'
  | 'compare'
  | 'runs'
  | 'flows'
  | 'schedules'
  | 'notes'
  | 'discussions'
  | 'cryostats'
  | 'inbox';

/** Where a link leads, as the router takes it. */
export interface Destination {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}

export interface Place extends Destination {
  /** Also the name of its icon. */
  id: PlaceId;
  label: string;
}

export interface PlaceGroup {
  label: string;
  places: readonly Place[];
}

const ofChip = (chipId: string): Place[] => [
  { id: 'overview', label: 'Overview', to: '/chips/$chipId', params: { chipId } },
  { id: 'dashboard', label: 'Dashboard', to: '/dashboard', search: { chip: chipId } },
  { id: 'values', label: 'Values', to: '/chips/$chipId/values', params: { chipId } },
  { id: 'figures', label: 'Figures', to: '/chips/$chipId/wall', params: { chipId } },
  { id: 'compare', label: 'Compare', to: '/chips/$chipId/differences', params: { chipId } },
];

const ofNoChip: Place[] = [
  { id: 'overview', label: 'Overview', to: '/chips' },
  { id: 'dashboard', label: 'Dashboard', to: '/dashboard' },
];

/** As many as there will be, so that nothing moves when the chip is known. */
const ofUnknownChip: Place[] = [
  ...ofNoChip,
  { id: 'values', label: 'Values', to: '/chips' },
  { id: 'figures', label: 'Figures', to: '/chips' },
  { id: 'compare', label: 'Compare', to: '/chips' },
];

const work: Place[] = [
  { id: 'runs', label: 'Runs', to: '/execution' },
  { id: 'flows', label: 'Flows', to: '/flows' },
  { id: 'schedules', label: 'Schedules', to: '/schedules' },
];

const lab: Place[] = [
  { id: 'notes', label: 'Notes', to: '/notes' },
  { id: 'discussions', label: 'Discussions', to: '/discussions' },
  { id: 'cryostats', label: 'Cryostats', to: '/cryo' },
  { id: 'inbox', label: 'Inbox', to: '/inbox' },
];

/** The places in their groups; those of a chip are of the given one. `isKnown` says whether there may still come one. */
export const placeGroups = (chipId: string | undefined, isKnown = true): PlaceGroup[] => [
  { label: 'Chip', places: chipId !== undefined ? ofChip(chipId) : isKnown ? ofNoChip : ofUnknownChip },
  { label: 'Work', places: work },
  { label: 'Lab', places: lab },
];

const barPlaces: readonly PlaceId[] = ['overview', 'dashboard', 'runs', 'notes'];

/** The places of the bottom bar of a narrow window; what it leaves out is under "More". */
export function barGroups(chipId: string | undefined): { bar: Place[]; more: Place[] } {
  const places = placeGroups(chipId).flatMap((group) => group.places);
  const isInBar = ({ id }: Place) => barPlaces.includes(id);
  return { bar: places.filter(isInBar), more: places.filter((place) => !isInBar(place)) };
}

/** First step of an address -> the place that its pages belong to. */
const placesByStep: Record<string, PlaceId> = {
  dashboard: 'dashboard',
  execution: 'runs',
  tasks: 'runs',
  reviews: 'runs',
  'task-knowledge': 'flows',
  compare: 'runs',
  flows: 'flows',
  schedules: 'schedules',
  notes: 'notes',
  discussions: 'discussions',
  cases: 'discussions',
  cryo: 'cryostats',
  inbox: 'inbox',
};

/** A view of a chip -> its place; the others belong to the overview. */
const chipViews: Record<string, PlaceId> = { differences: 'compare', values: 'values', wall: 'figures' };

/** The place that a page belongs to; undefined for pages of the account and the list of chips. */
export function placeOf(pathname: string): PlaceId | undefined {
  const [step = '', chipId, view] = steps(pathname);
  if (step !== 'chips') return placesByStep[step];
  if (chipId === undefined) return undefined;
  return chipViews[view ?? ''] ?? 'overview';
}

/** The chip that a page is about, by its address. */
export function chipOfPage(pathname: string, search: { chip?: unknown }): string | undefined {
  const [step, chipId] = steps(pathname);
  if (step === 'chips' && chipId !== undefined) return chipId;
  return step === 'dashboard' && typeof search.chip === 'string' ? search.chip : undefined;
}

/** The steps of a path, without escapes. */
export const steps = (pathname: string): string[] => pathname.split('/').filter(Boolean).map(decodedStep);
