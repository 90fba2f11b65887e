export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
export function countReport(text: string): Counts;
export function countOutput(text: string): Counts;
export function summarize(outcomes: readonly { ok: boolean; counts: Counts }[]): Counts;
