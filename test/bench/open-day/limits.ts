import { limits } from '../limits.ts';

/** What a read costs at one time of the day. */
export interface Cost {
  trips: number;
  units: number;
  milliseconds: number | undefined;
}

/** How much dearer a read may be after the last run of a day than after the second. */
export const mostGrowth = 1.3;

/** What two times of a read may differ by, whatever it takes. */
const noiseMilliseconds = 2;

/**
 * Everything that is wrong with a read of a day that is not over, a sentence each: it takes more round trips than a read may, more
 * units than the same question about a closed day, or more units or time after the last run than after the second. Round trips may
 * grow up to the limit: late in the UTC day, days of other zones end within it.
 * @param costs after the second run, after later ones, and of the closed day.
 * @param judgesTimes the machine had nothing else to do.
 */
export function problemsOfDay(name: string, costs: readonly Cost[], judgesTimes: boolean): string[] {
  const [closed, open] = [costs.at(-1), costs.slice(0, -1)];
  const [first, last] = [open[0], open.at(-1)];
  if (!closed || !first || !last) return [];
  const trips = Math.max(...open.map((cost) => cost.trips));
  const units = Math.max(...open.map((cost) => cost.units));
  const slower = (last.milliseconds ?? 0) - mostGrowth * (first.milliseconds ?? 0);
  return [
    ...(trips > Math.max(limits.trips, closed.trips) ? [`${name}: ${trips} sequential round trips`] : []),
    ...(units > limits.ratio * closed.units ? [`${name}: ${units} units, ${closed.units} when the day is closed`] : []),
    ...(last.units > mostGrowth * first.units
      ? [`${name}: ${first.units} units after the second run, ${last.units} after the last`]
      : []),
    ...(judgesTimes && slower > noiseMilliseconds
      ? [
          `${name}: ${first.milliseconds?.toFixed(1)} ms after the second run, ${last.milliseconds?.toFixed(1)} after the last`,
        ]
      : []),
  ];
}
