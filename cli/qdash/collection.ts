import type { ImportOutcome, ImportRemark } from '#shared/archives/rules/import-report.ts';
import type { Doc } from './document.ts';
import type { FileFinder } from './files.ts';
import type { Kind, Records } from './lines.ts';
import type { Survey } from './survey.ts';
import type { Tally } from './tally.ts';

/** What the mapping of a document may use. */
export interface Mapping {
  projectId: string;
  survey: Survey;
  tally: Tally;
  files: FileFinder;
  emit<K extends Kind>(kind: K, record: Records[K]): void;
  remark(kind: ImportRemark['kind'], message: string, example?: string): void;
}

/** Why a document cannot be imported. */
export class Refusal extends Error {}

/** How the documents of a collection become records. */
export interface Collection {
  name: string;
  /** Fields that are read. Any other one is reported. */
  fields: readonly string[];
  /** Fields with nothing like them here, and why. */
  homeless?: Readonly<Record<string, string>>;
  /** What makes two documents one record; by default nothing does. */
  keyOf?(doc: Doc): string;
  /** One document of several with one key, the oldest first; the newest by default. */
  merge?(docs: readonly Doc[]): Doc;
  /** Emits the records of a document. @throws Refusal */
  map?(doc: Doc, mapping: Mapping): void;
  /**
   * Emits the records of all documents of a project, where their order decides; these collections are small.
   * @returns the outcome of each.
   */
  mapAll?(docs: readonly Doc[], mapping: Mapping): (ImportOutcome | Refusal)[];
}

/** Fields of every document. */
export const commonFields = ['_id', 'revision_id', 'project_id', 'system_info'] as const;
