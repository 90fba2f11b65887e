import { getChip } from '#shared/chips/store/chips.ts';
import { unknownChip } from '#shared/chips/verbs/read-chip.ts';
import { chipNamed } from '#shared/flows/verbs/prepare-run.ts';
import { readFlow, type SourcedFlow } from '#shared/flows/verbs/read-flow.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError, unknownReference } from '#shared/kernel/errors.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { refuseWhileHeld } from '#shared/runs/verbs/start/start-run.ts';

/**
 * Why a run cannot start now, in the words of the refusal; undefined if it can. Nothing is reserved.
 * @throws ServiceError `unknown_reference` for a flow or a chip that does not exist.
 */
export async function checkAvailability(
  ctx: Orchestrated<ProjectContext>,
  named: { flowName: string | undefined; chipId: string | undefined },
): Promise<string | undefined> {
  const { db, projectId } = ctx;
  const [found, chip] = await Promise.all([
    named.flowName === undefined ? undefined : readNamed(ctx, named.flowName),
    named.chipId === undefined ? undefined : getChip(db, projectId, named.chipId),
  ]);
  if (named.chipId !== undefined && !chip) throw unknownChip(projectId, named.chipId);
  try {
    await refuseWhileHeld(ctx, named.chipId ?? (found && chipNamed(found.source.defaultParameters, found.flow.chipId)));
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'run_active') return error.message;
    throw error;
  }
}

/** @throws ServiceError `unknown_reference`: the flow is named in the body. */
async function readNamed(ctx: ProjectContext, name: string): Promise<SourcedFlow> {
  try {
    return await readFlow(ctx, name);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') throw unknownReference(error.message);
    throw error;
  }
}
