import { activityOfGraph, parameterChange, parameterVersion } from '#shared/results/contract/schemas/provenance.ts';
import type { GraphNode } from '#shared/results/rules/provenance/graph.ts';
import type { RecommendedTask } from '#shared/results/rules/provenance/recommend.ts';
import type { Activity, Version } from '#shared/results/rules/provenance/types.ts';
import type { FoundGraph } from '#shared/results/verbs/provenance/graphs.ts';
import type { StandingVersion } from '#shared/results/verbs/provenance/standing-values.ts';
import { changeOf, type DegradationTrend } from '#shared/results/verbs/provenance/trends.ts';
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

export const presentRecommendation = (task: RecommendedTask) => ({
  task_name: task.name,
  priority: task.priority,
  affected_parameters: task.parameters,
  affected_qids: task.qids,
  reason: `started from ${task.startedFrom.metric} of ${task.startedFrom.target.id}`,
});

export function presentChange({ chipId, version, previous }: StandingVersion) {
  const comparable = previous?.unit === version.unit ? previous : undefined;
  const delta = comparable ? version.value - comparable.value : null;
  return present(parameterChange, version, {
    parameter_name: version.metric,
    qid: version.target.id,
    chip_id: chipId,
    previous_value: previous?.value,
    delta,
    delta_percent: delta === null || !comparable?.value ? null : (delta / Math.abs(comparable.value)) * 100,
    version: versionNumber(version.at),
    valid_from: version.at,
    task_name: version.taskName ?? '',
    execution_id: version.executionId ?? '',
    error: version.error ?? 0,
    previous_error: previous?.error,
  });
}

export function presentTrend(trend: DegradationTrend) {
  const { chipId, metric, versions } = trend;
  const [newest] = versions;
  const { delta, share } = changeOf(trend);
  const steps = versions.length - 1;
  return {
    parameter_name: metric.key,
    qid: newest?.target.id ?? '',
    chip_id: chipId,
    evaluation_mode: metric.mode,
    streak_count: steps,
    total_delta: delta,
    total_delta_percent: share * 100,
    delta_per_step: delta / steps,
    current_value: newest?.value ?? 0,
    current_entity_id: newest?.entityId ?? '',
    unit: newest?.unit ?? '',
    values: versions.map(({ value }) => value).toReversed(),
    valid_from: newest?.at ?? '',
  };
}
