import type { ImportedCollection, ImportReport } from '#shared/archives/rules/import-report.ts';

const noOutcomes = { imported: 0, merged: 0, derived: 0, kept: 0, refused: 0, unchanged: 0 };

/** A collection of a report, whose documents add up. */
export const reportedCollection = (
  name: string,
  outcomes: Partial<Record<keyof typeof noOutcomes, number>>,
): ImportedCollection => {
  const counts = { ...noOutcomes, ...outcomes };
  return { name, documents: Object.values(counts).reduce((sum, one) => sum + one, 0), ...counts };
};

/** The report of an import from QDash. */
export const importReportOf = (more: Partial<ImportReport> = {}): ImportReport => ({
  ...{ source: 'QDash', dump: 'dump', since: null },
  collections: [reportedCollection('qubit', { imported: 4 }), reportedCollection('agent_sessions', { kept: 2 })],
  remarks: [
    {
      ...{ kind: 'decision', collection: 'qubit', message: 'names a user who is not in the dump' },
      ...{ count: 2, examples: ['ghost'] },
    },
  ],
  files: { named: 3, imported: 2, missing: 1 },
  kept: [{ name: 'kept/agent_sessions.jsonl', collection: 'agent_sessions', documents: 2, sha256: 'a'.repeat(64) }],
  omitted: { collections: 0, remarks: 0, kept: 0 },
  ...more,
});
