import { conflict, notFound, type ServiceError } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import type { Database } from '../../../kernel/store/dynamodb/database.ts';
import { getProject, type ProjectRecord } from '../../../projects/store/projects.ts';
import {
  getProjectImport,
  getProjectImportHead,
  type ProjectImportHeadRecord,
  type ProjectImportRecord,
} from '../../store/project-imports.ts';

/** Which import of a project is meant. */
export interface ImportRef {
  projectId: string;
  importId: string;
}

/** The state of an import. */
export interface ImportState extends ImportRef {
  /** `entering`: lines are taken; `finishing`: all are there; `removing`: it was given up; `finished`: the project is there. */
  status: 'entering' | 'finishing' | 'removing' | 'finished';
  lines: number;
  taken: number;
  startedAt: string;
  updatedAt: string;
  /** Names of the owner and of those members who have no account here; unknown of one that is finished. */
  owner: string;
  leftOut: string[];
  /** Of a delta: records that were changed here and stay, and the first of them. */
  kept: number;
  keptExamples: string[];
}

/** The state or outcome of a project's import. @throws ServiceError `not-found` if the project was not imported. */
export const readImport = (db: Database, projectId: string): Promise<ImportState> =>
  retryOnConflict(orRefuse(`The import of project '${projectId}'`), async () => {
    const stored = await getProjectImport(db, projectId);
    if (stored) return stateOf(stored, await getProjectImportHead(db, projectId));
    const finished = await readFinished(db, projectId);
    if (!finished) throw noImport(projectId);
    return finished;
  });

async function readFinished(db: Database, projectId: string, importId?: string): Promise<ImportState | undefined> {
  const project = await getProject(db, projectId);
  return project && finishedState(project, importId);
}

export const stateOf = (
  { projectId, importId, lines, taken, startedAt, updatedAt, ...record }: ProjectImportRecord,
  { project, leftOut }: ProjectImportHeadRecord,
): ImportState => ({
  projectId,
  importId,
  status: record.removingSince ? 'removing' : record.finishingSince ? 'finishing' : 'entering',
  lines,
  taken,
  startedAt,
  updatedAt,
  owner: project.ownerUsername,
  leftOut,
  kept: record.kept ?? 0,
  keptExamples: record.keptExamples ?? [],
});

/** The state of an import whose project is there; undefined for a project that came by none, or that was deleted since. */
export function finishedState(
  { projectId, imported, ownerUsername: owner, deletedAt }: ProjectRecord,
  wanted?: string,
): ImportState | undefined {
  if (!imported || deletedAt !== undefined) return undefined;
  const { delta } = imported;
  const { importId, lines, startedAt, at } = delta && delta.importId === wanted ? delta : imported;
  const times = { startedAt, updatedAt: at };
  const { kept, keptExamples } = delta?.importId === importId ? delta : { kept: 0, keptExamples: [] };
  const outcome = { owner, leftOut: [], kept, keptExamples };
  return { projectId, importId, status: 'finished', lines, taken: lines, ...times, ...outcome };
}

/** An import that is under way, with the head of its archive. */
export interface OpenImport {
  stored: Stored<ProjectImportRecord>;
  head: ProjectImportHeadRecord;
}

/**
 * The import that is meant, while it takes lines or is finished; or how it has ended, where the project is there by it.
 * @throws ServiceError `not-found`, or `conflict` for another one, or one that was given up; StaleReadError where it ends just now.
 */
export async function openImport(db: Database, { projectId, importId }: ImportRef): Promise<OpenImport | ImportState> {
  const stored = await getProjectImport(db, projectId);
  if (!stored) {
    const finished = await readFinished(db, projectId, importId);
    if (finished?.importId === importId) return finished;
    throw finished ? anotherImport(projectId) : noImport(projectId);
  }
  if (stored.importId !== importId) throw anotherImport(projectId);
  if (stored.removingSince !== undefined) throw isRemoved(projectId);
  return { stored, head: await getProjectImportHead(db, projectId) };
}

export const noImport = (projectId: string): ServiceError =>
  notFound(`No import of project '${projectId}' is under way`);

export const anotherImport = (projectId: string): ServiceError =>
  conflict(`Project '${projectId}' is being imported by another import`);

export const isRemoved = (projectId: string): ServiceError =>
  conflict(`The import of project '${projectId}' was given up and is being removed; begin it again when that is done`);
