import { UsageError } from '#local/settings.ts';

/** Parses an instant in UTC on the command line. @throws UsageError that names it. */
export function instantOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isWhole) throw new UsageError(`'${text}' is not an instant such as 2026-11-27T08:30:00Z`);
  return new Date(text);
}

/** Default number of parallel parts of a table; more than a partition can serve gains nothing. */
const usualSegments = 4;
export const mostSegments = 100;

/** Parses `--segments`; undefined if it is not a usable number. */
export function segmentsOf(text: string | undefined): number | undefined {
  const segments = text === undefined ? usualSegments : Number(text);
  return Number.isInteger(segments) && segments >= 1 && segments <= mostSegments ? segments : undefined;
}
