import type { TargetKind } from '../../ui/lib/api/wire.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';

/** Whether a task ran on a qubit or a coupling. */
export const kindOfTarget = (target: string): TargetKind => (target.includes('-') ? 'coupling' : 'qubit');

/** What a task ran on, in words: `Q17`, `0-1`, or `chip` for a task of the whole chip. */
export const taskTargetLabel = (target: string): string =>
  target === '' ? 'chip' : targetLabel(kindOfTarget(target), target);
