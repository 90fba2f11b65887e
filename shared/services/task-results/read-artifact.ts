import { unzipSync, zipSync } from 'fflate';
import type { ProjectContext } from '../../context.ts';
import {
  type ArtifactKind,
  type ArtifactRef,
  contentTypeOf,
  packKey,
  parseArtifactPath,
} from '../../domain/runs/artifact-path.ts';
import { parseUploadPath, type UploadRef } from '../../domain/runs/upload-path.ts';
import { notFound, notInProject } from '../../errors.ts';
import type { ObjectStore } from '../../objects/port.ts';
import { batchGetItems } from '../../store/dynamodb/database.ts';
import { taskKeys } from '../../store/keys.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results/task-results.ts';

/** A file of a task result. */
export interface ArtifactFile {
  bytes: Uint8Array;
  contentType: string;
  fileName: string;
}

/** A verb's context with the store of figures and raw data. */
export type ArtifactContext = ProjectContext & { objects: ObjectStore };

/**
 * Reads a file by its path on the wire.
 * @throws ServiceError `not-found` for a path of another kind or project, or of a file that is not there: the answer is the same.
 */
export async function readArtifact(ctx: ArtifactContext, path: string, kind: ArtifactKind): Promise<ArtifactFile> {
  const [file] = await readArtifacts(ctx, [path], kind);
  if (!file) throw missing(ctx, path);
  return file;
}

/** Several files, each pack read once. @throws ServiceError `not-found` for the first that is not there. */
async function readArtifacts(
  ctx: ArtifactContext,
  paths: readonly string[],
  kind: ArtifactKind,
): Promise<ArtifactFile[]> {
  const wanted = paths.map((path) => {
    const ref = parseArtifactPath(path) ?? parseUploadPath(path);
    if (!ref || ref.kind !== kind || ref.projectId !== ctx.projectId) throw missing(ctx, path);
    return { path, ref };
  });
  const [packs, uploads] = await Promise.all([
    openPacks(
      ctx.objects,
      wanted.flatMap(({ ref }) => ('pack' in ref ? [ref] : [])),
    ),
    readUploads(
      ctx,
      wanted.flatMap(({ path, ref }) => ('pack' in ref ? [] : [{ path, ref }])),
    ),
  ]);
  return wanted.map(({ path, ref }) => {
    const bytes = 'pack' in ref ? packs.get(packKey(ref))?.get(ref.entry) : uploads.get(path);
    if (!bytes) throw !('pack' in ref) && uploads.has(path) ? notUploaded(ref) : missing(ctx, path);
    return { bytes, contentType: contentTypeOf(ref.entry), fileName: ref.entry };
  });
}

/**
 * Uploaded files by path: a worker writes what it was given an address for, so only what a result names is shown. A file
 * that is named and was never written is undefined: a result is not refused for the want of a figure.
 */
async function readUploads(
  ctx: ArtifactContext,
  wanted: readonly { path: string; ref: UploadRef }[],
): Promise<Map<string, Uint8Array | undefined>> {
  const items = await batchGetItems(
    ctx.db,
    wanted.map(({ ref }) => taskKeys.result(ctx.projectId, ref.taskId)),
  );
  const named = wanted.filter(({ path }, n) => {
    const item = items[n];
    return item !== undefined && pathsOf(taskResultEntity.decode(item)).includes(path);
  });
  const read = named.map(async ({ path }) => [path, await ctx.objects.get(path)] as const);
  return new Map(await Promise.all(read));
}

const pathsOf = ({ figurePaths, jsonFigurePaths, rawDataPaths }: TaskResultRecord): string[] => [
  ...figurePaths,
  ...jsonFigurePaths,
  ...rawDataPaths,
];

async function openPacks(
  objects: ObjectStore,
  wanted: readonly ArtifactRef[],
): Promise<Map<string, Map<string, Uint8Array>>> {
  const packs = new Map<string, ArtifactRef[]>();
  for (const ref of wanted) packs.set(packKey(ref), [...(packs.get(packKey(ref)) ?? []), ref]);
  return new Map(
    await Promise.all([...packs].map(async ([key, refs]) => [key, await openPack(objects, key, refs)] as const)),
  );
}

/** Only the entries that are wanted are unpacked. */
async function openPack(
  objects: ObjectStore,
  key: string,
  refs: readonly ArtifactRef[],
): Promise<Map<string, Uint8Array>> {
  const pack = await objects.get(key);
  if (!pack) return new Map();
  const names = new Set(refs.map(({ entry }) => entry));
  return new Map(Object.entries(unzipSync(pack, { filter: ({ name }) => names.has(name) })));
}

/** Whoever is told so may read the result that names the file. */
const notUploaded = ({ entry, taskId }: UploadRef) =>
  notFound(`File '${entry}' of task result '${taskId}' has not been uploaded by the worker of its run`);

const missing = ({ projectId }: ArtifactContext, path: string) => notInProject('File', path, projectId);

/** Figures in one archive, in the order asked for. @throws ServiceError `not-found` for the first that is not there. */
export async function zipFigures(
  ctx: ArtifactContext,
  paths: readonly string[],
  fileName: string,
): Promise<ArtifactFile> {
  const unique = [...new Set(paths)];
  const files = await readArtifacts(ctx, unique, 'figures');
  const names = new Map<string, Uint8Array>();
  for (const { fileName: name, bytes } of files) {
    let free = name;
    for (let n = 2; names.has(free); n += 1) free = `${n}-${name}`;
    names.set(free, bytes);
  }
  return { bytes: zipSync(Object.fromEntries(names), { level: 6 }), contentType: 'application/zip', fileName };
}
