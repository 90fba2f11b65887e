/** Bounds of a range of time, both among its instants, as `parseInstant` returns them; a missing one is open. */
export interface TimeBounds {
  from?: string | undefined;
  through?: string | undefined;
}

/** Whether a range ends before it begins. Ends that are the same leave an instant. */
export const isInverted = ({ from, through }: TimeBounds): boolean =>
  from !== undefined && through !== undefined && through < from;

const FIRST = ['start_at', 'start_from'] as const;
const LAST = ['end_at', 'start_to'] as const;

/** The query parameters that are ends of a range. */
export const rangeParameters: readonly string[] = [...FIRST, ...LAST];

/** The names of two query parameters that make an inverted range together; undefined where none do. */
export function invertedParameters(
  query: Readonly<Record<string, unknown>>,
): { first: (typeof FIRST)[number]; last: (typeof LAST)[number] } | undefined {
  const bound = (name: string) => (typeof query[name] === 'string' ? (query[name] as string) : undefined);
  for (const first of FIRST)
    for (const last of LAST) if (isInverted({ from: bound(first), through: bound(last) })) return { first, last };
  return undefined;
}

/** The instant of a view: now if none is named, or a future one. */
export const notToCome = (asOf: string | undefined, now: string): string =>
  asOf !== undefined && asOf < now ? asOf : now;
