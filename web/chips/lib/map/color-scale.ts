import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { colourRange } from '#shared/values/rules/colours/colour-range.ts';
import { between, oklabOf, rgbText } from '#shared/values/rules/colours/oklab.ts';
import { median } from '#shared/values/rules/statistics.ts';
import type { MapColours } from './ramps.ts';

/** The colours of one layer of a map, bright where the value is good (rules MAP-3, MAP-4 and MAP-6). */
export interface MapScale {
  /** Ends of the colour range in drawn units, `low < high`. */
  low: number;
  high: number;
  isLog: boolean;
  /** Values beyond the ends, which are drawn in the colour of the end. */
  below: number;
  above: number;
  median: number;
  /** The position of a value between dark (0) and bright (1), clipped. */
  position: (drawn: number) => number;
  fill: (drawn: number) => string;
}

/** The scale of the numbers of one layer: 5th to 95th percentile, logarithmic for errors; undefined without numbers. */
export function mapScale(values: readonly number[], display: MetricDisplay, colours: MapColours): MapScale | undefined {
  const middle = median(values);
  if (middle === undefined) return undefined;
  const { low, high, isLog, position } = colourRange(values, display);
  const ramp = display.better === 'neither' ? colours.neutral : colours.judged;
  return {
    low,
    high,
    isLog,
    below: values.filter((value) => value < low).length,
    above: values.filter((value) => value > high).length,
    median: middle,
    position,
    fill: (drawn) => ramp(position(drawn)),
  };
}

/** The text colour on a fill: black or white, whichever has more contrast, at least 4.5 to 1 on any colour. */
export const inkOn = (fill: string): '#000000' | '#ffffff' =>
  contrast(fill, '#000000') >= contrast(fill, '#ffffff') ? '#000000' : '#ffffff';

/** Contrast of an ink on a fill `rgb(r, g, b)`, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(fill: string, ink: '#000000' | '#ffffff'): number {
  const ground = luminance(fill) + 0.05;
  return ink === '#ffffff' ? 1.05 / ground : ground / 0.05;
}

/** Relative luminance of `rgb(r, g, b)`, 0 to 1 (WCAG 2.2). */
export function luminance(fill: string): number {
  const [red = 0, green = 0, blue = 0] = (fill.match(/\d+(\.\d+)?/g) ?? []).map((part) => {
    const coded = Number(part) / 255;
    return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The edge of a cell: the best end of the ramps is near a light page and the worst near a dark one, so on a light page the fill is
 * mixed with ink.
 */
export function rimOf(fill: string, isDark: boolean): string {
  return isDark ? '#66707f' : rgbText(between(oklabOf(hexOf(fill)), lightInk, 0.42));
}

/** The ink of a light page (`--ink-1`). */
const lightInk = oklabOf('#14171c');

const hexOf = (fill: string): string =>
  `#${(fill.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
