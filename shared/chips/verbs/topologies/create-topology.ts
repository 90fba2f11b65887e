import { createHash } from 'node:crypto';
import type { LeftOutEntries } from '../../../devices/rules/import/left-out.ts';
import { readTopologyBody } from '../../../devices/rules/import/topology/read-topology-body.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { bounds } from '../../../kernel/rules/bounds.ts';
import { isResourceId, isVisible, twiceSpelled, visibleRule } from '../../../kernel/rules/ids.ts';
import { ifAbsent, ifRevision, writeItem } from '../../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import { refuseOtherSpelling } from '../../../kernel/verbs/refuse-other-spelling.ts';
import { requireQuota } from '../../../projects/verbs/usage/require-quota.ts';
import { generateTopology } from '../../rules/topology/generate.ts';
import type { Topology } from '../../rules/topology/types.ts';
import { type TopologyRecord, topologyEntity } from '../../store/chips.ts';
import { getOwnTopology, listOwnTopologies } from '../topologies.ts';

/** A topology that was made, and what of the request it does not hold. */
export interface CreatedTopology {
  topology: Topology;
  leftOut: LeftOutEntries[];
}

/** Most bytes of a topology as JSON: DynamoDB holds 400 KB an item. */
const MAX_BYTES = 300_000;

/**
 * Adds a topology to the project (rule CHIP-14). The same one again changes nothing.
 * @throws ServiceError `invalid` with everything that is wrong with it; `conflict` where its id is taken, or the project
 * has as many topologies as it may have.
 */
export async function createTopology(
  ctx: ProjectContext,
  body: Readonly<Record<string, unknown>>,
): Promise<CreatedTopology> {
  const read = readTopologyBody(body);
  if (!read.ok) throw invalid('The topology cannot be read', read.problems);
  const { leftOut } = read;
  const topology = read.hasOwnId ? withKeptId(read.topology) : withOwnId(read.topology);
  const { topologyId } = topology;
  for (const name of [topologyId, topology.name, ...Object.keys(topology.qubits)])
    if (!isVisible(name)) throw invalid(`'${name}' cannot name a topology or a qubit: it ${visibleRule}`);
  const twice = twiceSpelled(Object.keys(topology.qubits));
  if (twice !== undefined) throw invalid(`Qubits ${twice}`);
  const bytes = Buffer.byteLength(JSON.stringify(topology));
  if (bytes > MAX_BYTES)
    throw invalid(`Topology '${topologyId}' has ${bytes} bytes as JSON; at most ${MAX_BYTES} can be kept`);
  if (generateTopology(topologyId))
    throw conflict(`Topology '${topologyId}' is built in; give another 'id'`, 'already_exists');
  await requireQuota(ctx, ctx.projectId, ['rows']);
  await store(ctx, topology);
  return { topology, leftOut };
}

async function store(ctx: ProjectContext, topology: Topology): Promise<void> {
  const { projectId } = ctx;
  const record: TopologyRecord = {
    projectId,
    topology,
    username: ctx.actor.user.username,
    createdAt: nowOf(ctx),
    unused: true,
  };
  for (;;) {
    const known = await getOwnTopology(ctx, projectId, topology.topologyId);
    if (!known) {
      await requireRoomForTopology(ctx, topology.topologyId);
      await refuseOtherSpelling(ctx, projectKeys.topologies(projectId), 'Topology', topology.topologyId);
      if ((await writeItem(ctx.db, { put: topologyEntity.encode(record, 1), condition: ifAbsent })).ok) return;
      continue;
    }
    if (!isSame(known.topology, topology)) throw idTaken(topology.topologyId, known);
    if (known.deletedAt === undefined) return;
    const { rev, deletedAt: _deletedAt, ...restored } = known;
    if ((await writeItem(ctx.db, { put: topologyEntity.encode(restored, rev + 1), condition: ifRevision(rev) })).ok)
      return;
  }
}

async function requireRoomForTopology(ctx: ProjectContext, topologyId: string): Promise<void> {
  if ((await listOwnTopologies(ctx, ctx.projectId)).length < bounds.importedTopologies) return;
  throw conflict(
    `Project '${ctx.projectId}' has ${bounds.importedTopologies} topologies, the maximum; delete one that no chip has, or add '${topologyId}' to another project`,
    'limit_reached',
  );
}

const idTaken = (topologyId: string, { deletedAt }: TopologyRecord) =>
  conflict(
    deletedAt === undefined
      ? `Topology '${topologyId}' already exists; give another 'id'`
      : `Topology '${topologyId}' is deleted, and its id stays with the chips that have it; give another 'id'`,
    'already_exists',
  );

const isSame = (a: Topology, b: Topology): boolean => canonical(a) === canonical(b);

/** As text, whatever the order of its fields: the table gives them in another. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** The id in NFKC, the form in which ids are kept (rule ID-9). */
function withKeptId(topology: Topology): Topology {
  const topologyId = topology.topologyId.normalize('NFKC');
  return isResourceId(topologyId) ? { ...topology, topologyId } : topology;
}

/** An id that follows from what the topology is, so that the same request makes it once. */
function withOwnId(topology: Topology): Topology {
  const digest = createHash('sha256')
    .update(canonical({ ...topology, topologyId: '' }))
    .digest('hex');
  const topologyId = `topology-${topology.numQubits}-${digest.slice(0, 12)}`;
  return { ...topology, topologyId, name: topology.name === topology.topologyId ? topologyId : topology.name };
}
