import type { FilterPattern, FilterRule } from '#shared/store/system/stream-consumers.ts';

/**
 * Whether a record meets a filter, as Lambda decides it: every field of the pattern has a value that meets one of the
 * field's rules (Lambda, Filter rule syntax).
 */
export function meetsPattern(record: unknown, pattern: FilterPattern): boolean {
  return Object.entries(pattern).every(([field, pattern]) => {
    const value = fieldOf(record, field);
    if (isRules(pattern)) return pattern.some((rule) => meetsRule(value, rule));
    return meetsPattern(value, pattern);
  });
}

/** Whether a record is delivered to whom has these filters: it meets one of them. */
export const meetsAny = (record: unknown, filters: readonly FilterPattern[]): boolean =>
  filters.some((filter) => meetsPattern(record, filter));

/** Only the values at the leaves are compared; a field is absent where there is no record to have it. */
function fieldOf(record: unknown, field: string): unknown {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, field)) return undefined;
  return (record as Record<string, unknown>)[field];
}

const isRules = (pattern: FilterPattern | readonly FilterRule[]): pattern is readonly FilterRule[] =>
  Array.isArray(pattern);

function meetsRule(value: unknown, rule: FilterRule): boolean {
  if (typeof rule !== 'object' || rule === null) return value === rule;
  if ('prefix' in rule) return typeof value === 'string' && value.startsWith(rule.prefix);
  if ('exists' in rule) return (value !== undefined) === rule.exists;
  return value !== undefined && !rule['anything-but'].some((excluded) => excluded === value);
}
