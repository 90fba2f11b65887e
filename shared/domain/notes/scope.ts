/**
 * Where a note belongs (specification, Note scoping rules 1 to 5 and 8; design 12, row "Scope"): a cool-down, a time
 * range, or nowhere in particular.
 */

/** The kinds of scope. */
export const NOTE_SCOPE_TYPES = ['cooldown', 'time_range', 'global'] as const;

/** How a scope was found. */
export const NOTE_SCOPE_SOURCES = [
  'explicit_cooldown',
  'current_cooldown',
  'inferred_from_range',
  'manual_time_range',
  'legacy_global',
] as const;
