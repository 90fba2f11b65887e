import { isVisible, visibleRule } from '../../../domain/ids.ts';
import type { ImportPlan } from '../../../domain/import/plan.ts';
import { invalid } from '../../../errors.ts';

/** @throws ServiceError `invalid` for a new chip with an id, of itself or within, that no new id may be (rule ID-8). */
export function requireNewIds(chipId: string, { topology, targets }: ImportPlan): void {
  const ids = [chipId, topology.topologyId, ...targets.map(({ id }) => id)];
  const unfit = ids.find((id) => !isVisible(id));
  if (unfit !== undefined) throw invalid(`The id ${JSON.stringify(unfit)} ${visibleRule}`);
}
