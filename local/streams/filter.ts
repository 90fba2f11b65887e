import type { FilterPattern, FilterRule } from '#shared/kernel/store/system/stream-consumers.ts';

/**
 * Whether a record matches a filter by Lambda's rules: every field of the pattern has a value that matches one of the
 * field's rules (Lambda, Filter rule syntax).
 */
export function meetsPattern(record: unknown, pattern: FilterPattern): boolean {
  return Object.entries(pattern).every(([field, pattern]) => {
    const value = fieldOf(record, field);
    if (isRules(pattern)) return pattern.some((rule) => meetsRule(value, rule));
    return meetsPattern(value, pattern);
  });
}

/** Whether a record matches one of the filters. */
export const meetsAny = (record: unknown, filters: readonly FilterPattern[]): boolean =>
  filters.some((filter) => meetsPattern(record, filter));

/** Only values at the leaves are compared; a field of a missing record is absent. */
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
