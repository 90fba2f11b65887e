import type { ProjectContext } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { isVisible, twiceSpelled, visibleRule } from '../../../kernel/rules/ids.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { refuseOtherSpelling } from '../../../kernel/verbs/refuse-other-spelling.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';

/**
 * @throws ServiceError `invalid` for a new chip with an id, of itself or within, that no new id may be (rule ID-8), or with two
 * qubits of one id in different characters; `conflict` for a chip that exists so (rule ID-9).
 */
export async function requireNewIds(
  ctx: ProjectContext,
  chipId: string,
  { topology, targets }: ImportPlan,
): Promise<void> {
  const ids = [chipId, topology.topologyId, ...targets.map(({ id }) => id)];
  const unfit = ids.find((id) => !isVisible(id));
  if (unfit !== undefined) throw invalid(`The id ${JSON.stringify(unfit)} ${visibleRule}`);
  const twice = twiceSpelled(Object.keys(topology.qubits));
  if (twice !== undefined) throw invalid(`Qubits ${twice}`);
  await refuseOtherSpelling(ctx, chipKeys.chips(ctx.projectId), 'Chip', chipId);
}
