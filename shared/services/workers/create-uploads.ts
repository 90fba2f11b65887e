import type { ProjectContext } from '../../context.ts';
import { uploadPath } from '../../domain/runs/upload-path.ts';
import type { ObjectStore } from '../../objects/port.ts';
import type { UploadAddress, UploadAddresses } from '../../objects/uploads.ts';
import { requireRoom } from '../usage/require-room.ts';
import { requireDistinct } from './check-batch.ts';
import { findWork, isStopping, requireClaim, type UnderClaim } from './find-work.ts';
import { idOf, type KnownTask, type NamedTask, withKnownTargets } from './known-targets.ts';

/** A file that a worker wants to upload for one of its tasks. */
export interface UploadFile extends NamedTask {
  name: string;
  kind: 'figure' | 'raw';
  contentType: string;
  sizeBytes: number;
}

/** Where it goes. */
export interface Upload extends UploadAddress {
  name: string;
  /** What the result of the task names. */
  path: string;
  expiresAt: string;
}

/** Seconds for which an address is good (rule AUTH-19). */
const expiresSeconds = 300;

/**
 * Gives out addresses for files of a run (rule AUTH-19): under its claim's fence and the task, each to be
 * written once, and readable when the task's result names it.
 * @throws ServiceError `not-found`; `invalid` for a target that the chip does not have, or a file that is asked for
 * twice; `forbidden` to others than whoever claimed; `conflict` when the worker must stop, and with the code
 * `limit_reached`, after which it goes on without files, in a project that is beyond its quota.
 */
export async function createUploads(
  ctx: ProjectContext & { uploads: UploadAddresses; objects: Pick<ObjectStore, 'list'> },
  flowRunId: string,
  { fence, claimKey, files }: UnderClaim & { files: readonly UploadFile[] },
): Promise<{ uploads: Upload[]; stop: boolean }> {
  const work = await findWork(ctx, flowRunId, { claimKey });
  await requireClaim(work, fence);
  await requireRoom(ctx, ctx.projectId, ['fileBytes']);
  const { projectId, chipId } = work.execution;
  const known = await withKnownTargets(ctx, chipId, files, 'body.files');
  const named = known.map((file) => ({ file, path: pathOf({ projectId, flowRunId, fence }, file) }));
  requireDistinct(
    named.map(({ path }) => path),
    'body.files',
    'file',
  );
  const expiresAt = new Date(ctx.clock().getTime() + expiresSeconds * 1000).toISOString();
  const uploads = await Promise.all(
    named.map(async ({ file: { name, contentType, sizeBytes }, path }): Promise<Upload> => {
      const address = await ctx.uploads.sign({ key: path, contentType, sizeBytes, expiresSeconds });
      return { ...address, name, path, expiresAt };
    }),
  );
  return { uploads, stop: isStopping(work) };
}

function pathOf(fileOf: { projectId: string; flowRunId: string; fence: number }, file: UploadFile & KnownTask): string {
  const kind = file.kind === 'figure' ? 'figures' : 'raw';
  return uploadPath({ ...fileOf, kind, taskId: idOf(fileOf.flowRunId, file), entry: file.name });
}
