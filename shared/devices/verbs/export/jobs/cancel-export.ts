import { nowOf } from '../../../../kernel/context.ts';
import { conflict, notInProject } from '../../../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../../kernel/store/dynamodb/transaction.ts';
import { exportEntity, getExport } from '../../../store/exports.ts';
import type { ExportContext } from './export-context.ts';
import { type ExportState, readExport } from './read-exports.ts';

/**
 * Cancels an export: its maker notices at its next step, and drops what was written. A cancelled one stays cancelled.
 * @throws ServiceError `not-found`; `conflict` for one that has ended otherwise.
 */
export async function cancelExport(ctx: ExportContext, exportId: string): Promise<ExportState> {
  await retryOnConflict(orRefuse(`Export '${exportId}'`), async () => {
    const stored = await getExport(ctx.db, ctx.projectId, exportId);
    if (!stored) throw notInProject('Export', exportId, ctx.projectId);
    const { rev, ...record } = stored;
    if (record.status === 'cancelled') return;
    if (record.status === 'ready' || record.status === 'failed')
      throw conflict(`Export '${exportId}' has ended already: it is ${record.status}`);
    const ended = { ...record, status: 'cancelled' as const, holder: undefined, endedAt: nowOf(ctx) };
    await new Transaction(ctx.db).put(exportEntity.encode(ended, rev + 1), ifRevision(rev), staleRead).commit();
  });
  return readExport(ctx, exportId);
}
