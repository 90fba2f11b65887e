export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
export function countReport(text: string): Counts;
export function countOutput(text: string): Counts;
export function summarize(outcomes: readonly { ok: boolean; counts: Counts }[]): Counts;

/** Files of a vitest JSON report of which a test, or what prepares it, failed. */
export function failedFiles(text: string): string[];

/** What a failed step says of its failures: its failed tests with their errors, or its last lines. */
export function failureLines(printed: string): string[];

/** What runs some files of a step again: without the limits of coverage, which all files together reach. */
export function argsAgain(args: readonly string[], files: readonly string[]): string[];
