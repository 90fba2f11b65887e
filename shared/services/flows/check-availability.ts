import type { ProjectContext } from '../../context.ts';
import { ServiceError, unknownReference } from '../../errors.ts';
import { getChip } from '../../store/chips/chips.ts';
import { getFlow } from '../../store/flows/flows.ts';
import { unknownChip } from '../chips/unknown-chip.ts';
import type { Orchestrated } from '../runs/lock/reconcile.ts';
import { refuseWhileHeld } from '../runs/start/start-run.ts';
import { unknownFlow } from './unknown-flow.ts';

/**
 * Why a run cannot start now, in the words of the refusal; undefined if it can. Nothing is reserved.
 * @throws ServiceError `unknown_reference` for a flow or a chip that does not exist.
 */
export async function checkAvailability(
  ctx: Orchestrated<ProjectContext>,
  named: { flowName: string | undefined; chipId: string | undefined },
): Promise<string | undefined> {
  const { db, projectId } = ctx;
  const [flow, chip] = await Promise.all([
    named.flowName === undefined ? undefined : getFlow(db, projectId, named.flowName),
    named.chipId === undefined ? undefined : getChip(db, projectId, named.chipId),
  ]);
  if (named.flowName !== undefined && !flow) throw unknownReference(unknownFlow(named.flowName, projectId).message);
  if (named.chipId !== undefined && !chip) throw unknownChip(projectId, named.chipId);
  try {
    await refuseWhileHeld(ctx, named.chipId ?? flow?.chipId);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'run_active') return error.message;
    throw error;
  }
}
