import type { FileBody, RequestOf } from '#shared/api/define.ts';
import type { artifactOperations } from '#shared/results/contract/operations/artifacts.ts';
import { executionSnapshot, snapshotTarget, snapshotValue } from '#shared/results/contract/schemas/snapshots.ts';
import { figureArchive, fileLink } from '#shared/results/contract/schemas/uploads.ts';
import type { ComparedExecution, ExecutionComparison } from '#shared/results/verbs/comparison/compare-executions.ts';
import type { FigureArchive } from '#shared/results/verbs/files/figure-archives.ts';
import type { ArtifactFile, FileLink } from '#shared/results/verbs/files/read-artifact.ts';
import type { Snapshot, TargetSnapshot } from '#shared/results/verbs/snapshots/snapshot.ts';
import type { ValueComparison, ValueDifference } from '#shared/runs/rules/compare-values.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import type { Upload, UploadFile } from '#shared/workers/verbs/create-uploads.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';
import { Elsewhere } from '../http/response.ts';

type WireFile = RequestOf<(typeof artifactOperations)['createUploads']>['body']['files'][number];

/** A file that a worker wants to upload. */
export const parseFile = (file: WireFile): UploadFile => ({
  task: file.task,
  taskType: file.task_type,
  qid: file.qid ?? '',
  muxId: file.mux_id ?? undefined,
  stage: file.stage,
  attempt: file.attempt,
  name: file.name,
  kind: file.kind,
  contentType: file.content_type,
  sizeBytes: file.size_bytes,
});

/** A file, or where it is. */
export const answerFile = (file: ArtifactFile | FileLink): FileBody | Elsewhere =>
  'url' in file ? new Elsewhere(file.url) : file;

/** Where a file is read. */
export const presentLink = (link: FileLink) => present(fileLink, link);

/** The state of an archive on the wire. */
export const presentArchive = (archive: FigureArchive) =>
  present(figureArchive, archive, { filename: archive.fileName });

/** Where it goes. */
export const presentUpload = ({ name, path, url, headers, expiresAt }: Upload) => ({
  ...{ name, path, url, headers },
  method: 'PUT' as const,
  expires_at: expiresAt,
});

const presentTarget = (target: TargetSnapshot) =>
  present(snapshotTarget, target, {
    data: mapValues(target.data, (value) =>
      present(snapshotValue, value, { execution_id: value.executionId ?? '', task_id: value.taskId ?? '' }),
    ),
  });

export const presentSnapshot = ({ execution, snapshot }: { execution: ExecutionRecord; snapshot: Snapshot }) =>
  present(
    executionSnapshot,
    { ...execution, ...snapshot },
    { qubits: mapValues(snapshot.qubits, presentTarget), couplings: mapValues(snapshot.couplings, presentTarget) },
  );

const presentDifference = ({ parameter, qid, before, after, delta }: ValueDifference) => ({
  parameter_name: parameter,
  qid,
  value_before: before?.value ?? null,
  value_after: after?.value ?? null,
  delta: delta ?? null,
  delta_percent: delta === undefined || !before?.value ? null : finiteOrNull((delta / Math.abs(before.value)) * 100),
  unit_before: before?.unit ?? null,
  unit_after: after?.unit ?? null,
  task_id_before: before?.taskId ?? null,
  task_id_after: after?.taskId ?? null,
});

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

const presentValues = ({ added, removed, changed, unchangedCount }: ValueComparison) => ({
  added_parameters: added.map(presentDifference),
  removed_parameters: removed.map(presentDifference),
  changed_parameters: changed.map(presentDifference),
  unchanged_count: unchangedCount,
});

const presentExecution = ({ execution, snapshot, archived, completeUntil }: ComparedExecution) => ({
  execution_id: execution.executionId,
  chip_id: execution.chipId,
  status: execution.status,
  flow_name: execution.flowName,
  flow_version: execution.flowVersion,
  plan_hash: snapshot?.planHash ?? null,
  elapsed_seconds: execution.elapsedSeconds ?? null,
  by_status: execution.taskCounts,
  archived_tasks: archived.tasks,
  archived_months: archived.months,
  complete_until: completeUntil,
});

/** What differs between two executions. */
export const presentComparison = ({ before, after, measured, parameters, start }: ExecutionComparison) => ({
  execution_id_before: before.execution.executionId,
  execution_id_after: after.execution.executionId,
  ...presentValues(measured),
  before: presentExecution(before),
  after: presentExecution(after),
  run_parameters: parameters.map((one) => ({ name: one.name, value_before: one.before, value_after: one.after })),
  start_state: start
    ? {
        ...presentValues(start),
        topology_changed: before.snapshot?.topologyId !== after.snapshot?.topologyId,
        cooldown_id_before: before.snapshot?.cooldownId ?? null,
        cooldown_id_after: after.snapshot?.cooldownId ?? null,
      }
    : null,
});
