const DAY_SECONDS = 24 * 3600;

/** How long a value counts as fresh where its project says nothing, by what kind of quantity it is (rule STAT-26). */
const FRESH_FOR_SECONDS = {
  coherence: 2 * DAY_SECONDS,
  gate: DAY_SECONDS,
  readout: DAY_SECONDS,
  frequency: 7 * DAY_SECONDS,
  setting: 7 * DAY_SECONDS,
  other: DAY_SECONDS,
} as const;

/** The kinds of quantities that age alike. */
export type FreshnessKind = keyof typeof FRESH_FOR_SECONDS;

/** What a definition says of the age of its values. */
export const freshAs = (kind: FreshnessKind): { freshness: FreshnessKind; freshForSeconds: number } => ({
  freshness: kind,
  freshForSeconds: FRESH_FOR_SECONDS[kind],
});

/** Hours that a project has set; a kind without any has its default. */
export type FreshnessHours = Partial<Record<FreshnessKind, number | undefined>>;
