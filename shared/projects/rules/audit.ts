/** What the audits keep (rules AUDIT-1 to AUDIT-6): the actions by name, those of a project and those of the whole service. */

/** Audited actions within a project. */
export const projectAuditActions = [
  'invite-member',
  'accept-invitation',
  'decline-invitation',
  'change-role',
  'remove-member',
  'restore-member',
  'leave-project',
  'offer-project',
  'withdraw-offer',
  'decline-offer',
  'transfer-project',
  'delete-project',
  'restore-project',
  'import-project',
  'create-token',
  'revoke-token',
  'update-project',
  'set-freshness',
  'set-gate',
  'set-lock-scope',
  'set-limits',
  'update-parameters',
  'withdraw-values',
  'put-back-values',
  'accept-held-value',
  'reject-held-value',
  'reopen-held-value',
  'acknowledge-drift',
  'withdraw-acknowledgement',
  'mute-drift',
  'unmute-drift',
  'exclude-task-result',
  'include-task-result',
  'delete-chip',
  'restore-chip',
  'keep-wiring',
  'assign-chip',
  'unassign-chip',
  'update-cooldown',
  'create-schedule',
  'update-schedule',
  'delete-schedule',
  'restore-schedule',
  'write-note',
  'delete-note',
  'delete-thread',
  'delete-reply',
  'create-webhook',
  'update-webhook',
  'delete-webhook',
  'rotate-webhook-secret',
  'replace-chat',
  'delete-chat',
  'cancel-run',
  'force-unlock',
] as const;

/** Audited actions on accounts, and on who has which project. */
export const systemAuditActions = [
  'register-user',
  'update-user',
  'change-system-role',
  'disable-user',
  'enable-user',
  'delete-user',
  'require-password-change',
  'end-session',
  'link-identity',
  'unlink-identity',
  'reset-password',
  'change-password',
  'create-token',
  'revoke-token',
  'transfer-project',
  'delete-project',
  'restore-project',
  'import-project',
] as const;

export type ProjectAuditAction = (typeof projectAuditActions)[number];
export type SystemAuditAction = (typeof systemAuditActions)[number];

/** The columns of an audit as CSV. */
export const auditColumns = ['at', 'actor', 'action', 'resource', 'details'] as const;

/** Details with the names of every map sorted: the table keeps no order. */
export function inOrder(details: unknown): unknown {
  if (Array.isArray(details)) return details.map(inOrder);
  if (typeof details !== 'object' || details === null) return details;
  const entries = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([name, value]) => [name, inOrder(value)]));
}
