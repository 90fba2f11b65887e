/** Where cool-downs lie on a time line; pure, in pixels. */

/** What of a cool-down a time line draws. */
export interface TimelineCooldown {
  cooldown_id: string;
  /** ISO 8601. */
  started_at: string;
  /** Null: ongoing. */
  ended_at: string | null;
}

/** The stretch of time that is drawn, in milliseconds since 1970. */
export interface TimeFrame {
  from: number;
  to: number;
}

/** One bar. Bars of one lane do not touch. */
export interface TimelineBar {
  id: string;
  left: number;
  width: number;
  lane: number;
}

/** Narrower bars could not be hit (WCAG 2.2, 2.5.8). */
export const minimumBarWidth = 24;
const gap = 2;

const endOf = (cooldown: TimelineCooldown, now: number): number =>
  cooldown.ended_at === null ? Math.max(now, Date.parse(cooldown.started_at)) : Date.parse(cooldown.ended_at);

/** From the first start to now or the last end, whichever is later; at least a day, so that it can be divided. */
export function frameOf(cooldowns: readonly TimelineCooldown[], now: number): TimeFrame {
  const from = Math.min(now, ...cooldowns.map((cooldown) => Date.parse(cooldown.started_at)));
  const to = Math.max(now, ...cooldowns.map((cooldown) => endOf(cooldown, now)));
  return { from, to: Math.max(to, from + 86_400_000) };
}

/** The place of an instant in a frame that is `width` wide. */
export const positionOf = (time: number, { from, to }: TimeFrame, width: number): number =>
  ((time - from) / (to - from)) * width;

/**
 * Bars of one cryostat's cool-downs, in the order of their starts. Ended ones may overlap: each goes to the first lane
 * where it touches no other.
 */
export function timelineBars(
  cooldowns: readonly TimelineCooldown[],
  frame: TimeFrame,
  now: number,
  width: number,
): TimelineBar[] {
  const lanes: number[] = [];
  return cooldowns
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .map((cooldown) => {
      const start = positionOf(Date.parse(cooldown.started_at), frame, width);
      const span = Math.max(minimumBarWidth, positionOf(endOf(cooldown, now), frame, width) - start);
      const left = Math.max(0, Math.min(start, width - span));
      const free = lanes.findIndex((right) => right + gap <= left);
      const lane = free < 0 ? lanes.length : free;
      lanes[lane] = left + span;
      return { id: cooldown.cooldown_id, left, width: span, lane };
    });
}
