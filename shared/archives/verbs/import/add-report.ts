import type { Context } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import type { ProjectRecord } from '../../../projects/store/projects.ts';
import { type ImportReportRecord, importReportEntity, listImportReports } from '../../store/import-reports.ts';
import type { ProjectImportHeadRecord, ProjectImportRecord } from '../../store/project-imports.ts';

/** Most reports of a project. */
export const mostImportReports = 50;

/**
 * Adds the report of an import to the transaction that completes it. Of too many, the oldest delta is removed; the first report, of
 * the full import, stays (rule ARCHIVE-15).
 * @returns what changes in the project.
 */
export async function addImportReport(
  { db }: Pick<Context, 'db'>,
  transaction: Transaction,
  stored: ProjectImportRecord,
  { report, leftOut }: ProjectImportHeadRecord,
  at: string,
): Promise<Pick<ProjectRecord, 'importReportedAt'>> {
  if (report === undefined) return {};
  const { projectId, importId, startedBy: by, isDelta, kept = 0, keptExamples = [] } = stored;
  const record: ImportReportRecord = { projectId, importId, at, by, isDelta, leftOut, kept, keptExamples, report };
  transaction.put(importReportEntity.encode(record, 1));
  const existing = isDelta ? await listImportReports(db, projectId) : [];
  for (const old of existing.slice(mostImportReports - 2, -1))
    transaction.delete(projectKeys.importReport(projectId, old.at, old.importId));
  return { importReportedAt: at };
}
