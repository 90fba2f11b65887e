import { actionKeys, doneKey, placeKeys } from './keys.ts';

/** A key of the pages, as the list of keys tells it. */
export interface KeyEntry {
  keys: string;
  what: string;
}

/** Keys that act on every page; those without Ctrl or Cmd can be turned off. */
export const everywhereKeys: readonly KeyEntry[] = [
  { keys: 'Ctrl K', what: 'Find (Cmd K on a Mac)' },
  { keys: '/', what: 'Find' },
  { keys: placeKeys.overview, what: 'Overview' },
  { keys: placeKeys.dashboard, what: 'Dashboard' },
  { keys: placeKeys.runs, what: 'Runs' },
  { keys: placeKeys.notes, what: 'Notes' },
  { keys: placeKeys.flows, what: 'Flows' },
  { keys: '?', what: 'This list' },
  { keys: 'Esc', what: 'Close what is open' },
];

/** Keys for ticked targets; without any, for the target or the result of the page. */
export const tickedKeys: readonly KeyEntry[] = [
  { keys: actionKeys.measure, what: 'Measure' },
  { keys: actionKeys.exclude, what: 'Exclude' },
  { keys: actionKeys.note, what: 'Note or comment' },
  { keys: actionKeys.compare, what: 'Compare' },
];

/** Keys in tables and lists. */
export const rowKeys: readonly KeyEntry[] = [
  { keys: 'j', what: 'The next row; on a task result the next target' },
  { keys: 'k', what: 'The previous row; on a task result the previous target' },
  { keys: 'x', what: 'Tick' },
  { keys: 'Enter', what: 'Open' },
  { keys: doneKey, what: 'Mark read, in the inbox' },
];

/** Keys on the page Figures. */
export const wallKeys: readonly KeyEntry[] = [
  { keys: 'j, k', what: 'The next figure, the previous one' },
  { keys: 'Enter', what: 'Enlarge' },
  { keys: 'e', what: 'Mark to exclude' },
  { keys: 'm', what: 'Mark to measure' },
  { keys: 'n', what: 'Note' },
  { keys: 'u', what: 'Take the marks back' },
];

/** Keys in a map, which is one stop of the Tab key. */
export const mapKeys: readonly KeyEntry[] = [
  { keys: '← ↑ → ↓', what: 'The next qubit or coupling on the lattice' },
  { keys: 'Home, End', what: 'The ends of the row' },
  { keys: 'Ctrl Home, Ctrl End', what: 'The first and the last' },
  { keys: 'Enter', what: 'Open' },
  { keys: 'Space', what: 'Tick, where targets can be ticked' },
  { keys: '+, −, 0', what: 'Zoom in, zoom out, fit' },
  { keys: 'Ctrl Z', what: 'Undo the last change of ticks' },
];
