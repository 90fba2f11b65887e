import { conflict, notFound, type ServiceError } from '../../../errors.ts';
import {
  getProjectImport,
  getProjectImportHead,
  type ProjectImportHeadRecord,
  type ProjectImportRecord,
} from '../../../store/archive/project-imports.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import type { Database } from '../../../store/dynamodb/database.ts';
import { getProject, type ProjectRecord } from '../../../store/projects/projects.ts';

/** Which import of a project is meant. */
export interface ImportRef {
  projectId: string;
  importId: string;
}

/** How an import stands. */
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
}

/** How the import of a project stands, or has ended. @throws ServiceError `not-found` where the project came by none. */
export async function readImport(db: Database, projectId: string): Promise<ImportState> {
  const stored = await getProjectImport(db, projectId);
  if (stored) return stateOf(stored, await getProjectImportHead(db, projectId));
  const project = await getProject(db, projectId);
  const finished = project && finishedState(project);
  if (!finished) throw noImport(projectId);
  return finished;
}

export const stateOf = (
  { projectId, importId, lines, taken, startedAt, updatedAt, finishingSince, removingSince }: ProjectImportRecord,
  { project, leftOut }: ProjectImportHeadRecord,
): ImportState => ({
  projectId,
  importId,
  status: removingSince ? 'removing' : finishingSince ? 'finishing' : 'entering',
  lines,
  taken,
  startedAt,
  updatedAt,
  owner: project.ownerUsername,
  leftOut,
});

/** The state of an import whose project is there; undefined for a project that came by none, or that was deleted since. */
export function finishedState({
  projectId,
  imported,
  ownerUsername,
  deletedAt,
}: ProjectRecord): ImportState | undefined {
  if (!imported || deletedAt !== undefined) return undefined;
  const { importId, lines, startedAt, at } = imported;
  const times = { startedAt, updatedAt: at };
  return { projectId, importId, status: 'finished', lines, taken: lines, ...times, owner: ownerUsername, leftOut: [] };
}

/** The import that takes lines. @throws ServiceError `not-found`, or `conflict` where another one, or its end, has begun. */
export async function enteringImport(
  db: Database,
  { projectId, importId }: ImportRef,
): Promise<Stored<ProjectImportRecord>> {
  const stored = await getProjectImport(db, projectId);
  if (!stored) throw noImport(projectId);
  if (stored.importId !== importId) throw anotherImport(projectId);
  if (stored.removingSince !== undefined) throw isRemoved(projectId);
  return stored;
}

export const noImport = (projectId: string): ServiceError =>
  notFound(`No import of project '${projectId}' is under way`);

export const anotherImport = (projectId: string): ServiceError =>
  conflict(`Project '${projectId}' is being imported by another import`);

export const isRemoved = (projectId: string): ServiceError =>
  conflict(`The import of project '${projectId}' was given up and is being removed; begin it again when that is done`);
