export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
export function countReport(text: string): Counts;
export function countOutput(text: string): Counts;
export function summarize(outcomes: readonly { ok: boolean; counts: Counts }[]): Counts;

/** Files of a vitest JSON report in which a test or its set-up failed. */
export function failedFiles(text: string): string[];

/** Summary of a failed step: its failed tests with their errors, or its last lines. */
export function failureLines(printed: string): string[];

/** Arguments that run some files of a step again, without the coverage limits, which only all files together reach. */
export function argsAgain(args: readonly string[], files: readonly string[]): string[];
