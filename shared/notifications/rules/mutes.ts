import type { NotificationKind } from './kinds.ts';

/** Most mutes of a user. */
export const mostMutes = 100;

/** A user's mute: all its fields must match (rule NOTIFY-12). */
export interface Mute {
  kind?: NotificationKind | undefined;
  projectId?: string | undefined;
  /** Path of the page of a thing in that project, such as of a chip, and of what lies below it. */
  targetUrl?: string | undefined;
  /** Until when; without it, until it is taken back. */
  until?: string | undefined;
}

/** What of an event decides whether it is muted. */
export interface Mutable {
  kind: NotificationKind;
  projectId: string;
  targetUrl: string;
  /** The time of the event. A late notification is muted as if it had been sent at once. */
  at: string;
}

/** Whether a user has muted an event (rules NOTIFY-7 and NOTIFY-12). */
export function isMuted(
  { muted, mutes = [] }: { muted: readonly NotificationKind[]; mutes?: readonly Mute[] | undefined },
  event: Mutable,
): boolean {
  return muted.includes(event.kind) || mutes.some((mute) => fits(mute, event));
}

const fits = ({ kind, projectId, targetUrl, until }: Mute, event: Mutable): boolean =>
  (kind === undefined || kind === event.kind) &&
  (projectId === undefined || projectId === event.projectId) &&
  (targetUrl === undefined || event.targetUrl === targetUrl || event.targetUrl.startsWith(`${targetUrl}/`)) &&
  (until === undefined || event.at < until);

/** The mutes that still hold at an instant, each once. */
export function standingMutes(mutes: readonly Mute[], now: string): Mute[] {
  const standing = mutes.filter(({ until }) => until === undefined || until > now);
  const byText = new Map(
    standing.map((mute) => [JSON.stringify([mute.kind, mute.projectId, mute.targetUrl, mute.until]), mute]),
  );
  return [...byText.values()];
}
