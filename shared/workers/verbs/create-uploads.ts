import type { ProjectContext } from '../../kernel/context.ts';
import { type Problem, unknownReference } from '../../kernel/errors.ts';
import type { ObjectStore } from '../../kernel/objects/port.ts';
import type { UploadAddress, UploadAddresses } from '../../kernel/objects/uploads.ts';
import { requireQuota } from '../../projects/verbs/usage/require-quota.ts';
import { muxIdTarget } from '../../runs/rules/task-id.ts';
import { uploadPath } from '../../runs/rules/upload-path.ts';
import { requireDistinct } from './check-batch.ts';
import { readMuxes } from './expand-results.ts';
import { findWork, isStopping, requireClaim, type UnderClaim } from './find-work.ts';
import { idOf, type KnownTask, type NamedTask, withKnownTargets } from './known-targets.ts';

/** A file that a worker wants to upload for one of its tasks. */
export interface UploadFile extends Omit<NamedTask, 'taskType'> {
  taskType: NamedTask['taskType'] | 'mux';
  /** Of a mux, whose qubits share the file. */
  muxId: number | undefined;
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

/** A mux that the chip does not have has no files. */
function requireMuxes(chipId: string, files: readonly UploadFile[], muxes: readonly unknown[]): void {
  const problems = files.flatMap(({ muxId }, n): Problem[] =>
    muxId === undefined || muxId < muxes.length
      ? []
      : [{ path: `body.files.${n}.mux_id`, message: `${muxId} is not a mux of chip '${chipId}'` }],
  );
  if (problems.length > 0) throw unknownReference(`Chip '${chipId}' does not have all of these targets`, problems);
}

/** Seconds for which an address is good (rule AUTH-19). */
const expiresSeconds = 300;

/**
 * Creates upload addresses for files of a run (rule AUTH-19): under its claim's fence and the task, each to be written
 * once, and readable when the task's result names it.
 * @throws ServiceError `not-found`; `invalid` for a target that the chip does not have, or a file that is requested
 * twice; `forbidden` to others than the claim's worker; `conflict` when the worker must stop, and with the code
 * `limit_reached`, after which it continues without files, in a project that is beyond its quota.
 */
export async function createUploads(
  ctx: ProjectContext & { uploads: UploadAddresses; objects: Pick<ObjectStore, 'list'> },
  flowRunId: string,
  { fence, claimKey, files }: UnderClaim & { files: readonly UploadFile[] },
): Promise<{ uploads: Upload[]; stop: boolean }> {
  const work = await findWork(ctx, flowRunId, { claimKey });
  await requireClaim(work, fence);
  await requireQuota(ctx, ctx.projectId, ['fileBytes']);
  const { projectId, chipId } = work.execution;
  const muxes = await readMuxes(
    ctx,
    chipId,
    files.map(({ muxId }) => muxId),
  );
  requireMuxes(chipId, files, muxes);
  const placed = files.map((file, n) => ({ ...file, path: `body.files.${n}` }));
  // A mux is not a target of its own: its file is found by the id that its name makes.
  const known = await withKnownTargets(
    ctx,
    chipId,
    placed.map(({ taskType, muxId, ...file }) =>
      taskType === 'mux'
        ? { ...file, taskType: 'global' as const, qid: '', idTarget: muxIdTarget(muxId) }
        : { ...file, taskType },
    ),
  );
  const named = known.map((file) => ({ file, path: pathOf({ projectId, flowRunId, fence }, file) }));
  requireDistinct(
    named.map(({ file, path: key }) => ({ key, path: file.path })),
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

type OwnFile = Pick<UploadFile, 'kind' | 'name'> & NamedTask & KnownTask;

function pathOf(fileOf: { projectId: string; flowRunId: string; fence: number }, file: OwnFile): string {
  const kind = file.kind === 'figure' ? 'figures' : 'raw';
  return uploadPath({ ...fileOf, kind, taskId: idOf(fileOf.flowRunId, file), entry: file.name });
}
