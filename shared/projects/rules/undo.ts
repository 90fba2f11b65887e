import type { ProjectAuditAction } from './audit.ts';

/** How long a deleted chip can be restored (rule CHIP-18). */
export const RESTORABLE_HOURS = 24;

/** Why acts cannot be undone, where that is more than a habit: what people read before and after (rule UNDO-1). */
const refusals: Partial<Record<ProjectAuditAction, string>> = {
  'leave-project': 'Who has left a project returns by an invitation',
  'decline-invitation': 'A declined invitation is given again, not undone',
  'accept-invitation': 'An accepted invitation is ended by removing the member',
  'transfer-project': 'A transfer is undone by its new owner, who transfers the project back',
  'delete-project': 'A deleted project is restored from the list of projects',
  'delete-chip': 'The chip was deleted for good',
  'delete-thread': 'A deleted discussion is gone',
  'delete-reply': 'A deleted reply is gone',
  'delete-webhook': 'A deleted webhook is gone, with its secret',
  'rotate-webhook-secret': 'The former secret is gone',
  'revoke-token': 'A revoked token is gone',
  'create-token': 'A token is ended by revoking it',
  'cancel-run': 'A cancelled run is started again, not resumed',
  'force-unlock': 'The run has ended',
};

/** Why the act of an entry cannot be undone; undefined where it can. */
export function undoRefusal({
  action,
  undo,
}: {
  action: ProjectAuditAction;
  undo?: Record<string, unknown> | undefined;
}): string | undefined {
  if (undo) return undefined;
  const refusal = refusals[action];
  if (refusal !== undefined) return refusal;
  return `Nothing was kept to undo '${action}': it cannot be undone, or an earlier version wrote it`;
}
