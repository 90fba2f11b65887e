/** Where cool-downs lie on a time line; pure, in pixels. */

/** The fields of a cool-down that a time line draws. */
export interface TimelineCooldown {
  cooldown_id: string;
  /** ISO 8601. */
  started_at: string;
  /** Null: ongoing. */
  ended_at: string | null;
  chip_ids: readonly string[];
}

/** The stretch of time that is drawn, in milliseconds since 1970. */
export interface TimeFrame {
  from: number;
  to: number;
}

/** One bar with its name. What bars and their names cover does not touch within a lane. */
export interface TimelineBar {
  id: string;
  left: number;
  width: number;
  lane: number;
  top: number;
  height: number;
  /** Where its name and those of its chips are: outside if it is too narrow for them. */
  names: 'inside' | 'right' | 'left';
  /** A lane for each chip, in their order; the last counts those that have none. */
  chips: string[];
}

/** Narrower bars could not be hit (WCAG 2.2, 2.5.8). */
export const minimumBarWidth = 24;
/** Height of the name of a cool-down, and of the lane of a chip. */
export const nameHeight = 22;
export const chipHeight = 18;
const barPadding = 4;
/** The least room between two bars, across and down. */
const gap = 6;
const mostChips = 6;
const shortestFrame = 90 * 86_400_000;

const endOf = (cooldown: TimelineCooldown, now: number): number =>
  cooldown.ended_at === null ? Math.max(now, Date.parse(cooldown.started_at)) : Date.parse(cooldown.ended_at);

/** The last 90 days, or from the first start; to now or the last end, whichever is later. */
export function frameOf(cooldowns: readonly TimelineCooldown[], now: number): TimeFrame {
  return {
    from: Math.min(now - shortestFrame, ...cooldowns.map((cooldown) => Date.parse(cooldown.started_at))),
    to: Math.max(now, ...cooldowns.map((cooldown) => endOf(cooldown, now))),
  };
}

/** The place of an instant in a frame that is `width` wide. */
export const positionOf = (time: number, { from, to }: TimeFrame, width: number): number =>
  ((time - from) / (to - from)) * width;

/** Room that a text of 12 px takes at most, near enough. */
const textWidth = (text: string): number => text.length * 7 + 14;

function chipLanes(chipIds: readonly string[]): string[] {
  const sorted = chipIds.toSorted();
  return sorted.length <= mostChips
    ? sorted
    : [...sorted.slice(0, mostChips - 1), `${sorted.length - mostChips + 1} more`];
}

/**
 * Bars of one cryostat's cool-downs, in the order of their starts, and the height that they take. Ended ones may overlap:
 * each goes to the first lane where it and its name touch no other.
 */
export function timelineBars(
  cooldowns: readonly TimelineCooldown[],
  frame: TimeFrame,
  now: number,
  width: number,
): { bars: TimelineBar[]; height: number } {
  const spans = cooldowns
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .map((cooldown) => {
      const start = positionOf(Date.parse(cooldown.started_at), frame, width);
      const span = Math.max(minimumBarWidth, positionOf(endOf(cooldown, now), frame, width) - start);
      const from = Math.max(0, Math.min(start, width - span));
      return { cooldown, from, to: from + span, width: span };
    });
  const lanes: Span[][] = [];
  const placed = spans.map((span) => {
    const { cooldown_id: id, chip_ids } = span.cooldown;
    const chips = chipLanes(chip_ids);
    const room = Math.max(...[id, ...chips].map(textWidth));
    const others = spans.filter((other) => other !== span);
    const { names, covered } = sideOf(span, room, others, width);
    const free = lanes.findIndex((lane) => lane.every((other) => isApart(other, covered)));
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = [...(lanes[lane] ?? []), covered];
    return { id, left: span.from, width: span.width, lane, names, chips, height: heightOf(chips) };
  });
  const heights = lanes.map((_, lane) =>
    Math.max(...placed.filter((bar) => bar.lane === lane).map((bar) => bar.height)),
  );
  const topOf = (lane: number) => heights.slice(0, lane).reduce((sum, height) => sum + height + gap, 0);
  return {
    bars: placed.map((bar) => ({ ...bar, top: topOf(bar.lane) })),
    height: Math.max(0, topOf(heights.length) - gap),
  };
}

const heightOf = (chips: readonly string[]): number => nameHeight + Math.max(1, chips.length) * chipHeight + barPadding;

interface Span {
  from: number;
  to: number;
}

const isApart = (a: Span, b: Span): boolean => a.to + gap <= b.from || b.to + gap <= a.from;

/** Inside if there is room, else on the side where they cover no other bar, else where they stay in the frame. */
function sideOf({ from, to }: Span, room: number, others: readonly Span[], width: number) {
  const inside = { names: 'inside' as const, covered: { from, to } };
  if (to - from >= room) return inside;
  const sides = [
    { names: 'right' as const, covered: { from, to: to + room } },
    { names: 'left' as const, covered: { from: from - room, to } },
  ].filter(({ covered }) => covered.from >= 0 && covered.to <= width);
  return sides.find(({ covered }) => others.every((other) => isApart(other, covered))) ?? sides[0] ?? inside;
}
