import type { Difference } from '#shared/statistics/rules/differences/compared.ts';
import { gateWords } from '#shared/values/rules/gate-mark.ts';
import { heldIdText } from '#shared/values/rules/held-id.ts';
import type { HeldSamples } from '#shared/values/verbs/gate/list-held.ts';
import { presentDifference } from '../statistics/present-differences.ts';

/** A measurement with held values on the wire; nothing for one whose values were decided while the index lagged. */
export function presentHeld(samples: HeldSamples, changes: readonly Difference[]) {
  const [first] = samples;
  if (!first) return [];
  const { chipId, target, at, source, executionId, taskId, cooldownId, sampleId, metric } = first;
  const id = taskId === undefined ? { sampleId, at, metric, kind: target.kind, target: target.id } : { taskId };
  return [
    {
      id: heldIdText(id),
      chip_id: chipId,
      target_type: target.kind,
      qid: target.id,
      measured_at: at,
      source,
      execution_id: executionId ?? null,
      task_id: taskId ?? null,
      cooldown_id: cooldownId ?? null,
      values: samples.map((sample) => ({
        metric: sample.metric,
        value: sample.value,
        error: sample.error ?? null,
        unit: sample.unit,
        because: sample.gate.because,
        reason: gateWords(sample.gate.because),
        history_points: sample.gate.points ?? null,
        change: changeTo(sample, changes),
        comment: sample.reason ?? '',
      })),
    },
  ];
}

function changeTo({ metric, target, at }: HeldSamples[number], changes: readonly Difference[]) {
  const found = changes.find(
    (one) =>
      one.metric === metric && one.target.kind === target.kind && one.target.id === target.id && one.after?.at === at,
  );
  return found ? presentDifference(found) : null;
}
