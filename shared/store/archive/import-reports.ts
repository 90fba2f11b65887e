import type { ImportReport } from '../../domain/archives/import-report.ts';
import { defineEntity, type Stored } from '../dynamodb/codec.ts';
import { type Database, queryAll } from '../dynamodb/database.ts';
import { projectKeys } from '../keys.ts';

/** The report of an import into a project (rule ARCHIVE-15). */
export interface ImportReportRecord {
  projectId: string;
  importId: string;
  at: string;
  by: string;
  isDelta?: true | undefined;
  /** Members who had no account here. */
  leftOut: string[];
  /** Of a delta: records that were changed here and stayed, and the first of them. */
  kept: number;
  keptExamples: string[];
  report: ImportReport;
}

/** Codec of reports of imports. */
export const importReportEntity = defineEntity<ImportReportRecord>({
  name: 'import-report',
  version: 1,
  keys: ({ projectId, at, importId }) => projectKeys.importReport(projectId, at, importId),
  deflated: ['leftOut', 'keptExamples', 'report'],
});

/** All reports of a project, the newest first. */
export async function listImportReports(db: Database, projectId: string): Promise<Stored<ImportReportRecord>[]> {
  const items = await queryAll(db, projectKeys.importReports(projectId));
  return items.map((item) => importReportEntity.decode(item));
}
