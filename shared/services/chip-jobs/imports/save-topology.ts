import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Topology } from '../../../domain/topology/types.ts';
import { topologyEntity } from '../../../store/chips/chips.ts';
import { getItem, ifAbsent, writeItem } from '../../../store/dynamodb/database.ts';
import { projectKeys } from '../../../store/keys.ts';

/**
 * Keeps an imported topology under its id. Another topology of the same id (the device's couplings changed between two
 * documents) gets an id of its own, because chips refer to the first.
 */
export async function saveTopology(ctx: Context, projectId: string, topology: Topology): Promise<Topology> {
  const digest = createHash('sha256')
    .update(JSON.stringify([topology.qubits, topology.couplings]))
    .digest('hex');
  for (const topologyId of [topology.topologyId, `${topology.topologyId.slice(0, 55)}-${digest.slice(0, 8)}`]) {
    const placed = { ...topology, topologyId };
    const put = topologyEntity.encode({ projectId, topology: placed }, 1);
    if ((await writeItem(ctx.db, { put, condition: ifAbsent })).ok) return placed;
    const item = await getItem(ctx.db, projectKeys.topology(projectId, topologyId));
    const existing = item && topologyEntity.decode(item).topology;
    if (existing && isSameLattice(existing, topology)) return existing;
  }
  throw new Error(`Topology '${topology.topologyId}' has no free id`);
}

function isSameLattice(a: Topology, b: Topology): boolean {
  const positions = (topology: Topology) =>
    Object.entries(topology.qubits)
      .map(([qid, { row, col }]) => `${qid} ${row} ${col}`)
      .sort()
      .join();
  return positions(a) === positions(b) && JSON.stringify(a.couplings) === JSON.stringify(b.couplings);
}
