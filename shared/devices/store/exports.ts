import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { exportKeys } from '../../kernel/store/keys.ts';

export type ExportKind = 'samples' | 'task_results';
export type TableFormat = 'csv' | 'parquet';

/** Which rows are wanted. */
export interface ExportFilter {
  /** Every chip of the project where absent. */
  chipId?: string | undefined;
  startAt?: string | undefined;
  endAt: string;
  cooldownId?: string | undefined;
  metric?: string | undefined;
  task?: string | undefined;
  /** Qubits and couplings; all where absent. */
  targets?: string[] | undefined;
}

/** An export of rows that is made as a job. */
export interface ExportRecord {
  projectId: string;
  /** UUIDv7: the younger sorts after the older. */
  exportId: string;
  kind: ExportKind;
  format: TableFormat;
  filter: ExportFilter;
  fileName: string;
  requestedBy: string;
  requestedAt: string;
  status: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled';
  /** Metrics that have columns of their own, of task results; decided when the file is begun. */
  metrics?: string[] | undefined;
  /**
   * What was written until then, and not since, is in the file; absent before it is begun, and where nothing tells (rule
   * EXPORT-8).
   */
  completeUntil?: string | undefined;
  /** Months of chips whose task results are in other files when this one is begun, and lack here. */
  archivedMonths?: { chipId: string; month: string }[] | undefined;
  /** Rows and bytes of the file so far. */
  rows: number;
  bytes: number;
  /** Id of the worker that makes it: a new one for each takeover. */
  holder?: string | undefined;
  leaseUntil?: string | undefined;
  uploadId?: string | undefined;
  /** The highest number of a part that a former holder of the job may still write. */
  lastPart: number;
  /** The object that keeps what was not uploaded yet, and from where it goes on. */
  checkpoint?: string | undefined;
  message?: string | undefined;
  endedAt?: string | undefined;
}

/** Seconds after which the table forgets an export; its file goes after a day. */
const rememberedSeconds = 2 * 86_400;

export const exportEntity = defineEntity<ExportRecord>({
  name: 'export',
  version: 1,
  keys: ({ projectId, exportId }) => exportKeys.export(projectId, exportId),
  expiresAt: ({ requestedAt }) => Math.ceil(Date.parse(requestedAt) / 1000) + rememberedSeconds,
});

/** A part of a file that was uploaded. */
export interface ExportPartRecord {
  projectId: string;
  exportId: string;
  part: number;
  etag: string;
  requestedAt: string;
}

export const exportPartEntity = defineEntity<ExportPartRecord>({
  name: 'export-part',
  version: 1,
  keys: ({ projectId, exportId, part }) => exportKeys.part(projectId, exportId, part),
  expiresAt: ({ requestedAt }) => Math.ceil(Date.parse(requestedAt) / 1000) + rememberedSeconds,
});

export async function getExport(
  db: Database,
  projectId: string,
  exportId: string,
): Promise<Stored<ExportRecord> | undefined> {
  const item = await getItem(db, exportKeys.export(projectId, exportId));
  return item && exportEntity.decode(item);
}

/** Every export that the project remembers: as many as it may have. */
export const listExportRecords = async (db: Database, projectId: string): Promise<Stored<ExportRecord>[]> =>
  (await queryAll(db, exportKeys.all(projectId))).map((item) => exportEntity.decode(item));

/** The parts of a file, in their order. */
export const listParts = async (db: Database, projectId: string, exportId: string): Promise<ExportPartRecord[]> =>
  (await queryAll(db, exportKeys.parts(projectId, exportId))).map((item) => exportPartEntity.decode(item));
