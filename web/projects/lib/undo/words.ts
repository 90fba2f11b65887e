import { plural } from '../../../ui/lib/format/words.ts';
import { actionText } from '../audit/words.ts';
import type { UndoOffer } from './offer.ts';

/** What was done, by the action of its entry: of one, and of many. */
const done: Partial<Record<string, readonly [one: string, what: string, many: string]>> = {
  'update-parameters': ['Values set', 'edit', 'saved'],
  'withdraw-values': ['Values taken back', 'edit', 'taken back'],
  'put-back-values': ['Values put back', 'edit', 'put back'],
  'accept-held-value': ['Value accepted', 'value', 'accepted'],
  'reject-held-value': ['Value rejected', 'value', 'rejected'],
  'reopen-held-value': ['Value held again', 'value', 'held again'],
  'exclude-task-result': ['Result excluded', 'result', 'excluded'],
  'include-task-result': ['Result included', 'result', 'included'],
  'write-note': ['Note saved', 'note', 'saved'],
  'delete-note': ['Note deleted', 'note', 'deleted'],
  'assign-chip': ['Chip added to the cool-down', 'chip', 'added'],
  'unassign-chip': ['Chip taken out of the cool-down', 'chip', 'taken out'],
  'update-cooldown': ['Cool-down changed', 'cool-down', 'changed'],
  'delete-chip': ['Chip deleted', 'chip', 'deleted'],
  'restore-chip': ['Chip restored', 'chip', 'restored'],
  'create-schedule': ['Schedule created', 'schedule', 'created'],
  'update-schedule': ['Schedule changed', 'schedule', 'changed'],
  'delete-schedule': ['Schedule deleted', 'schedule', 'deleted'],
  'restore-schedule': ['Schedule restored', 'schedule', 'restored'],
  'update-project': ['Project changed', 'project', 'changed'],
  'set-freshness': ['Freshness of values changed', 'setting', 'changed'],
  'set-gate': ['Write gate changed', 'setting', 'changed'],
  'set-limits': ['Limits of values changed', 'setting', 'changed'],
  'set-lock-scope': ['Scope of locks changed', 'setting', 'changed'],
  'acknowledge-drift': ['Drift acknowledged', 'drift', 'acknowledged'],
  'withdraw-acknowledgement': ['Acknowledgement withdrawn', 'acknowledgement', 'withdrawn'],
  'mute-drift': ['Drift muted', 'mute', 'set'],
  'unmute-drift': ['Drift unmuted', 'mute', 'ended'],
  'invite-member': ['Invitation sent', 'invitation', 'sent'],
  'change-role': ['Role changed', 'role', 'changed'],
  'remove-member': ['Member removed', 'member', 'removed'],
  'restore-member': ['Member restored', 'member', 'restored'],
};

/** What was done, as a message says it: `3 results excluded`. */
export function offerText({ entries }: UndoOffer): string {
  const [first] = entries;
  const words = done[first?.action ?? ''];
  if (!words) return actionText(first?.action ?? '');
  const [one, what, many] = words;
  return entries.length === 1 ? one : `${plural(entries.length, what)} ${many}`;
}
