import type { Context, ProjectContext } from '../../kernel/context.ts';
import { invalid, notFound, unknownReference } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { getItem, ifRevision, queryAll, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../kernel/store/keys.ts';
import {
  generateTopology,
  listGeneratedOfSize,
  listGeneratedTopologies,
  topologyIdOfSize,
} from '../rules/topology/generate.ts';
import type { GridCouplings } from '../rules/topology/grid.ts';
import type { Topology } from '../rules/topology/types.ts';
import { type TopologyRecord, topologyEntity } from '../store/chips.ts';

/** A topology of a project by its id, deleted ones too. */
export async function getOwnTopology(
  ctx: Pick<Context, 'db'>,
  projectId: string,
  topologyId: string,
): Promise<Stored<TopologyRecord> | undefined> {
  const item = await getItem(ctx.db, projectKeys.topology(projectId, topologyId));
  return item && topologyEntity.decode(item);
}

/** All topologies of a project by id, deleted ones too. */
export async function listOwnTopologies(
  ctx: Pick<Context, 'db'>,
  projectId: string,
): Promise<Stored<TopologyRecord>[]> {
  return (await queryAll(ctx.db, projectKeys.topologies(projectId))).map((item) => topologyEntity.decode(item));
}

/** A topology by id: built in, or one of the project, even a deleted one, since a chip may have it. */
export async function findTopology(
  ctx: Context,
  projectId: string | undefined,
  topologyId: string,
): Promise<Topology | undefined> {
  const generated = generateTopology(topologyId);
  if (generated || projectId === undefined) return generated;
  return (await getOwnTopology(ctx, projectId, topologyId))?.topology;
}

/** As `findTopology`. @throws ServiceError `not-found`. */
export async function readTopology(ctx: Context, projectId: string | undefined, topologyId: string): Promise<Topology> {
  const topology = await findTopology(ctx, projectId, topologyId);
  if (!topology) throw notFound(`Topology '${topologyId}' not found`);
  return topology;
}

/** Built-in topologies and those of the project, of one size where asked. */
export async function listTopologies(ctx: Context, projectId: string | undefined, size: number | undefined) {
  const own = projectId === undefined ? [] : await listOwnTopologies(ctx, projectId);
  const summaries = own
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map(({ topology: { topologyId, name, numQubits } }) => ({ id: topologyId, name, numQubits }));
  if (size === undefined) return [...listGeneratedTopologies(), ...summaries];
  return [...listGeneratedOfSize(size), ...summaries.filter(({ numQubits }) => numQubits === size)];
}

/** Size of a chip when neither size nor topology is given. */
export const defaultChipSize = 64;

/** What a chip is to be made of. */
export interface WantedTopology {
  size?: number | null | undefined;
  topologyId?: string | null | undefined;
  couplings?: GridCouplings | null | undefined;
}

/**
 * Size and topology of a chip follow from each other (rule CHIP-1). A topology of the project counts as used from then
 * on.
 * @throws ServiceError `invalid` for an unknown topology, or one of another size.
 */
export async function chooseTopology(ctx: ProjectContext, wanted: WantedTopology): Promise<Topology> {
  const { size, topologyId, couplings } = wanted;
  if (topologyId != null && couplings != null)
    throw invalid("Give 'topology_id' or 'couplings', not both: a topology has its couplings");
  const id = topologyId ?? topologyIdOfSize(size ?? defaultChipSize, couplings ?? undefined);
  const topology = generateTopology(id) ?? (await takeTopology(ctx, id));
  if (!topology) throw unknownReference(`Topology '${id}' not found`);
  if (size != null && size !== topology.numQubits)
    throw invalid(`Size ${size} does not match topology '${id}' with ${topology.numQubits} qubits`);
  return topology;
}

/** A topology of the project for a new chip; undefined for a missing or deleted one. */
export async function takeTopology(ctx: ProjectContext, topologyId: string): Promise<Topology | undefined> {
  for (;;) {
    const known = await getOwnTopology(ctx, ctx.projectId, topologyId);
    if (!known || known.deletedAt !== undefined) return undefined;
    if (await markUsed(ctx, known)) return known.topology;
  }
}

/** Protects a topology from removal; false if it was written since it was read (rule CHIP-15). */
export async function markUsed(ctx: Pick<Context, 'db'>, known: Stored<TopologyRecord>): Promise<boolean> {
  if (!known.unused) return true;
  const { rev, unused: _unused, ...used } = known;
  return (await writeItem(ctx.db, { put: topologyEntity.encode(used, rev + 1), condition: ifRevision(rev) })).ok;
}
