import type { ProjectContext } from '../../../kernel/context.ts';
import { conflict, forbidden, notFound } from '../../../kernel/errors.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { projectKeys } from '../../../kernel/store/keys.ts';
import { roleAllows } from '../../rules/permissions.ts';
import { undoRefusal } from '../../rules/undo.ts';
import { type AuditRecord, auditEntity } from '../../store/audit.ts';
import { type Inverse, inverses } from './inverses.ts';

/**
 * Undoes the act of an entry of the project's audit: writes what was before, if the act's outcome is unchanged since (rules UNDO-1 to
 * UNDO-3). Repeated, and for two callers at once, it happens once.
 * @returns the entry of the undo, which can itself be undone.
 * @throws ServiceError `not-found`; `forbidden` to a role that may not do the act; `conflict` where it cannot be undone or
 * something has changed since, which the detail names.
 */
export async function undo(ctx: ProjectContext, auditId: string): Promise<AuditRecord> {
  const entry = await readEntry(ctx, auditId);
  if (entry.undone) return undoneBy(ctx, entry, entry.undone.id);
  const refusal = undoRefusal(entry);
  const inverse: Inverse | undefined = inverses[entry.action];
  if (refusal !== undefined || !entry.undo || !inverse) throw conflict(`${refusal}`, 'not_undoable');
  if (!roleAllows(ctx.role, inverse.role))
    throw forbidden(`Undoing '${entry.action}' takes the role '${inverse.role}'`, 'role_required');
  try {
    await inverse.run({ ...ctx, undoing: { id: entry.id, at: entry.at } }, entry.undo);
  } catch (error) {
    // Of two that undo at once, one finds the former state.
    const now = await readEntry(ctx, auditId);
    if (now.undone) return undoneBy(ctx, now, now.undone.id);
    throw error;
  }
  const { undone } = await readEntry(ctx, auditId);
  if (!undone) throw conflict(`What entry '${auditId}' changed is as it was before already`, 'changed_since');
  return undoneBy(ctx, entry, undone.id);
}

/** The entry that has undone another one, unless it was undone itself since. */
async function undoneBy(ctx: ProjectContext, { id }: AuditRecord, by: string): Promise<AuditRecord> {
  const entry = await readEntry(ctx, by);
  if (!entry.undone) return entry;
  throw conflict(
    `Entry '${id}' was undone by '${by}', which '${entry.undone.id}' has undone; undo that one`,
    'changed_since',
  );
}

async function readEntry(ctx: ProjectContext, auditId: string): Promise<AuditRecord> {
  const at = instantOf(auditId);
  if (at === undefined)
    throw conflict(
      `Entry '${auditId}' was written by an earlier version, which kept nothing to undo it`,
      'not_undoable',
    );
  const item = await getItem(ctx.db, projectKeys.audit(ctx.projectId, at, auditId));
  if (!item) throw notFound(`Entry '${auditId}' not found in the audit of project '${ctx.projectId}'`);
  return auditEntity.decode(item);
}

/** The instant of an entry, which its id begins with (RFC 9562, UUIDv7); undefined for ids of earlier versions. */
function instantOf(auditId: string): string | undefined {
  const digits = auditId.replaceAll('-', '');
  return digits[12] === '7' ? new Date(Number.parseInt(digits.slice(0, 12), 16)).toISOString() : undefined;
}
