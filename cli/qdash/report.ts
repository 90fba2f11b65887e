import {
  type ImportedCollection,
  type ImportOutcome,
  type ImportRemark,
  type ImportReport,
  importOutcomes,
  importRemarkKinds,
  importReportBounds,
} from '#shared/archives/rules/import-report.ts';

/** The report of an import, as `--json` and the archive of the import have it. */
export interface ReportJson {
  collections: Record<string, Omit<ImportedCollection, 'name'>>;
  remarks: ImportRemark[];
  files: ImportReport['files'];
}

/** Where the outcomes of the documents of a project are counted. */
export interface ProjectReport {
  count(collection: string, outcome: ImportOutcome, by?: number): void;
  remark(kind: ImportRemark['kind'], collection: string, message: string, example?: string): void;
  /** Counts a document that is not imported, and says why. */
  refuse(collection: string, message: string, example?: string): void;
  countFile(isFound: boolean): void;
}

/** Counts the outcome of each document. */
export class Report {
  readonly files = { named: 0, imported: 0, missing: 0 };
  readonly #collections = new Map<string, Record<ImportOutcome, number>>();
  readonly #remarks = new Map<string, ImportRemark>();

  count(collection: string, outcome: ImportOutcome, by = 1): void {
    this.#countsOf(collection)[outcome] += by;
  }

  /** Says something of a document, or of a field. */
  remark(kind: ImportRemark['kind'], collection: string, message: string, example = ''): void {
    const key = JSON.stringify([kind, collection, message]);
    const remark = this.#remarks.get(key) ?? { kind, collection, message, count: 0, examples: [] };
    remark.count += 1;
    if (example !== '' && remark.examples.length < importReportBounds.examples && !remark.examples.includes(example))
      remark.examples.push(example);
    this.#remarks.set(key, remark);
  }

  countFile(isFound: boolean): void {
    this.files.named += 1;
    this.files[isFound ? 'imported' : 'missing'] += 1;
  }

  #countsOf(collection: string): Record<ImportOutcome, number> {
    const counts =
      this.#collections.get(collection) ?? (Object.fromEntries(importOutcomes.map((one) => [one, 0])) as never);
    this.#collections.set(collection, counts);
    return counts;
  }

  toJSON(): ReportJson {
    const entries = [...this.#collections].sort(([a], [b]) => (a < b ? -1 : 1));
    const collections = entries.map(([name, counts]): [string, ReportJson['collections'][string]] => [
      name,
      { documents: Object.values(counts).reduce((sum, one) => sum + one, 0), ...counts },
    ]);
    const remarks = [...this.#remarks.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    return { collections: Object.fromEntries(collections), remarks, files: { ...this.files } };
  }
}

const orderOf = ({ kind, collection, message }: ImportRemark): string =>
  `${importRemarkKinds.indexOf(kind)} ${collection} ${message}`;

const titles: Record<ImportRemark['kind'], string> = {
  decision: 'Needs a decision',
  refused: 'Refused',
  suspect: 'Values of 0 that may be NaN',
  merged: 'Several documents with one id',
  changed: 'Changed',
  left_out: 'Left out',
};

/** The report as text. */
export function reportText({ collections, remarks, files }: ReportJson): string {
  const width = Math.max(...Object.keys(collections).map((name) => name.length), 10);
  const head = `${''.padEnd(width)}  documents  ${importOutcomes.map((one) => one.padStart(9)).join('  ')}`;
  const rows = Object.entries(collections).map(
    ([name, counts]) =>
      `${name.padEnd(width)}  ${String(counts.documents).padStart(9)}  ` +
      importOutcomes.map((one) => String(counts[one]).padStart(9)).join('  '),
  );
  const told = importRemarkKinds.flatMap((kind) => {
    const own = remarks.filter((one) => one.kind === kind);
    return own.length === 0 ? [] : ['', `${titles[kind]}:`, ...own.map(remarkText)];
  });
  const named = `Files: ${files.named} named, ${files.imported} imported, ${files.missing} missing.`;
  return [head, ...rows, '', named, ...told].join('\n');
}

const remarkText = ({ collection, message, count, examples }: ImportRemark): string =>
  visible(`  ${collection}: ${message} (${count})${examples.length > 0 ? `: ${examples.map(short).join(', ')}` : ''}`);

/** Longest example in the text; the JSON has all of it. */
const longestExample = 100;

const short = (example: string): string =>
  example.length > longestExample ? `${example.slice(0, longestExample)}…` : example;

/** A line without what controls a terminal, which texts of a dump could have. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
