import { interpolateCividis, interpolateViridis } from 'd3-scale-chromatic';
import { lightColours, type Ramp, rampOf } from '#shared/domain/metrics/colours/ramp.ts';

/** What the values of a map can be coloured with, where one end is good (rule MAP-3). */
export const rampNames = ['tide', 'cividis', 'viridis'] as const;
export type RampName = (typeof rampNames)[number];

/** The colours of a map: of metrics of which one end is good, and of frequencies and other settings, of which none is. */
export interface MapColours {
  judged: Ramp;
  neutral: Ramp;
}

/** The same as `lightColours` on a dark page. */
const darkColours = {
  judged: rampOf('#5160ad #5474ba #5189c4 #469cc4 #4bafbf #5bc0b8 #76d0b0 #8ce0a7 #abed97 #d0f57f #f9f962'),
  neutral: rampOf('#835392 #f9e7ff'),
};

/** The colours that the user has chosen, on a light or a dark page. */
export const mapColours = (name: RampName, isDark: boolean): MapColours => ({
  judged: judgedRamps[name](isDark),
  neutral: (isDark ? darkColours : lightColours).neutral,
});

const judgedRamps: Record<RampName, (isDark: boolean) => Ramp> = {
  tide: (isDark) => (isDark ? darkColours : lightColours).judged,
  cividis: () => interpolateCividis,
  viridis: () => viridis,
};

const viridis: Ramp = (position) => {
  const hex = interpolateViridis(position);
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
};
