import { reverseCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { taskTargetLabel } from './task-target.ts';

/** What a result was reported for, in words: of the inverse direction of coupling `0-1` it is `1-0`, control first. */
export const resultTargetLabel = ({ qid, direction }: { qid: string; direction?: 'inverse' | undefined }): string =>
  taskTargetLabel(direction === 'inverse' ? (reverseCouplingId(qid) ?? qid) : qid);
