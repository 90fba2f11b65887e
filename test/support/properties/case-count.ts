/** Set by `.ci/run`: every random property draws all of its cases. */
const isFull = process.env.FULL_CASES === 'true';

/**
 * How many cases a long property draws: `full` of them under `.ci/run`, a fifth otherwise, so that `npm test` answers
 * soon. `FC_RUNS` sets the number for all.
 */
export const caseCount = (full: number): number =>
  Number(process.env.FC_RUNS ?? (isFull ? full : Math.max(2, Math.ceil(full / 5))));
