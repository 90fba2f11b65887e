/** Colours that a category may be drawn in: names, since each theme has its own. */
export const CATEGORY_COLORS = [
  'neutral',
  'primary',
  'secondary',
  'accent',
  'info',
  'success',
  'warning',
  'error',
  'ghost',
] as const;

/** What threads are sorted into. */
export interface Category {
  /** Unique in its project; never changes, since threads keep it. */
  key: string;
  name: string;
  description: string;
  color: (typeof CATEGORY_COLORS)[number];
  /** Name of a picture. */
  icon: string;
  /** Those with a smaller one come first. */
  sortOrder: number;
  /** No new thread is put into it. */
  archived: boolean;
}

const category = (
  key: string,
  name: string,
  description: string,
  more: Pick<Category, 'color' | 'icon' | 'sortOrder'>,
): Category => ({ key, name, description, ...more, archived: false });

/** Those of a project that has not changed them (rule THREAD-7). */
export const defaultCategories: readonly Category[] = [
  category('qubit', 'Qubits', 'Single qubits and their measurements', {
    color: 'primary',
    icon: 'atom',
    sortOrder: 10,
  }),
  category('coupling', 'Couplings', 'Two-qubit gates and what couples', {
    color: 'secondary',
    icon: 'link',
    sortOrder: 20,
  }),
  category('control', 'Control', 'Pulses, instruments and wiring', {
    color: 'accent',
    icon: 'sliders-horizontal',
    sortOrder: 30,
  }),
  category('system', 'System', 'The cryostat, the software and the service', {
    color: 'info',
    icon: 'server',
    sortOrder: 40,
  }),
  category('other', 'Other', 'Everything else', { color: 'neutral', icon: 'message-square', sortOrder: 50 }),
];

/** By their order, then by key. */
export const inOrder = (categories: readonly Category[]): Category[] =>
  categories.toSorted((a, b) => a.sortOrder - b.sortOrder || (a.key < b.key ? -1 : 1));

/** The key of a name without one: its letters and digits in lower case; empty if it has none of them. */
export const keyOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
