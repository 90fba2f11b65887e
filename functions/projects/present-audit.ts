import { inOrder } from '#shared/projects/rules/audit.ts';
import { undoRefusal } from '#shared/projects/rules/undo.ts';
import type { AuditRecord } from '#shared/projects/store/audit.ts';
import type { AuditFilter } from '#shared/projects/verbs/audit/read-audit.ts';

/** What every entry of an audit has, whatever it is of. */
interface Entry<Action> {
  id: string;
  at: string;
  actor: string;
  action: Action;
  resource: string;
  details: Record<string, unknown>;
}

/** An entry of an audit. */
export const presentAuditEntry = <Action>({ id, at, actor, action, resource, details }: Entry<Action>) => ({
  audit_id: id,
  at,
  actor,
  action,
  resource,
  details: inOrder(details) as Record<string, unknown>,
});

/** An entry of a project's audit, with whether it can be undone. */
export const presentProjectEntry = ({ undone, ...entry }: AuditRecord) => {
  const refusal = undone ? undefined : undoRefusal(entry);
  return {
    ...presentAuditEntry(entry),
    can_undo: !undone && refusal === undefined,
    cannot_undo_because: refusal ?? null,
    undone: undone ? { audit_id: undone.id, by: undone.by, at: undone.at } : null,
  };
};

/** Which entries a request wants. */
export const auditFilterOf = (query: {
  actor?: string | undefined;
  action?: string | undefined;
  start_at?: string | undefined;
  end_at?: string | undefined;
}): AuditFilter => ({ actor: query.actor, action: query.action, startAt: query.start_at, endAt: query.end_at });

/** Entries as a file. */
export const auditFile = (csv: string): { bytes: Uint8Array; contentType: 'text/csv'; fileName: string } => ({
  bytes: Buffer.from(csv),
  contentType: 'text/csv',
  fileName: 'audit.csv',
});
