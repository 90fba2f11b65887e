import { targetLabel } from '../metrics/cells.ts';

/** What a task ran on, in words: `Q17`, `0-1`, or `chip` for a task of the whole chip. */
export const taskTargetLabel = (target: string): string =>
  target === '' ? 'chip' : targetLabel(target.includes('-') ? 'coupling' : 'qubit', target);
