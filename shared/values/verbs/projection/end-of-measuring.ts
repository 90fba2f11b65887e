import { importEntity } from '../../../chips/store/chips.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { isEnded } from '../../../runs/rules/statuses.ts';
import { executionEntity } from '../../../runs/store/executions.ts';

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
