/** Parts of a table that are read side by side unless told; more than a partition's share of them gains nothing. */
const usualSegments = 4;
export const mostSegments = 100;

/** What `--segments` says; undefined where it is no number that can be meant. */
export function segmentsOf(text: string | undefined): number | undefined {
  const segments = text === undefined ? usualSegments : Number(text);
  return Number.isInteger(segments) && segments >= 1 && segments <= mostSegments ? segments : undefined;
}
