/** What an import does with a document of another service. */
export const importOutcomes = ['imported', 'merged', 'derived', 'kept', 'refused', 'unchanged'] as const;

/**
 * The outcome of a document: it is imported; merged with another one of the same id; derived here from other documents;
 * kept in the archive of the import, since nothing here is like it; refused; or unchanged since the time that a delta
 * begins at.
 */
export type ImportOutcome = (typeof importOutcomes)[number];

/** Kinds of remarks, the most important first. */
export const importRemarkKinds = ['decision', 'refused', 'suspect', 'merged', 'changed', 'left_out'] as const;

/** A remark on several documents or fields. */
export interface ImportRemark {
  kind: (typeof importRemarkKinds)[number];
  collection: string;
  message: string;
  count: number;
  /** Names of the first documents that it concerns. */
  examples: string[];
}

/** How many documents a collection has, and how many had each outcome. */
export type ImportedCollection = { name: string; documents: number } & Record<ImportOutcome, number>;

/** A file of documents that are in the archive of the import only. */
export interface KeptDocumentsFile {
  name: string;
  collection: string;
  /** Documents of the project; the file may have others. */
  documents: number;
  sha256: string;
}

/** The report of an import from another service, as a project keeps it (rule ARCHIVE-15). */
export interface ImportReport {
  /** Name of the service. */
  source: string;
  /** Name of the dump. */
  dump: string;
  /** When a delta begins; null for a full import. */
  since: string | null;
  collections: ImportedCollection[];
  remarks: ImportRemark[];
  /** Files that documents name, and how many of them were found. */
  files: { named: number; imported: number; missing: number };
  kept: KeptDocumentsFile[];
  /** Entries that the report has no room for. */
  omitted: { collections: number; remarks: number; kept: number };
}

/** The largest report that a project keeps. Lengths are in characters; `bytes` is the JSON in UTF-8. */
export const importReportBounds = {
  ...{ collections: 100, remarks: 300, kept: 100, examples: 5 },
  ...{ name: 100, message: 300, example: 120 },
  bytes: 65_536,
} as const;

/** Bytes of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** A report that fits the bounds: long texts are cut, and entries without room are counted in `omitted`. */
export function boundedReport(report: ImportReport): ImportReport {
  const { name, message, example, ...most } = importReportBounds;
  const nameOf = (text: string) => cut(text, name);
  const collections = report.collections.map((one) => ({ ...one, name: nameOf(one.name) }));
  const remarks = report.remarks.map((one) => ({
    ...{ ...one, collection: nameOf(one.collection), message: cut(one.message, message) },
    examples: one.examples.slice(0, most.examples).map((text) => cut(text, example)),
  }));
  const kept = report.kept.map((one) => ({ ...one, name: nameOf(one.name), collection: nameOf(one.collection) }));
  const empty = { ...report, source: nameOf(report.source), dump: nameOf(report.dump) };
  const counts = { collections: collections.length, remarks: remarks.length, kept: kept.length };
  const room = { bytes: most.bytes - jsonBytes({ ...empty, collections: [], remarks: [], kept: [], omitted: counts }) };
  const fitting = {
    collections: entriesWithin(room, collections, most.collections),
    remarks: entriesWithin(room, remarks, most.remarks),
    kept: entriesWithin(room, kept, most.kept),
  };
  const omitted = {
    collections: counts.collections - fitting.collections.length,
    remarks: counts.remarks - fitting.remarks.length,
    kept: counts.kept - fitting.kept.length,
  };
  return { ...empty, ...fitting, omitted };
}

/** The first entries for which there is room, which they take up. */
function entriesWithin<T>(room: { bytes: number }, entries: readonly T[], most: number): T[] {
  const fitting: T[] = [];
  for (const entry of entries.slice(0, most)) {
    const bytes = jsonBytes(entry) + 1;
    if (bytes > room.bytes) break;
    room.bytes -= bytes;
    fitting.push(entry);
  }
  return fitting;
}

/** A text of at most so many characters; a longer one ends in an ellipsis. */
function cut(text: string, length: number): string {
  const characters = [...text.toWellFormed()];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}
