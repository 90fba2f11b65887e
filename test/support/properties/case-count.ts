/** Which part of its cases a long property draws: a fifth, so that `npm test` answers soon; all under `.ci/run --all`. */
const share = Number(process.env.CASES_SHARE ?? 0.2);

/** Whether every case is drawn, and what takes long is as large as it may be. */
export const isEveryCase = share >= 1;

/** How many of its cases a long property draws. `FC_RUNS` sets the number for all. */
export const caseCount = (full: number): number => Number(process.env.FC_RUNS ?? Math.max(2, Math.ceil(full * share)));
