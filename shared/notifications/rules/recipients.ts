import type { Membership } from '../../projects/rules/permissions.ts';
import type { NotificationKind } from './kinds.ts';

/** A member as a possible recipient. */
export type Candidate = Membership & { username: string };

/** What decides the recipients of an event. */
export interface Concern {
  kind: NotificationKind;
  /** The users concerned: who started the run, made the schedule, was mentioned or invited. */
  concerned: readonly string[];
  /** The user who caused it, who is not notified; absent if no user did. */
  actor?: string | undefined;
}

/** Kinds that the owner of the project receives in addition to the users concerned. */
const ownersToo: ReadonlySet<NotificationKind> = new Set(['run_stuck', 'worker_silent', 'lock_forced', 'value_held']);

/** Kinds for everyone who may act on them: the owner and the editors. */
const editorsToo: ReadonlySet<NotificationKind> = new Set(['drift_alert']);

/** Kinds that the users concerned receive regardless of their membership, since that has changed. */
const aboutMembership: ReadonlySet<NotificationKind> = new Set(['invitation', 'membership']);

/** Kinds that have no substitute recipient if the people concerned have left. */
const personal: ReadonlySet<NotificationKind> = new Set([
  ...aboutMembership,
  ...(['mention', 'reply', 'assignment', 'thread_status'] as const),
]);

/**
 * The recipients of an event (rules NOTIFY-2 to NOTIFY-4), by name and once each: active members whom it concerns; also
 * the owner if action is needed or no other recipient is left, and editors if they may act; never the person who caused
 * it.
 */
export function recipientsOf<T extends Candidate>({ kind, concerned, actor }: Concern, members: readonly T[]): T[] {
  const isConcerned = ({ username, status }: T) =>
    concerned.includes(username) && (status === 'active' || aboutMembership.has(kind));
  const mayAct = ({ role, status }: T) => editorsToo.has(kind) && role === 'editor' && status === 'active';
  const told = members.filter((member) => isConcerned(member) || mayAct(member));
  const withOwner = ownersToo.has(kind) || editorsToo.has(kind) || (told.length === 0 && !personal.has(kind));
  const isOwner = ({ role, status }: T) => role === 'owner' && status === 'active';
  return members.filter(
    (member) => member.username !== actor && (told.includes(member) || (withOwner && isOwner(member))),
  );
}
