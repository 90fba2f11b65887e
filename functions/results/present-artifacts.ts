import type { FileBody, RequestOf } from '#shared/api/define.ts';
import type { artifactOperations } from '#shared/results/contract/operations/artifacts.ts';
import type { ComparedExecution, ExecutionComparison } from '#shared/results/verbs/comparison/compare-executions.ts';
import type { FigureArchive } from '#shared/results/verbs/files/figure-archives.ts';
import type { ArtifactFile, FileLink } from '#shared/results/verbs/files/read-artifact.ts';
import type { Snapshot, TargetSnapshot } from '#shared/results/verbs/snapshots/snapshot.ts';
import type { ValueComparison, ValueDifference } from '#shared/runs/rules/compare-values.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import type { Upload, UploadFile } from '#shared/workers/verbs/create-uploads.ts';
import { mapValues } from '../http/map-values.ts';
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
export const presentLink = ({ url, fileName, contentType, sizeBytes, expiresAt }: FileLink) => ({
  url,
  file_name: fileName,
  content_type: contentType,
  size_bytes: sizeBytes,
  expires_at: expiresAt,
});

/** The state of an archive on the wire. */
export const presentArchive = (archive: FigureArchive) => ({
  archive_id: archive.archiveId,
  status: archive.status,
  filename: archive.fileName,
  figure_count: archive.figureCount,
  figure_bytes: archive.figureBytes,
  requested_at: archive.requestedAt,
  link: archive.link ? presentLink(archive.link) : null,
  message: archive.message ?? null,
});

/** Where it goes. */
export const presentUpload = ({ name, path, url, headers, expiresAt }: Upload) => ({
  ...{ name, path, url, headers },
  method: 'PUT' as const,
  expires_at: expiresAt,
});

const presentTarget = ({ status, data, faulty }: TargetSnapshot) => ({
  status,
  data: mapValues(data, (value) => ({
    value: value.value,
    error: value.error ?? null,
    unit: value.unit,
    calibrated_at: value.calibratedAt,
    source: value.source,
    execution_id: value.executionId ?? '',
    task_id: value.taskId ?? '',
  })),
  faulty,
});

export const presentSnapshot = ({ execution, snapshot }: { execution: ExecutionRecord; snapshot: Snapshot }) => ({
  execution_id: execution.executionId,
  chip_id: snapshot.chipId,
  taken_at: snapshot.takenAt,
  flow_name: execution.flowName,
  flow_version: execution.flowVersion,
  plan_hash: snapshot.planHash,
  parameters: execution.parameters,
  topology_id: snapshot.topologyId,
  activity_status: snapshot.activityStatus,
  cooldown_id: snapshot.cooldownId,
  qubits: mapValues(snapshot.qubits, presentTarget),
  couplings: mapValues(snapshot.couplings, presentTarget),
});

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

const presentExecution = ({ execution, snapshot, completeUntil }: ComparedExecution) => ({
  execution_id: execution.executionId,
  chip_id: execution.chipId,
  status: execution.status,
  flow_name: execution.flowName,
  flow_version: execution.flowVersion,
  plan_hash: snapshot?.planHash ?? null,
  elapsed_seconds: execution.elapsedSeconds ?? null,
  by_status: execution.taskCounts,
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
