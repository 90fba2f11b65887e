import { v7 as uuidV7 } from 'uuid';
import { getChip } from '../../../../chips/store/chips.ts';
import { findCooldownSpan } from '../../../../cooldowns/verbs/filter-cooldown.ts';
import { nowOf } from '../../../../kernel/context.ts';
import { conflict, unknownReference } from '../../../../kernel/errors.ts';
import { bounds } from '../../../../kernel/rules/bounds.ts';
import { ifAbsent } from '../../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../../kernel/store/dynamodb/transaction.ts';
import { addAppliedMark, applyOnce } from '../../../../kernel/verbs/apply-once.ts';
import {
  type ExportFilter,
  type ExportKind,
  type ExportRecord,
  exportEntity,
  listExportRecords,
  type TableFormat,
} from '../../../store/exports.ts';
import { type ExportContext, poke } from './export-context.ts';

/** The request; until now if no end is given. */
export interface ExportInput {
  kind: ExportKind;
  format: TableFormat;
  filter: Omit<ExportFilter, 'endAt'> & { endAt: string | undefined };
}

/**
 * Asks for an export of rows, which is made as a job (rule EXPORT-5).
 * @throws ServiceError `unknown_reference` for a chip or cool-down that is not there; `limit_reached`.
 */
export async function askForExport(ctx: ExportContext, input: ExportInput): Promise<ExportRecord> {
  const record = await applyOnce(
    ctx,
    () => writeRequest(ctx, input),
    // What the earlier request has written: nothing changes it but its maker.
    (outcome) => outcome as ExportRecord,
  );
  await poke(ctx, record);
  return record;
}

async function writeRequest(ctx: ExportContext, input: ExportInput): Promise<ExportRecord> {
  const { projectId } = ctx;
  const { chipId, cooldownId } = input.filter;
  const [chip, known] = await Promise.all([
    chipId === undefined ? undefined : getChip(ctx.db, projectId, chipId),
    listExportRecords(ctx.db, projectId),
    findCooldownSpan(ctx, cooldownId),
  ]);
  if (chipId !== undefined && !chip) throw unknownReference(`Chip '${chipId}' not found in project '${projectId}'`);
  requireRoomForExport(projectId, known);
  const requestedAt = nowOf(ctx);
  const exportId = uuidV7({ msecs: ctx.clock().getTime() });
  const record: ExportRecord = {
    ...{ projectId, exportId, kind: input.kind, format: input.format },
    filter: { ...input.filter, endAt: input.filter.endAt ?? requestedAt },
    fileName: `${chipId ?? 'project'}-${input.kind.replace('_', '-')}-${requestedAt.slice(0, 10)}.${input.format}`,
    requestedBy: ctx.actor.user.username,
    requestedAt,
    ...{ status: 'queued', rows: 0, bytes: 0, lastPart: 0 },
  };
  const transaction = new Transaction(ctx.db);
  addAppliedMark(transaction, ctx, record);
  await transaction.put(exportEntity.encode(record, 1), ifAbsent).commit();
  return record;
}

function requireRoomForExport(projectId: string, known: readonly ExportRecord[]): void {
  const underWay = known.filter(({ status }) => status === 'queued' || status === 'running').length;
  if (underWay >= bounds.exportsAtOnce)
    throw conflict(
      `${underWay} exports of project '${projectId}' are being made, the maximum; wait for one or cancel it`,
      'limit_reached',
    );
  if (known.length >= bounds.exportsOfProject)
    throw conflict(
      `Project '${projectId}' has asked for ${known.length} exports within two days, the maximum`,
      'limit_reached',
    );
}
