import { nowOf } from '../../../../kernel/context.ts';
import { notInProject } from '../../../../kernel/errors.ts';
import type { Stored } from '../../../../kernel/store/dynamodb/codec.ts';
import { type FileLink, signedLink } from '../../../../results/verbs/files/read-artifact.ts';
import { type ExportRecord, getExport, listExportRecords } from '../../../store/exports.ts';
import { type ExportContext, poke } from './export-context.ts';
import { contentTypeOf, fileKey } from './keys.ts';

/** An export with its state; `expired` if its file was removed after a day. */
export interface ExportState extends Omit<ExportRecord, 'status'> {
  status: ExportRecord['status'] | 'expired';
  /** Where a ready one is read. */
  link: FileLink | undefined;
}

/** A day, after which the bucket drops what was made to be downloaded. */
export const keptSeconds = 86_400;

/** Seconds that an export may wait for its maker before it is requested again. */
const pokeAfterSeconds = 60;

/**
 * The state of an export. An export whose maker has died is continued.
 * @throws ServiceError `not-found` for an unknown or expired one.
 */
export async function readExport(ctx: ExportContext, exportId: string): Promise<ExportState> {
  const record = await getExport(ctx.db, ctx.projectId, exportId);
  if (!record) throw notInProject('Export', exportId, ctx.projectId);
  if (isAbandoned(record, nowOf(ctx))) await poke(ctx, record);
  if (record.status !== 'ready') return { ...record, link: undefined };
  const sizeBytes = isExpired(record, ctx.clock()) ? undefined : await ctx.objects.size(fileKey(record));
  if (sizeBytes === undefined) return { ...record, status: 'expired', link: undefined };
  const { fileName } = record;
  const link = await signedLink(ctx, {
    ...{ key: fileKey(record), contentType: contentTypeOf(record), fileName, sizeBytes },
  });
  return { ...record, link };
}

/** The exports of the project, the youngest first, without the addresses of their files. */
export async function listExports(
  ctx: ExportContext,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ exports: ExportState[]; total: number }> {
  const all = (await listExportRecords(ctx.db, ctx.projectId)).reverse();
  const exports = all.slice(skip, skip + limit).map((record) => {
    const status = record.status === 'ready' && isExpired(record, ctx.clock()) ? ('expired' as const) : record.status;
    return { ...record, status, link: undefined };
  });
  return { exports, total: all.length };
}

const isExpired = ({ endedAt }: ExportRecord, now: Date): boolean =>
  endedAt !== undefined && now.getTime() - Date.parse(endedAt) > keptSeconds * 1000;

/** It has no maker: the lease has expired, or no maker ever started. */
function isAbandoned({ status, leaseUntil, requestedAt }: Stored<ExportRecord>, now: string): boolean {
  if (status === 'running') return (leaseUntil ?? '') < now;
  return status === 'queued' && Date.parse(now) - Date.parse(requestedAt) > pokeAfterSeconds * 1000;
}
