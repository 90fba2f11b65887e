import type { Membership } from '../permissions.ts';
import type { NotificationKind } from './kinds.ts';

/** Who is in a project, as far as it decides who is told. */
export type Candidate = Membership & { username: string };

/** What decides who is told of an event. */
export interface Concern {
  kind: NotificationKind;
  /** Whom it concerns: who started the run, made the schedule, was mentioned or invited. */
  concerned: readonly string[];
  /** Who did it, who need not be told; absent where nobody did. */
  actor?: string | undefined;
}

/** What the owner of the project is told of besides those whom it concerns. */
const ownersToo: ReadonlySet<NotificationKind> = new Set(['run_stuck', 'worker_silent', 'lock_forced', 'value_held']);

/** What is told to whom it concerns whatever their membership is: it is what has changed. */
const aboutMembership: ReadonlySet<NotificationKind> = new Set(['invitation', 'membership']);

/** What is told to nobody else, where those whom it concerns have left. */
const personal: ReadonlySet<NotificationKind> = new Set([...aboutMembership, 'mention']);

/**
 * Who is told of an event (rules NOTIFY-2 to NOTIFY-4), by name and once each: active members whom it concerns; the owner
 * too where somebody has to act, or where nobody else is left to be told; never who did it.
 */
export function recipientsOf<T extends Candidate>({ kind, concerned, actor }: Concern, members: readonly T[]): T[] {
  const isConcerned = ({ username, status }: T) =>
    concerned.includes(username) && (status === 'active' || aboutMembership.has(kind));
  const told = members.filter(isConcerned);
  const withOwner = ownersToo.has(kind) || (told.length === 0 && !personal.has(kind));
  const isOwner = ({ role, status }: T) => role === 'owner' && status === 'active';
  return members.filter(
    (member) => member.username !== actor && (told.includes(member) || (withOwner && isOwner(member))),
  );
}
