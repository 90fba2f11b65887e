import { present } from '#functions/http/present.ts';
import { parameterChange } from '../contract/schemas/provenance.ts';
import type { RecommendedTask } from '../rules/recommended-tasks.ts';
import { changeOf, type DegradationTrend } from '../verbs/degradation-trends.ts';
import type { StandingVersion } from '../verbs/standing-values.ts';

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
    version: Date.parse(version.at),
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
