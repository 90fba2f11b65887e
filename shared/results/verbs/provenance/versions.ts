import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { type GateMark, markOf } from '../../../values/rules/gate-mark.ts';
import type { SampleRecord } from '../../../values/store/samples.ts';
import { type TaskSamplesRecord, taskSource } from '../../../values/store/task-samples.ts';
import { fittedOutput } from '../../../values/verbs/measured/target-values.ts';
import { entityIdOf } from '../../rules/provenance/entity-id.ts';
import type { Activity, Version } from '../../rules/provenance/types.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';

/** What is stored of values and task results, as versions and activities. */

/** The version that a sample of an import or a person is; undefined for a faulty mark, which has no value. */
export function versionOfSample(sample: SampleRecord): Version | undefined {
  const { chipId, metric, target, at, sampleId, value } = sample;
  if (value === null) return undefined;
  return {
    entityId: entityIdOf({ kind: 'sample', chipId, metric, target, at, sampleId }),
    ...{ metric, target, at, value },
    error: sample.error,
    unit: sample.unit,
    source: sample.source,
    executionId: sample.executionId,
    recordedAt: sample.recordedAt,
    recordedBy: sample.recordedBy,
    reason: sample.reason,
    cooldownId: sample.cooldownId,
    withheld: withheldOf(sample.gate),
  };
}

/** The versions that one task result gave. */
export const versionsOfSamples = (samples: TaskSamplesRecord): Version[] =>
  Object.entries(samples.values).flatMap(([metric, { value, error, unit, gate }]): Version[] => {
    if (value === null) return [];
    return [
      {
        entityId: entityIdOf({ kind: 'task', chipId: samples.chipId, metric, taskId: samples.taskId }),
        ...{ metric, target: samples.target, value, error, unit },
        at: samples.at,
        source: taskSource(samples),
        taskId: samples.taskId,
        taskName: samples.task,
        executionId: samples.executionId,
        recordedAt: samples.at,
        recordedBy: samples.recordedBy,
        cooldownId: samples.cooldownId,
        excluded: samples.excluded,
        excludedReason: samples.excludedReason,
        withheld: withheldOf(gate),
      },
    ];
  });

const withheldOf = (gate: GateMark | undefined): Version['withheld'] =>
  gate?.state === 'held' || gate?.state === 'rejected' ? gate.state : undefined;

/** A version as its task result has it; undefined where the task gave the metric no value. */
export function versionOfResult(result: TaskResultRecord, metric: string): Version | undefined {
  const target = targetOf(result);
  const output = ownEntry(result.outputParameters, metric);
  if (!target || !output || result.status !== 'completed' || result.trial || result.endAt === undefined)
    return undefined;
  const fitted = fittedOutput(result, metric, output, target.kind);
  if ('problem' in fitted) return undefined;
  return {
    entityId: entityIdOf({ kind: 'task', chipId: result.chipId, metric, taskId: result.taskId }),
    ...{ metric, target, value: fitted.value, error: fitted.error, unit: fitted.unit },
    at: result.endAt,
    source: taskSource(result),
    taskId: result.taskId,
    taskName: result.name,
    executionId: result.executionId,
    recordedAt: result.endAt,
    recordedBy: result.username,
    cooldownId: result.cooldownId,
    excluded: result.excluded,
    excludedReason: result.excludedReason,
    withheld: withheldOf(markOf(result.gateMarks, metric)),
  };
}

/** What gave a version its value, where no task did: the edit or the import itself. */
export const activityOfSample = (version: Version): Activity => ({
  activityId: activityIdOf(version),
  source: version.source,
  taskId: '',
  name: version.source === 'manual' ? 'manual edit' : 'import',
  target: version.target,
  executionId: version.executionId ?? '',
  startAt: version.recordedAt,
  endAt: version.recordedAt,
  status: 'completed',
  username: version.recordedBy,
  reason: version.reason,
  inputs: {},
});

export const activityOfResult = (result: TaskResultRecord): Activity | undefined => {
  const target = targetOf(result);
  return (
    target && {
      activityId: taskActivityId(result.taskId),
      source: taskSource(result),
      taskId: result.taskId,
      name: result.name,
      target,
      executionId: result.executionId,
      startAt: result.startAt ?? result.queuedAt,
      endAt: result.endAt ?? result.updatedAt,
      status: result.status,
      username: result.username,
      inputs: result.inputParameters,
    }
  );
};

/** The id of a task among the activities. */
export const taskActivityId = (taskId: string): string => `task:${encodeURIComponent(taskId)}`;

/** The id of what gave a version its value: its task, else itself. */
export const activityIdOf = (version: Version): string =>
  version.taskId === undefined ? `${version.source}:${version.entityId}` : taskActivityId(version.taskId);
