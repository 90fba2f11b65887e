import { type KnownVersions, versionUsed } from './inputs.ts';
import type { Activity, Version } from './types.ts';

/** A version or an activity, with how many steps it is away from where the graph begins. */
export type GraphNode =
  | { kind: 'entity'; id: string; depth: number; version: Version }
  | { kind: 'activity'; id: string; depth: number; activity: Activity };

/** An edge in the words and the direction of W3C PROV: what is younger points to what it came from. */
export interface GraphEdge {
  relation: 'wasGeneratedBy' | 'used';
  sourceId: string;
  targetId: string;
}

/** What leads to a version, or follows from it. */
export interface ProvenanceGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** What a graph is made of. */
export interface KnownProvenance {
  versions: readonly Version[];
  known: KnownVersions;
  /** The activity that gave a version its value; undefined if it was not read. */
  activityOf(version: Version): Activity | undefined;
}

/** What an activity started from, by the name of the input. */
export const inputsUsed = (activity: Activity, known: KnownVersions): [name: string, version: Version][] =>
  Object.entries(activity.inputs).flatMap(([name, input]) => {
    const version = versionUsed(activity, name, input, known);
    return version ? [[name, version]] : [];
  });

/** Versions by parameter, newest first; of two at one instant the one that was recorded later. */
export function indexVersions(versions: readonly Version[]): KnownVersions['of'] {
  const sorted = versions.toSorted((a, b) => compare(orderOf(b), orderOf(a)));
  const byParameter = Map.groupBy(sorted, ({ target, metric }) => parameterKey(target, metric));
  return (target, metric) => byParameter.get(parameterKey(target, metric)) ?? [];
}

/** Names a parameter of a target. */
export const parameterKey = (target: Version['target'], metric: string): string =>
  JSON.stringify([target.kind, target.id, metric]);

const orderOf = ({ at, recordedAt, entityId }: Version): string => `${at} ${recordedAt} ${entityId}`;

const compare = (a: string, b: string): number => (a < b ? -1 : 1);

/** Everything that a version came from, at most `maxDepth` edges away (rule PROV-4). */
export function lineageOf(origin: Version, { known, activityOf }: KnownProvenance, maxDepth: number): ProvenanceGraph {
  return walk(origin, maxDepth, (node) => {
    if (node.kind === 'activity')
      return [
        ...new Map(inputsUsed(node.activity, known).map(([, version]) => [version.entityId, version])).values(),
      ].map((version) => ({ node: entityNode(version), edge: edgeOf('used', node.id, version.entityId) }));
    const activity = activityOf(node.version);
    return activity
      ? [{ node: activityNode(activity), edge: edgeOf('wasGeneratedBy', node.id, activity.activityId) }]
      : [];
  });
}

/** Everything that came from a version, at most `maxDepth` edges away (rule PROV-4). */
export function impactOf(
  origin: Version,
  { versions, known, activityOf }: KnownProvenance,
  maxDepth: number,
): ProvenanceGraph {
  const activities = new Map<string, Activity>();
  const made = new Map<string, Version[]>();
  for (const version of versions) {
    const activity = activityOf(version);
    if (!activity) continue;
    activities.set(activity.activityId, activity);
    made.set(activity.activityId, [...(made.get(activity.activityId) ?? []), version]);
  }
  const users = Map.groupBy(
    [...activities.values()].flatMap((activity) => {
      const used = new Set(inputsUsed(activity, known).map(([, { entityId }]) => entityId));
      return [...used].map((entityId) => ({ entityId, activity }));
    }),
    ({ entityId }) => entityId,
  );
  return walk(origin, maxDepth, (node) =>
    node.kind === 'entity'
      ? (users.get(node.id) ?? []).map(({ activity }) => ({
          node: activityNode(activity),
          edge: edgeOf('used', activity.activityId, node.id),
        }))
      : (made.get(node.id) ?? []).map((version) => ({
          node: entityNode(version),
          edge: edgeOf('wasGeneratedBy', version.entityId, node.id),
        })),
  );
}

type Found = { node: GraphNode; edge: GraphEdge };

function walk(origin: Version, maxDepth: number, next: (node: GraphNode) => Found[]): ProvenanceGraph {
  const nodes = new Map<string, GraphNode>([[origin.entityId, entityNode(origin)]]);
  const edges: GraphEdge[] = [];
  // A map is iterated in the order of insertion, with new entries last: breadth first.
  for (const node of nodes.values()) {
    if (node.depth >= maxDepth) continue;
    for (const found of next(node)) {
      edges.push(found.edge);
      if (!nodes.has(found.node.id)) nodes.set(found.node.id, { ...found.node, depth: node.depth + 1 });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

const entityNode = (version: Version): GraphNode => ({ kind: 'entity', id: version.entityId, depth: 0, version });

const activityNode = (activity: Activity): GraphNode => ({
  kind: 'activity',
  id: activity.activityId,
  depth: 0,
  activity,
});

const edgeOf = (relation: GraphEdge['relation'], sourceId: string, targetId: string): GraphEdge => ({
  relation,
  sourceId,
  targetId,
});
