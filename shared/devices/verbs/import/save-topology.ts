import { createHash } from 'node:crypto';
import { generateTopology } from '../../../chips/rules/topology/generate.ts';
import type { Topology } from '../../../chips/rules/topology/types.ts';
import { topologyEntity } from '../../../chips/store/chips.ts';
import { getOwnTopology, listOwnTopologies, markUsed } from '../../../chips/verbs/topologies.ts';
import type { Context } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { bounds } from '../../../kernel/rules/bounds.ts';
import { ifAbsent, writeItem } from '../../../kernel/store/dynamodb/database.ts';

/**
 * Keeps an imported topology under its id; one that is built in is not kept again. Another topology of the same id (the device's couplings changed between two
 * documents) gets an id of its own, because chips refer to the first.
 */
export async function saveTopology(ctx: Context, projectId: string, topology: Topology): Promise<Topology> {
  for (const topologyId of idsFor(topology)) {
    const builtIn = generateTopology(topologyId);
    if (builtIn && isSameLattice(builtIn, topology)) return builtIn;
    if (builtIn) continue;
    const placed = { ...topology, topologyId };
    const put = topologyEntity.encode({ projectId, topology: placed }, 1);
    if ((await writeItem(ctx.db, { put, condition: ifAbsent })).ok) return placed;
    const existing = await getOwnTopology(ctx, projectId, topologyId);
    if (existing && isSameLattice(existing.topology, topology) && (await markUsed(ctx, existing)))
      return existing.topology;
  }
  throw new Error(`Topology '${topology.topologyId}' has no free id`);
}

/** The ids that a topology may have: its own, and one of its couplings where another has that. */
function idsFor({ topologyId, qubits, couplings, readoutLines }: Topology): string[] {
  const digest = createHash('sha256')
    .update(JSON.stringify(readoutLines ? [qubits, couplings, readoutLines] : [qubits, couplings]))
    .digest('hex');
  return [topologyId, `${topologyId.slice(0, 55)}-${digest.slice(0, 8)}`];
}

/** @throws ServiceError `conflict` for one more topology than imports may bring to a project (rule PROJ-12). */
export async function requireRoomOfTopology(ctx: Context, projectId: string, topology: Topology): Promise<void> {
  const builtIn = generateTopology(topology.topologyId);
  if (builtIn && isSameLattice(builtIn, topology)) return;
  const known = await listOwnTopologies(ctx, projectId);
  if (known.length < bounds.importedTopologies) return;
  const ids = idsFor(topology);
  if (known.some((one) => ids.includes(one.topology.topologyId) && isSameLattice(one.topology, topology))) return;
  throw conflict(
    `Project '${projectId}' has ${bounds.importedTopologies} topologies, the maximum; import '${topology.topologyId}' into another project`,
    'limit_reached',
  );
}

function isSameLattice(a: Topology, b: Topology): boolean {
  const positions = (topology: Topology) =>
    Object.entries(topology.qubits)
      .map(([qid, { row, col }]) => `${qid} ${row} ${col}`)
      .sort()
      .join();
  const rest = ({ couplings, readoutLines }: Topology) => JSON.stringify([couplings, readoutLines ?? null]);
  return positions(a) === positions(b) && rest(a) === rest(b);
}
