/** Default number of parallel parts of a table; more than a partition can serve gains nothing. */
const usualSegments = 4;
export const mostSegments = 100;

/** Parses `--segments`; undefined if it is not a usable number. */
export function segmentsOf(text: string | undefined): number | undefined {
  const segments = text === undefined ? usualSegments : Number(text);
  return Number.isInteger(segments) && segments >= 1 && segments <= mostSegments ? segments : undefined;
}
