import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../kernel/store/keys.ts';
import type { ImportReport } from '../rules/import-report.ts';

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
