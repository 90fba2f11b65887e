/**
 * Which part of its cases a random property draws: all under `.ci/run`, a fifth otherwise, so that `npm test` answers soon; and
 * what `CASE_SHARE` says, for an engine that is slower.
 */
const share = Number(process.env.CASE_SHARE ?? (process.env.FULL_CASES === 'true' ? 1 : 0.2));

/** How many cases a long property draws of `full`. `FC_RUNS` sets the number for all. */
export const caseCount = (full: number): number => Number(process.env.FC_RUNS ?? Math.max(2, Math.ceil(full * share)));
