import { type ImportOutcome, importOutcomes } from '#shared/archives/rules/import-report.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import type { ReportedImport } from '../../../ui/lib/api/wire.ts';

type Report = ReportedImport['report'];
type Counts = Record<ImportOutcome, number>;

/** Outcomes of documents, as a column and in a sentence. */
export const outcomeWords: Record<ImportOutcome, { title: string; phrase: string }> = {
  imported: { title: 'Imported', phrase: 'imported' },
  merged: { title: 'Merged', phrase: 'merged' },
  derived: { title: 'Derived here', phrase: 'derived here' },
  kept: { title: 'Archive only', phrase: 'in the archive only' },
  refused: { title: 'Refused', phrase: 'refused' },
  unchanged: { title: 'Unchanged', phrase: 'unchanged' },
};

/** Sections of a report, in the order of the page: the title of each kind of remark, and what it is about. */
export const remarkSections = [
  {
    kind: 'decision',
    title: 'Needs a decision',
    about: 'The import cannot decide this. A member of the project has to.',
  },
  { kind: 'refused', title: 'Refused', about: 'These documents cannot be records here.' },
  {
    kind: 'suspect',
    title: 'Suspect values',
    about: 'QDash stores NaN as 0. These values are 0 here; check them before you use them.',
  },
  { kind: 'merged', title: 'Merged', about: 'Several documents have the same id. They are one record here.' },
  { kind: 'changed', title: 'Changed', about: 'These documents are imported in another form.' },
  { kind: 'left_out', title: 'Left out', about: 'These fields, files and documents are not imported.' },
] as const;

/** The outcomes of documents that there are: `12 imported, 1 refused`. */
export const outcomesText = (counts: Counts): string =>
  importOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${outcomeWords[outcome].phrase}`)
    .join(', ');

/** Documents of a report by outcome, and all of them. */
export function totalsOf({ collections }: Pick<Report, 'collections'>): Counts & { documents: number } {
  const sumOf = (name: ImportOutcome | 'documents') => collections.reduce((sum, one) => sum + one[name], 0);
  const counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, sumOf(outcome)])) as Counts;
  return { ...counts, documents: sumOf('documents') };
}

/** How many things need a decision. */
export const decisionsOf = ({ remarks }: Pick<Report, 'remarks'>): number =>
  remarks.filter(({ kind }) => kind === 'decision').length;

/** What an import is called: `Full import` or `Changes`. */
export const importTitle = ({ delta }: Pick<ReportedImport, 'delta'>): string => (delta ? 'Changes' : 'Full import');
