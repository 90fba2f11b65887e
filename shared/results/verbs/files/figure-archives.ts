import { createHash } from 'node:crypto';
import * as z from 'zod';
import { notInProject, ServiceError } from '../../../kernel/errors.ts';
import type { ArchiveMaker, ArchiveRef } from '../../../kernel/objects/archive-maker.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import type { ObjectWriter } from '../../../kernel/objects/streams.ts';
import { downloadKey } from '../../../runs/rules/artifact-path.ts';
import { archiveStream } from './archive-stream.ts';
import { findFiles, parsePaths } from './find-files.ts';
import { type FileContext, type FileLink, signedLink } from './read-artifact.ts';
import { entriesOf, sizeOf } from './zip-figures.ts';

/** An archive of figures that is made as a job. */
export interface FigureArchive {
  archiveId: string;
  status: 'making' | 'ready' | 'failed';
  fileName: string;
  figureCount: number;
  /** Of the figures, before they are packed. */
  figureBytes: number;
  requestedAt: string;
  /** Where a ready one is read. */
  link: FileLink | undefined;
  /** Why it failed. */
  message: string | undefined;
}

/** A verb's context with what makes archives, where the bucket does not start it. */
export type ArchiveContext = FileContext & { archives: ArchiveMaker | undefined };

/** Most bytes of figures in an archive: as much as a function packs in its time. */
const mostArchivedBytes = 20 * 1024 ** 3;
/** Longer than a function may run: after this the maker has died. */
const longestSeconds = 16 * 60;

const requestSchema = z.object({
  paths: z.array(z.string()),
  fileName: z.string(),
  figureBytes: z.number(),
  requestedAt: z.string(),
});
type ArchiveRequest = z.output<typeof requestSchema>;

const failureSchema = z.object({ requestedAt: z.string(), message: z.string() });

/** The ending of the key of an object that asks for an archive: writing one starts the function that makes it. */
const requestEnding = '.request.json';

const keysOf = ({ projectId, archiveId }: ArchiveRef) => ({
  request: downloadKey(projectId, `${archiveId}${requestEnding}`),
  archive: downloadKey(projectId, `${archiveId}.zip`),
  failure: downloadKey(projectId, `${archiveId}.failure.json`),
});

/** The archive that an object asks for by its key; undefined for an object that asks for none. */
export function archiveOfRequest(key: string): ArchiveRef | undefined {
  const [folder, project = '', name = '', ...more] = key.split('/');
  if (folder !== 'downloads' || more.length > 0 || !name.endsWith(requestEnding)) return undefined;
  return { projectId: decodeURIComponent(project), archiveId: name.slice(0, -requestEnding.length) };
}

/**
 * Requests an archive of figures, and returns its state. The same figures under the same name are the same archive: a
 * repeated request joins the one that is being made or exists, and starts another after a failure.
 * @throws ServiceError `not-found` for the first missing figure; `invalid` for too many bytes.
 */
export async function askForArchive(
  ctx: ArchiveContext,
  paths: readonly string[],
  fileName: string,
): Promise<FigureArchive> {
  const files = await findFiles(ctx, [...new Set(paths)], 'figures');
  const figureBytes = await sizeOf(ctx, files);
  if (figureBytes > mostArchivedBytes)
    throw new ServiceError(
      'request_too_broad',
      `The figures have ${figureBytes} bytes; an archive holds ${mostArchivedBytes}: ask for fewer`,
    );
  const wanted = files.map(({ path }) => path);
  const archiveId = createHash('sha256')
    .update(JSON.stringify([wanted, fileName]))
    .digest('hex');
  const known = await findArchive(ctx, archiveId);
  if (known && known.status !== 'failed') return known;
  const ref = { projectId: ctx.projectId, archiveId };
  const requestedAt = ctx.clock().toISOString();
  const request: ArchiveRequest = { paths: wanted, fileName, figureBytes, requestedAt };
  await ctx.objects.put(keysOf(ref).request, Buffer.from(JSON.stringify(request)), 'application/json');
  ctx.archives?.start(ref);
  return describe(archiveId, request, { status: 'making', link: undefined, message: undefined });
}

/**
 * The state of an archive. @throws ServiceError `not-found` for one that was not requested, or was removed after its
 * day.
 */
export async function readArchive(ctx: ArchiveContext, archiveId: string): Promise<FigureArchive> {
  const archive = await findArchive(ctx, archiveId);
  if (!archive) throw notInProject('Archive', archiveId, ctx.projectId);
  return archive;
}

async function findArchive(ctx: ArchiveContext, archiveId: string): Promise<FigureArchive | undefined> {
  const ref = { projectId: ctx.projectId, archiveId };
  const keys = keysOf(ref);
  // Asked before the archive is looked for, which may be finished in between.
  const isUnderWay = ctx.archives?.isUnderWay(ref);
  const request = await readJson(ctx.objects, keys.request, requestSchema);
  if (!request) return undefined;
  const sizeBytes = await ctx.objects.size(keys.archive);
  if (sizeBytes !== undefined) {
    const link = await signedLink(ctx, {
      ...{ key: keys.archive, contentType: 'application/zip' },
      ...{ fileName: request.fileName, sizeBytes },
    });
    return describe(archiveId, request, { status: 'ready', link, message: undefined });
  }
  const failure = await readJson(ctx.objects, keys.failure, failureSchema);
  const failed = (message: string) => describe(archiveId, request, { status: 'failed', link: undefined, message });
  if (failure?.requestedAt === request.requestedAt) return failed(failure.message);
  const ageSeconds = (ctx.clock().getTime() - Date.parse(request.requestedAt)) / 1000;
  if (!(isUnderWay ?? ageSeconds < longestSeconds)) return failed('It was interrupted; ask for it again');
  return describe(archiveId, request, { status: 'making', link: undefined, message: undefined });
}

const describe = (
  archiveId: string,
  { paths, fileName, figureBytes, requestedAt }: ArchiveRequest,
  state: Pick<FigureArchive, 'status' | 'link' | 'message'>,
): FigureArchive => ({ archiveId, fileName, figureCount: paths.length, figureBytes, requestedAt, ...state });

/**
 * Makes a requested archive, entry by entry and part by part. Made twice, it has the same bytes; an existing one is not
 * made again.
 * @throws the error that prevents it, which is stored with it as well.
 */
export async function makeArchive(objects: ObjectStore & ObjectWriter, ref: ArchiveRef): Promise<void> {
  const keys = keysOf(ref);
  const request = await readJson(objects, keys.request, requestSchema);
  if (!request || (await objects.size(keys.archive)) !== undefined) return;
  const ctx = { objects, projectId: ref.projectId };
  try {
    const files = parsePaths(ctx, request.paths, 'figures');
    await objects.putStream(keys.archive, archiveStream(entriesOf(ctx, files)), 'application/zip');
  } catch (error) {
    const message = error instanceof ServiceError ? error.message : 'The service failed to make it; ask for it again';
    const failure = { requestedAt: request.requestedAt, message };
    await objects.put(keys.failure, Buffer.from(JSON.stringify(failure)), 'application/json');
    throw error;
  }
}

async function readJson<T>(
  objects: Pick<ObjectStore, 'get'>,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const bytes = await objects.get(key);
  return bytes && schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}
