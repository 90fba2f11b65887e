import { reverseCouplingId } from '#shared/chips/rules/coupling-id.ts';
import type { TargetKind } from '../../ui/lib/api/wire.ts';
import { targetLabel } from '../../values/lib/metrics/cells.ts';

/** Whether a task ran on a qubit or a coupling. */
export const kindOfTarget = (target: string): TargetKind => (target.includes('-') ? 'coupling' : 'qubit');

/** What a task ran on, in words: `Q17`, `0-1`, or `chip` for a task of the whole chip. */
export const taskTargetLabel = (target: string): string =>
  target === '' ? 'chip' : targetLabel(kindOfTarget(target), target);

/** What a result was reported for, in words: of the inverse direction of coupling `0-1` it is `1-0`, control first. */
export const resultTargetLabel = ({ qid, direction }: { qid: string; direction?: 'inverse' | undefined }): string =>
  taskTargetLabel(direction === 'inverse' ? (reverseCouplingId(qid) ?? qid) : qid);
