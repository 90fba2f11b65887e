/** A part of a history, in milliseconds. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** A shorter window is of no use: values of one minute overlap. */
const shortestMs = 60_000;

/** From the first to the last of some instants; undefined of fewer than two. */
export function spanOf(instants: readonly string[]): TimeWindow | undefined {
  const times = instants.map((at) => Date.parse(at));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return from < to ? { from, to } : undefined;
}

/** What lacks less than this share of the whole is all of it: doubling halves of it loses what they were rounded by. */
const nearlyAll = 0.995;

/** A window inside of the whole; undefined where it is all of it, or too short to be looked at. */
export function windowIn(whole: TimeWindow, { from, to }: TimeWindow): TimeWindow | undefined {
  const length = to - from;
  if (length < shortestMs || length >= nearlyAll * (whole.to - whole.from)) return undefined;
  const start = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from: Math.round(start), to: Math.round(start + length) };
}

/** Half as long or twice as long: towards the newest while that is in sight, else around the middle. */
export function zoomed(whole: TimeWindow, shown: TimeWindow, factor: number): TimeWindow | undefined {
  const length = Math.max(shortestMs, (shown.to - shown.from) * factor);
  const to = shown.to >= whole.to ? whole.to : (shown.from + shown.to + length) / 2;
  return windowIn(whole, { from: to - length, to });
}

/** Half of its length earlier (-1) or later (1), as far as there is something. */
export function moved(whole: TimeWindow, shown: TimeWindow, direction: -1 | 1): TimeWindow | undefined {
  const step = (direction * (shown.to - shown.from)) / 2;
  return windowIn(whole, { from: shown.from + step, to: shown.to + step });
}
