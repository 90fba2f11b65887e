import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notInProject } from '../../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import { generateTopology } from '../../rules/topology/generate.ts';
import { topologyEntity } from '../../store/chips.ts';
import { getOwnTopology } from '../topologies.ts';

/**
 * Deletes a topology of the project (rule CHIP-15). @returns whether chips may have it, so that it is kept for them.
 * @throws ServiceError `not-found`; `conflict` for one that is built in.
 */
export async function deleteTopology(ctx: ProjectContext, topologyId: string): Promise<{ isKept: boolean }> {
  const { projectId } = ctx;
  if (generateTopology(topologyId)) throw conflict(`Topology '${topologyId}' is built in and cannot be deleted`);
  return retryOnConflict(orRefuse(`Topology '${topologyId}'`), async () => {
    const known = await getOwnTopology(ctx, projectId, topologyId);
    if (!known || known.deletedAt !== undefined) throw notInProject('Topology', topologyId, projectId);
    const { rev, ...record } = known;
    const transaction = new Transaction(ctx.db);
    if (record.unused) transaction.delete(projectKeys.topology(projectId, topologyId), ifRevision(rev), staleRead);
    else {
      const kept = topologyEntity.encode({ ...record, deletedAt: nowOf(ctx) }, rev + 1);
      transaction.put(kept, ifRevision(rev), staleRead);
    }
    await transaction.commit();
    return { isKept: !record.unused };
  });
}
