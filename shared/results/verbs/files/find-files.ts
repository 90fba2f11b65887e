import { unzipSync } from 'fflate';
import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound, notInProject, type ServiceError } from '../../../kernel/errors.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import {
  type AdoptedRef,
  type ArtifactKind,
  type ArtifactRef,
  adoptedPath,
  packKey,
  parseAdoptedPath,
  parseArtifactPath,
} from '../../../runs/rules/artifact-path.ts';
import { parseUploadPath, type UploadRef } from '../../../runs/rules/upload-path.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import { withArchivedMonths } from '../read-task-result.ts';

/** A verb's context with the store of figures and raw data. */
export type ArtifactContext = ProjectContext & { objects: ObjectStore };

/** A file that a path names and that the caller may read, if it is there. */
export interface FoundFile {
  path: string;
  ref: ArtifactRef | UploadRef | AdoptedRef;
  /** The key of its object, unless it shares one with others. */
  key: string;
}

/** Whether a file shares an object with others; else it is an object of its own. */
export const isPacked = (ref: FoundFile['ref']): ref is ArtifactRef => 'pack' in ref;

/**
 * What paths on the wire name. A worker writes what it was given an address for, so of the files that were uploaded only
 * what a result names is shown.
 * @param kind figures or raw data alone; either unless given.
 * @throws ServiceError `not-found` for the first path of another kind or project, or that no result names: the answer is the
 * same.
 */
export async function findFiles(
  ctx: ArtifactContext,
  paths: readonly string[],
  kind?: ArtifactKind,
): Promise<FoundFile[]> {
  const requested = parsePaths(ctx, paths, kind);
  const uploads = requested.flatMap(({ path, ref }) => ('taskId' in ref ? [{ path, ref }] : []));
  const items = await batchGetItems(
    ctx.db,
    uploads.map(({ ref }) => taskKeys.result(ctx.projectId, ref.taskId)),
  );
  for (const [n, { path }] of uploads.entries()) {
    const item = items[n];
    if (!item) throw await withArchivedMonths(ctx, missingFile(ctx, path));
    if (!pathsOf(taskResultEntity.decode(item)).includes(path)) throw missingFile(ctx, path);
  }
  return requested;
}

/** What paths say that they name, whether or not it is there. @throws ServiceError `not-found` as `findFiles`. */
export const parsePaths = (
  ctx: Pick<ArtifactContext, 'projectId'>,
  paths: readonly string[],
  kind?: ArtifactKind,
): FoundFile[] =>
  paths.map((path) => {
    const adopted = parseAdoptedPath(path, { kind: kind ?? kindOfAdopted(path), projectId: ctx.projectId });
    const ref = adopted ?? parseArtifactPath(path) ?? parseUploadPath(path);
    const key = adopted ? adoptedPath(adopted) : path;
    if (!ref || key === undefined || (kind && ref.kind !== kind) || ref.projectId !== ctx.projectId)
      throw missingFile(ctx, path);
    return { path, ref, key };
  });

/** What QDash keeps in a folder of this name is raw data; everything else is a figure. */
const kindOfAdopted = (path: string): ArtifactKind => (path.includes('/raw_data/') ? 'raw' : 'figures');

/** The same of one path. */
export async function findFile(ctx: ArtifactContext, path: string, kind?: ArtifactKind): Promise<FoundFile> {
  const [file] = await findFiles(ctx, [path], kind);
  if (!file) throw missingFile(ctx, path);
  return file;
}

const pathsOf = ({ figurePaths, jsonFigurePaths, rawDataPaths }: TaskResultRecord): string[] => [
  ...figurePaths,
  ...jsonFigurePaths,
  ...rawDataPaths,
];

/** The refusal of a missing file. The caller of an uploaded one may read the result that names it. */
export const absentFile = (ctx: Pick<ArtifactContext, 'projectId'>, { path, ref }: FoundFile): ServiceError =>
  !('taskId' in ref)
    ? missingFile(ctx, path)
    : notFound(`File '${ref.entry}' of task result '${ref.taskId}' has not been uploaded by the worker of its run`);

const missingFile = ({ projectId }: Pick<ArtifactContext, 'projectId'>, path: string) =>
  notInProject('File', path, projectId);

/** The bytes of files that are packed, by their paths, each pack read once; only what is wanted is unpacked. */
export async function unpackFiles(
  objects: Pick<ObjectStore, 'get'>,
  files: readonly FoundFile[],
): Promise<Map<string, Uint8Array>> {
  const byPack = new Map<string, { path: string; entry: string }[]>();
  for (const { path, ref } of files) {
    if (!isPacked(ref)) continue;
    const key = packKey(ref);
    byPack.set(key, [...(byPack.get(key) ?? []), { path, entry: ref.entry }]);
  }
  const unpacked = [...byPack].map(async ([key, requested]) => {
    const entries = await openPack(objects, key, new Set(requested.map(({ entry }) => entry)));
    return requested.flatMap(({ path, entry }) => {
      const bytes = entries[entry];
      return bytes ? [[path, bytes] as const] : [];
    });
  });
  return new Map((await Promise.all(unpacked)).flat());
}

async function openPack(objects: Pick<ObjectStore, 'get'>, key: string, entries: ReadonlySet<string>) {
  const pack = await objects.get(key);
  return pack ? unzipSync(pack, { filter: ({ name }) => entries.has(name) }) : {};
}
