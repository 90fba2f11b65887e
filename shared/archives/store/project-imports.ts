import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleReadOf } from '../../kernel/store/dynamodb/conflict.ts';
import { type Condition, type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { type Key, projectImportKeys, systemKeys } from '../../kernel/store/keys.ts';
import type { MemberRecord, ProjectRecord } from '../../projects/store/projects.ts';
import type { ImportReport } from '../rules/import-report.ts';

/** A project that is being imported from an archive; the project's own item comes last of all. */
export interface ProjectImportRecord {
  projectId: string;
  /** Another one for each import, so that who has lost one writes nothing into the next. */
  importId: string;
  /** Tells the head of the archive, and the name that the project is given, from any other. */
  headDigest: string;
  /** Lines of the archive, and the digest of them all that its client has announced. */
  lines: number;
  digest: string;
  /** Lines that were taken, and their digest so far. */
  taken: number;
  takenDigest: string;
  /** Present if the archive has base records only, from which the rest is derived at the end. */
  isBase?: true | undefined;
  /** Present if the records go into a project that was imported before. */
  isDelta?: true | undefined;
  /** Of a delta: records that were changed here and stay, and the first of them. */
  kept?: number | undefined;
  keptExamples?: string[] | undefined;
  /** The first line of the last list of written keys that was derived from. */
  derivedLines?: number | undefined;
  startedBy: string;
  startedAt: string;
  updatedAt: string;
  /** When everything was written: the import can no longer be abandoned. */
  finishingSince?: string | undefined;
  /** When the removal of its writes began. */
  removingSince?: string | undefined;
  /** When the sweep looks at it: to finish it, or to remove a stalled one. */
  dueAt: string;
}

export const projectImportEntity = defineEntity<ProjectImportRecord>({
  name: 'project-import',
  version: 1,
  keys: ({ projectId, dueAt }) => ({
    ...projectImportKeys.import(projectId),
    gsi2pk: systemKeys.pending,
    gsi2sk: dueAt,
  }),
  slim: ({ projectId }) => ({ projectId }),
});

/** What the end of an import writes, and who the people of the archive are here. */
export interface ProjectImportHeadRecord {
  projectId: string;
  project: Stored<ProjectRecord>;
  members: Stored<MemberRecord>[];
  /** Members who have no account here. */
  leftOut: string[];
  /** Ids of accounts by those of the archive. */
  accounts: Record<string, string>;
  /** Of an import from another service. */
  report?: ImportReport | undefined;
}

export const projectImportHeadEntity = defineEntity<ProjectImportHeadRecord>({
  name: 'project-import-head',
  version: 1,
  keys: ({ projectId }) => projectImportKeys.head(projectId),
  deflated: ['project', 'members', 'leftOut', 'accounts', 'report'],
});

/** The keys that a transaction of an import has written, so that their removal needs no index, which may lag. */
export interface WrittenKeysRecord {
  projectId: string;
  /** The first of its lines. */
  from: number;
  /** Packed by `packKeys`. */
  keys: Uint8Array;
}

export const writtenKeysEntity = defineEntity<WrittenKeysRecord>({
  name: 'project-import-keys',
  version: 1,
  keys: ({ projectId, from }) => projectImportKeys.written(projectId, from),
});

/** Packs keys as they are kept: JSON, deflated. */
export const packKeys = (keys: readonly Key[]): Uint8Array =>
  Uint8Array.from(deflateRawSync(JSON.stringify(keys.map(({ pk, sk }) => [pk, sk]))));

/** The inverse of `packKeys`. */
export const unpackKeys = (packed: Uint8Array): Key[] =>
  (JSON.parse(inflateRawSync(packed).toString('utf8')) as [string, string][]).map(([pk, sk]) => ({ pk, sk }));

/** An item that is written when everything else is there. */
export interface KeptItemRecord {
  projectId: string;
  line: number;
  item: Item;
}

export const keptItemEntity = defineEntity<KeptItemRecord>({
  name: 'project-import-line',
  version: 1,
  keys: ({ projectId, line }) => projectImportKeys.kept(projectId, line),
});

export async function getProjectImport(
  db: Database,
  projectId: string,
): Promise<Stored<ProjectImportRecord> | undefined> {
  const item = await getItem(db, projectImportKeys.import(projectId));
  return item && projectImportEntity.decode(item);
}

/** @throws StaleReadError where the head is gone: the import, with which it goes, has ended since that was read. */
export async function getProjectImportHead(db: Database, projectId: string): Promise<ProjectImportHeadRecord> {
  const item = await getItem(db, projectImportKeys.head(projectId));
  if (!item) throw staleReadOf(`The import of project '${projectId}'`)();
  return projectImportHeadEntity.decode(item);
}

const ofImport = (importId: string, more: string): Condition => ({
  expression: `importId = :import AND ${more}`,
  values: { ':import': importId },
});

/** The import takes lines. */
export const ifEntering = (importId: string): Condition =>
  ofImport(importId, 'attribute_not_exists(finishingSince) AND attribute_not_exists(removingSince)');

export const ifFinishing = (importId: string): Condition => ofImport(importId, 'attribute_exists(finishingSince)');

export const ifRemoving = (importId: string): Condition => ofImport(importId, 'attribute_exists(removingSince)');
