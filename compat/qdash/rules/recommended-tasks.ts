import type { ProvenanceGraph } from '#shared/results/rules/provenance/graph.ts';
import type { Version } from '#shared/results/rules/provenance/types.ts';

/** A task that is to be run again after a value has changed. */
export interface RecommendedTask {
  name: string;
  /** 1 first: the tasks before it measure its inputs. */
  priority: number;
  parameters: string[];
  qids: string[];
  /** The nearest thing that it started from. */
  startedFrom: Version;
}

/**
 * The tasks whose current values came from a version, the nearest first (rule PROV-5): run again in this order, each
 * starts from the new measurements of those before it.
 */
export function recommendedTasks(
  { nodes, edges }: ProvenanceGraph,
  stands: (version: Version) => boolean,
): { tasks: RecommendedTask[]; affected: Version[] } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const origin = nodes[0]?.id;
  const affected = nodes.flatMap((node) =>
    node.kind === 'entity' && node.id !== origin && stands(node.version) ? [node.version] : [],
  );
  const standing = new Set(affected.map(({ entityId }) => entityId));
  const tasks = new Map<string, Omit<RecommendedTask, 'priority'> & { depth: number }>();
  for (const edge of edges) {
    const [made, activity] = [byId.get(edge.sourceId), byId.get(edge.targetId)];
    if (made?.kind !== 'entity' || activity?.kind !== 'activity') continue;
    if (!standing.has(made.id)) continue;
    const used = edges.find(({ relation, sourceId }) => relation === 'used' && sourceId === activity.id);
    const from = used && byId.get(used.targetId);
    if (from?.kind !== 'entity') continue;
    const { name } = activity.activity;
    const task = tasks.get(name) ?? {
      ...{ name, parameters: [], qids: [], startedFrom: from.version },
      depth: activity.depth,
    };
    tasks.set(name, {
      ...task,
      parameters: added(task.parameters, made.version.metric),
      qids: added(task.qids, made.version.target.id),
      // What is run again last of all that it depends on comes after them.
      depth: Math.max(task.depth, activity.depth),
    });
  }
  const sorted = [...tasks.values()].sort((a, b) => a.depth - b.depth || (a.name < b.name ? -1 : 1));
  return { tasks: sorted.map(({ depth: _, ...task }, n) => ({ ...task, priority: n + 1 })), affected };
}

const added = (list: string[], one: string): string[] => (list.includes(one) ? list : [...list, one]);
