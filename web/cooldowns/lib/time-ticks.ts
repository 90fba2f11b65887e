import { monthTitle, parseWallClock, wallClock } from '#shared/kernel/rules/calendar.ts';
import { positionOf, type TimeFrame } from './cooldown-timeline.ts';

export interface TimeTick {
  at: number;
  left: number;
  text: string;
}

/** How many months lie between two ticks: the fewest that keep their texts apart. */
const steps = [1, 3, 6, 12, 24, 60, 120];
const tickRoom = 64;

/** The beginnings of months or years in a zone, as many as there is room for; a year is named by its first tick. */
export function timeTicks(frame: TimeFrame, timeZone: string, width: number): TimeTick[] {
  const [year, month] = wallClock(new Date(frame.from).toISOString(), timeZone).split('-').map(Number);
  const first = (year ?? 0) * 12 + (month ?? 1) - 1;
  const months = Math.ceil((frame.to - frame.from) / (28 * 86_400_000)) + 1;
  const room = (step: number) => (width * step * 30 * 86_400_000) / (frame.to - frame.from);
  const step = steps.find((one) => room(one) >= tickRoom) ?? 240;
  const ticks: TimeTick[] = [];
  let named: number | undefined;
  for (let n = first; n <= first + months; n++) {
    if (n % step !== 0) continue;
    const [ofYear, ofMonth] = [Math.floor(n / 12), n % 12];
    const day = `${ofYear}-${String(ofMonth + 1).padStart(2, '0')}-01`;
    const start = parseWallClock(`${day}T00:00:00`, timeZone);
    const at = Date.parse(start ?? '');
    if (!(at >= frame.from && at <= frame.to)) continue;
    const text = step >= 12 ? String(ofYear) : `${monthTitle(day).slice(0, 3)}${ofYear === named ? '' : ` ${ofYear}`}`;
    named = ofYear;
    ticks.push({ at, left: positionOf(at, frame, width), text });
  }
  return ticks;
}
