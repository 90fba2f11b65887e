import { nameOfStep, type PipelineSpec, tasksOf } from '../rules/pipelines/spec.ts';
import { stepTypes } from '../rules/pipelines/step-types.ts';

/** The steps of a pipeline on the wire, as they would run. */
export const presentSteps = (spec: PipelineSpec | undefined) =>
  (spec?.steps ?? []).map((step, n) => ({
    index: n + 1,
    type: step.type,
    name: nameOfStep(step),
    kind: stepTypes[step.type].kind,
    tasks: [...tasksOf(step)],
  }));

/** The targets of a pipeline on the wire. */
export const presentTargets = (spec: PipelineSpec | undefined) =>
  spec
    ? {
        qids: [...(spec.targets.qids ?? [])],
        mux_ids: [...(spec.targets.mux_ids ?? [])],
        exclude_qids: [...spec.targets.exclude_qids],
      }
    : null;
