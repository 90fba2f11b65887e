import { splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import { targetRefsOf } from '../../../chips/verbs/targets.ts';
import { findTopology } from '../../../chips/verbs/topologies.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { impactOf, inputsUsed, lineageOf, type ProvenanceGraph } from '../../rules/provenance/graph.ts';
import { type Activity, isCounted, type Target, type Version } from '../../rules/provenance/types.ts';
import type { Origin } from './first-reads.ts';
import { currentAt, readSurroundings, type Surroundings } from './known-provenance.ts';
import type { FoundEntity } from './read-entity.ts';

/** A graph of provenance, and what is shown with it. */
export interface FoundGraph extends ProvenanceGraph {
  chipId: string;
  origin: Version;
  /** When the current value was measured, for every parameter in it. */
  currentAt(version: Version): string | undefined;
  /** The inputs of an activity: the version of each, if known. */
  inputsOf(activity: Activity): Map<string, Version>;
  /** When a version was followed by the next one that counts, among what was read. */
  followedAt(version: Version): string | undefined;
  /** Whether everything within the depth is there. */
  complete: boolean;
  /** The months of archived results that were met: what these started from is not known. */
  archivedMonths: string[];
}

/** What a version came from: two sequential reads. */
export async function readLineage(ctx: ProjectContext, origin: Origin, maxDepth: number): Promise<FoundGraph> {
  const { found, series } = origin;
  const targets = ancestorsOf(found.version.target);
  const around = await readSurroundings(ctx, originOf(found), targets, series, 'before');
  return foundGraph(found, around, lineageOf(found.version, around, maxDepth), maxDepth);
}

/** The versions derived from a version: two sequential reads. */
export async function readImpact(ctx: ProjectContext, origin: Origin, maxDepth: number): Promise<FoundGraph> {
  const { found, series } = origin;
  const targets = await descendantsOf(ctx, origin);
  const around = await readSurroundings(ctx, originOf(found), targets, series, 'after');
  return foundGraph(found, around, impactOf(found.version, around, maxDepth), maxDepth);
}

const originOf = ({ chipId, version, activity }: FoundEntity) => ({
  chipId,
  origin: version,
  originActivity: activity,
});

/** The targets whose values a target's tasks start from: itself, and of a pair its qubits. */
function ancestorsOf(target: Target): Target[] {
  const qubits = target.kind === 'coupling' ? splitCouplingId(target.id).flat() : [];
  return [target, ...[...new Set(qubits)].map((id): Target => ({ kind: 'qubit', id }))];
}

/** The targets whose tasks start from a target's values: itself, and of a qubit its couplings. */
async function descendantsOf(ctx: ProjectContext, { found, topologies = [] }: Origin): Promise<Target[]> {
  const { chip, version } = found;
  const { target } = version;
  if (target.kind === 'coupling' || !chip) return [target];
  const { topologyId } = chip;
  const topology =
    topologies.find((one) => one.topologyId === topologyId) ?? (await findTopology(ctx, ctx.projectId, topologyId));
  const couplings = (topology ? targetRefsOf(topology) : []).filter(
    ({ kind, id }) => kind === 'coupling' && splitCouplingId(id).flat().includes(target.id),
  );
  // Whether a value was used is decided by what both qubits of a pair had.
  return [target, ...couplings];
}

function foundGraph(found: FoundEntity, around: Surroundings, graph: ProvenanceGraph, maxDepth: number): FoundGraph {
  const { known, targets } = around;
  return {
    ...graph,
    chipId: found.chipId,
    origin: found.version,
    currentAt: (version) => currentAt(targets, version),
    inputsOf: (activity) => new Map(inputsUsed(activity, known)),
    followedAt: (version) =>
      known.of(version.target, version.metric).findLast((one) => one.at > version.at && isCounted(one))?.at,
    complete: around.isWhole(graph, maxDepth),
    archivedMonths: around.archivedMonths(graph),
  };
}
