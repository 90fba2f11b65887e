import { createHash } from 'node:crypto';
import { type DownloadAddresses, downloadExpirySeconds } from '../../../kernel/objects/downloads.ts';
import { TooLarge } from '../../../kernel/objects/port.ts';
import { type ArtifactKind, contentTypeOf, downloadKey } from '../../../runs/rules/artifact-path.ts';
import { type ArtifactContext, absentFile, type FoundFile, findFile, isPacked, unpackFiles } from './find-files.ts';

/** A file of a task result. */
export interface ArtifactFile {
  bytes: Uint8Array;
  contentType: string;
  fileName: string;
}

/** Where a file is read without the service. */
export interface FileLink {
  url: string;
  contentType: string;
  fileName: string;
  sizeBytes: number;
  expiresAt: string;
}

/** A verb's context with what gives out addresses of files besides. */
export type FileContext = ArtifactContext & { downloads: DownloadAddresses };

/** Largest file that an answer carries; in base64 a third is added, and a function answers 6 MB (rule API-6). */
export const largestAnsweredFileBytes = 4_000_000;

/**
 * A file by its path on the wire, or its address if it is larger than an answer (rule API-26).
 * @throws ServiceError `not-found` for a path of another kind or project, or of a missing file: the answer is the same.
 */
export async function readArtifact(
  ctx: FileContext,
  path: string,
  kind: ArtifactKind,
): Promise<ArtifactFile | FileLink> {
  const file = await findFile(ctx, path, kind);
  const named = { contentType: contentTypeOf(file.ref.entry), fileName: file.ref.entry };
  if (isPacked(file.ref)) {
    const bytes = await unpacked(ctx, file);
    return bytes.length > largestAnsweredFileBytes ? linkToCopy(ctx, file, bytes) : { bytes, ...named };
  }
  const bytes = await ctx.objects.getUpTo(file.key, largestAnsweredFileBytes);
  if (!bytes) throw absentFile(ctx, file);
  return bytes instanceof TooLarge ? linkTo(ctx, file, file.key, bytes.sizeBytes) : { bytes, ...named };
}

/** Where a file is read without the service, however small it is. @throws ServiceError as `readArtifact`. */
export async function linkToFile(ctx: FileContext, path: string): Promise<FileLink> {
  const file = await findFile(ctx, path);
  if (isPacked(file.ref)) return linkToCopy(ctx, file, await unpacked(ctx, file));
  const sizeBytes = await ctx.objects.size(file.key);
  if (sizeBytes === undefined) throw absentFile(ctx, file);
  return linkTo(ctx, file, file.key, sizeBytes);
}

async function unpacked(ctx: FileContext, file: FoundFile): Promise<Uint8Array> {
  const bytes = (await unpackFiles(ctx.objects, [file])).get(file.path);
  if (!bytes) throw absentFile(ctx, file);
  return bytes;
}

/** A file that shares its object is copied to one of its own, which goes after a day; written again, it stays as long again. */
async function linkToCopy(ctx: FileContext, file: FoundFile, bytes: Uint8Array): Promise<FileLink> {
  const name = createHash('sha256').update(file.path).digest('hex');
  const key = downloadKey(ctx.projectId, name);
  await ctx.objects.put(key, bytes, contentTypeOf(file.ref.entry));
  return linkTo(ctx, file, key, bytes.length);
}

const linkTo = (ctx: FileContext, { ref }: FoundFile, key: string, sizeBytes: number): Promise<FileLink> =>
  signedLink(ctx, { key, contentType: contentTypeOf(ref.entry), fileName: ref.entry, sizeBytes });

/** An address of an object, good for five minutes (rule AUTH-24). */
export async function signedLink(
  ctx: Pick<FileContext, 'clock' | 'downloads'>,
  { sizeBytes, ...of }: { key: string; contentType: string; fileName: string; sizeBytes: number },
): Promise<FileLink> {
  const expiresAt = new Date(ctx.clock().getTime() + downloadExpirySeconds * 1000).toISOString();
  const url = await ctx.downloads.sign({ ...of, expiresSeconds: downloadExpirySeconds });
  return { url, contentType: of.contentType, fileName: of.fileName, sizeBytes, expiresAt };
}
