import { activityOfGraph, parameterVersion } from '#shared/results/contract/schemas/provenance.ts';
import type { GraphNode } from '#shared/results/rules/provenance/graph.ts';
import type { Activity, Version } from '#shared/results/rules/provenance/types.ts';
import type { FoundGraph } from '#shared/results/verbs/provenance/graphs.ts';
import { present } from '../http/present.ts';

/** A version's number: it grows with every version of its parameter. */
const versionNumber = (at: string): number => Date.parse(at);

/** The context of a version. */
interface Around {
  projectId: string;
  chipId: string;
  validUntil: string | undefined;
  /** Null where that was not looked at. */
  current: boolean | null;
}

export const presentVersion = (version: Version, around: Around) =>
  present(
    parameterVersion,
    { ...version, ...around },
    {
      parameter_name: version.metric,
      qid: version.target.id,
      target_type: version.target.kind,
      // As in a time series: a type that follows from the value would change from version to version.
      value_type: 'float',
      error: version.error ?? 0,
      version: versionNumber(version.at),
      valid_from: version.at,
      execution_id: version.executionId ?? '',
      task_id: version.taskId ?? '',
      task_name: version.taskName ?? '',
      reason: version.reason ?? '',
      cooldown_id: version.cooldownId ?? '',
      excluded: version.excluded ?? false,
      excluded_reason: version.excludedReason ?? '',
    },
  );

export function presentGraph(projectId: string, graph: FoundGraph, maxDepth: number) {
  const nodes = graph.nodes.map((node) => presentNode(projectId, graph, node));
  const [origin] = nodes;
  if (!origin) throw new Error('A graph has its origin');
  return {
    origin,
    nodes,
    edges: graph.edges.map(({ relation, sourceId, targetId }) => ({
      relation_type: relation,
      source_id: sourceId,
      target_id: targetId,
    })),
    max_depth: maxDepth,
    complete: graph.complete,
    archived_months: graph.archivedMonths,
  };
}

function presentNode(projectId: string, graph: FoundGraph, node: GraphNode) {
  const { chipId } = graph;
  const common = { node_type: node.kind, node_id: node.id, depth: node.depth };
  if (node.kind === 'activity')
    return {
      ...common,
      entity: null,
      activity: presentActivity(projectId, graph, node.activity),
      latest_version: null,
    };
  const { version } = node;
  const currentAt = graph.currentAt(version);
  const around = { projectId, chipId, validUntil: graph.followedAt(version), current: currentAt === version.at };
  return {
    ...common,
    entity: presentVersion(version, around),
    activity: null,
    latest_version: currentAt !== undefined && currentAt > version.at ? versionNumber(currentAt) : null,
  };
}

function presentActivity(projectId: string, graph: FoundGraph, activity: Activity) {
  const used = graph.inputsOf(activity);
  return present(activityOfGraph, activity, {
    task_name: activity.name,
    task_type: activity.target.kind,
    qid: activity.target.id,
    started_at: activity.startAt,
    ended_at: activity.endAt,
    project_id: projectId,
    chip_id: graph.chipId,
    reason: activity.reason ?? '',
    inputs: Object.entries(activity.inputs).map(([name, { value, unit }]) => ({
      parameter_name: name,
      ...{ value, unit },
      entity_id: used.get(name)?.entityId ?? null,
    })),
  });
}
