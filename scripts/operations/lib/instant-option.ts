import { UsageError } from '#local/settings.ts';

/** Parses an instant in UTC on the command line. @throws UsageError that names it. */
export function instantOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isWhole) throw new UsageError(`'${text}' is not an instant such as 2026-11-27T08:30:00Z`);
  return new Date(text);
}
