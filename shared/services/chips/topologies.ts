import type { Context, ProjectContext } from '../../context.ts';
import { generateTopology, listGeneratedTopologies } from '../../domain/topology/generate.ts';
import type { Topology } from '../../domain/topology/types.ts';
import { invalid, notFound, unknownReference } from '../../errors.ts';
import { topologyEntity } from '../../store/chips/chips.ts';
import { getItem, queryAll } from '../../store/dynamodb/database.ts';
import { projectKeys } from '../../store/keys.ts';

/** A topology by id: built in, or brought to the project by an import. */
export async function findTopology(
  ctx: Context,
  projectId: string | undefined,
  topologyId: string,
): Promise<Topology | undefined> {
  const generated = generateTopology(topologyId);
  if (generated || projectId === undefined) return generated;
  const item = await getItem(ctx.db, projectKeys.topology(projectId, topologyId));
  return item && topologyEntity.decode(item).topology;
}

/** As `findTopology`. @throws ServiceError `not-found`. */
export async function readTopology(ctx: Context, projectId: string | undefined, topologyId: string): Promise<Topology> {
  const topology = await findTopology(ctx, projectId, topologyId);
  if (!topology) throw notFound(`Topology '${topologyId}' not found`);
  return topology;
}

/** Built-in topologies and those of the project's imports, of one size where asked. */
export async function listTopologies(ctx: Context, projectId: string | undefined, size: number | undefined) {
  const imported =
    projectId === undefined
      ? []
      : (await queryAll(ctx.db, projectKeys.topologies(projectId))).map((item) => topologyEntity.decode(item).topology);
  return [
    ...listGeneratedTopologies(),
    ...imported.map(({ topologyId, name, numQubits }) => ({ id: topologyId, name, numQubits })),
  ].filter((topology) => size === undefined || topology.numQubits === size);
}

/** Size of a chip when neither size nor topology is given. */
export const defaultChipSize = 64;

/**
 * Size and topology of a chip follow from each other (rule CHIP-1).
 * @throws ServiceError `invalid` for an unknown topology, or one of another size.
 */
export async function chooseTopology(
  ctx: ProjectContext,
  wanted: { size?: number | null | undefined; topologyId?: string | null | undefined },
): Promise<Topology> {
  const topologyId = wanted.topologyId ?? `square-lattice-mux-${wanted.size ?? defaultChipSize}`;
  const topology = await findTopology(ctx, ctx.projectId, topologyId);
  if (!topology) {
    const hint = wanted.topologyId ? '' : `; give the 'topology_id' of a chip with ${wanted.size} qubits`;
    throw unknownReference(`Topology '${topologyId}' not found${hint}`);
  }
  if (wanted.size != null && wanted.size !== topology.numQubits)
    throw invalid(`Size ${wanted.size} does not match topology '${topologyId}' with ${topology.numQubits} qubits`);
  return topology;
}
