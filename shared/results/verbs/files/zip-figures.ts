import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { packKey } from '../../../runs/rules/artifact-path.ts';
import { type ArchiveEntry, archiveStream, entryNames } from './archive-stream.ts';
import { type ArtifactContext, absentFile, type FoundFile, findFiles, isPacked, unpackFiles } from './find-files.ts';
import { type ArtifactFile, largestAnsweredFileBytes } from './read-artifact.ts';

/**
 * Most bytes of figures that are packed while the caller waits: it bounds the memory, and figures of text get smaller.
 */
export const mostBytesAtOnce = 12_000_000;
/** Where figures are read, and of which project. */
type FigureSource = Pick<ArtifactContext, 'objects' | 'projectId'>;

/** How many sizes are read at a time. */
const sizesAtOnce = 8;

/**
 * Figures in one archive, in the requested order. Sizes are checked before anything is read.
 * @throws ServiceError `not-found` for the first missing one; `invalid` if they are more than an answer holds.
 */
export async function zipFigures(
  ctx: ArtifactContext,
  paths: readonly string[],
  fileName: string,
): Promise<ArtifactFile> {
  const files = await findFiles(ctx, [...new Set(paths)], 'figures');
  const totalBytes = await sizeOf(ctx, files);
  if (totalBytes > mostBytesAtOnce) throw tooLarge(totalBytes);
  const bytes = await buffer(archiveStream(entriesOf(ctx, files)));
  if (bytes.length > largestAnsweredFileBytes) throw tooLarge(totalBytes);
  return { bytes, contentType: 'application/zip', fileName };
}

/** The files as entries of an archive, each read when its turn comes, and a pack once for those that follow each other. */
export function entriesOf(ctx: FigureSource, files: readonly FoundFile[]): ArchiveEntry[] {
  let open: { key: string; files: Map<string, Uint8Array> } | undefined;
  const unpacked = async (file: FoundFile): Promise<Uint8Array | undefined> => {
    if (!isPacked(file.ref)) return undefined;
    const key = packKey(file.ref);
    if (open?.key !== key) {
      const together = files.filter(({ ref }) => isPacked(ref) && packKey(ref) === key);
      open = { key, files: await unpackFiles(ctx.objects, together) };
    }
    return open.files.get(file.path);
  };
  const names = entryNames(files.map(({ ref }) => ref.entry));
  return files.map((file, n) => ({
    name: names[n] ?? file.ref.entry,
    open: async () => {
      const bytes = await unpacked(file);
      const stream = bytes ? Readable.from([bytes]) : await ctx.objects.stream(file.key);
      if (!stream) throw absentFile(ctx, file);
      return stream;
    },
  }));
}

/** Bytes of the files all together. @throws ServiceError `not-found` for one that is not there. */
export async function sizeOf(ctx: FigureSource, files: readonly FoundFile[]): Promise<number> {
  const sizes = new Map<string, number>();
  const uploads = files.filter(({ ref }) => !isPacked(ref));
  await forEachConcurrent(uploads, sizesAtOnce, async ({ path, key }) => {
    const bytes = await ctx.objects.size(key);
    if (bytes !== undefined) sizes.set(path, bytes);
  });
  const packs = Map.groupBy(
    files.filter(({ ref }) => isPacked(ref)),
    ({ ref }) => (isPacked(ref) ? packKey(ref) : ''),
  );
  // One after the other: a pack is held while its list of files is read.
  for (const [key, members] of packs) {
    const entries = await sizesInPack(ctx.objects, key);
    for (const { path, ref } of members) {
      const bytes = entries.get(ref.entry);
      if (bytes !== undefined) sizes.set(path, bytes);
    }
  }
  const absent = files.find(({ path }) => !sizes.has(path));
  if (absent) throw absentFile(ctx, absent);
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Sizes of the files of a pack by their names; nothing is unpacked. */
async function sizesInPack(objects: Pick<ObjectStore, 'get'>, key: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const pack = await objects.get(key);
  if (!pack) return sizes;
  unzipSync(pack, {
    filter: ({ name, originalSize }) => {
      sizes.set(name, originalSize);
      return false;
    },
  });
  return sizes;
}

const tooLarge = (bytes: number): ServiceError =>
  new ServiceError(
    'request_too_broad',
    `The figures have ${bytes} bytes, which is more than an archive in an answer holds; ask for fewer, or have it made by 'POST /task-results/figures/archives'`,
  );
