import { unzipSync, zipSync } from 'fflate';
import type { ProjectContext } from '../../context.ts';
import {
  type ArtifactKind,
  type ArtifactRef,
  contentTypeOf,
  packKey,
  parseArtifactPath,
} from '../../domain/runs/artifact-path.ts';
import { notInProject } from '../../errors.ts';
import type { ObjectStore } from '../../objects/port.ts';

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
 * @throws Refusal `not-found` for a path of another kind or project, or of a file that is not there: the answer is the same.
 */
export async function readArtifact(ctx: ArtifactContext, path: string, kind: ArtifactKind): Promise<ArtifactFile> {
  const [file] = await readArtifacts(ctx, [path], kind);
  if (!file) throw missing(ctx, path);
  return file;
}

/** Several files, each pack read once. @throws Refusal `not-found` for the first that is not there. */
async function readArtifacts(
  ctx: ArtifactContext,
  paths: readonly string[],
  kind: ArtifactKind,
): Promise<ArtifactFile[]> {
  const wanted = paths.map((path) => {
    const ref = parseArtifactPath(path);
    if (!ref || ref.kind !== kind || ref.projectId !== ctx.projectId) throw missing(ctx, path);
    return { path, ref };
  });
  const packs = new Map<string, ArtifactRef[]>();
  for (const { ref } of wanted) packs.set(packKey(ref), [...(packs.get(packKey(ref)) ?? []), ref]);
  const opened = new Map(
    await Promise.all([...packs].map(async ([key, refs]) => [key, await openPack(ctx.objects, key, refs)] as const)),
  );
  return wanted.map(({ path, ref }) => {
    const bytes = opened.get(packKey(ref))?.get(ref.entry);
    if (!bytes) throw missing(ctx, path);
    return { bytes, contentType: contentTypeOf(ref.entry), fileName: ref.entry };
  });
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

const missing = ({ projectId }: ArtifactContext, path: string) => notInProject('File', path, projectId);

/** Figures in one archive, in the order asked for. @throws Refusal `not-found` for the first that is not there. */
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
