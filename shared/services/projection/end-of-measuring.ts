import { isEnded } from '../../domain/runs/statuses.ts';
import { importEntity } from '../../store/chips/chips.ts';
import type { Item } from '../../store/dynamodb/codec.ts';
import { executionEntity } from '../../store/runs/executions.ts';

/** A chip on which a run or an import has ended. */
export interface MeasuredChip {
  projectId: string;
  chipId: string;
}

/** The chip of a written item that says that a run or an import has ended. */
export function endOfMeasuring(item: Item): MeasuredChip | undefined {
  if (item.entity === importEntity.name) return chipOf(importEntity.decode(item));
  if (item.entity !== executionEntity.name) return undefined;
  const run = executionEntity.decode(item);
  return isEnded(run.status) ? chipOf(run) : undefined;
}

const chipOf = ({ projectId, chipId }: MeasuredChip): MeasuredChip => ({ projectId, chipId });
