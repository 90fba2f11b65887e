import { interpolateCividis, interpolateViridis } from 'd3-scale-chromatic';
import { between, oklabOf, rgbText } from './oklab.ts';

/** A colour `rgb(r, g, b)` for a place between the worst (0) and the best (1). */
export type Ramp = (position: number) => string;

/** What the values of a map can be coloured with, where one end is good (rule MAP-3). */
export const rampNames = ['tide', 'cividis', 'viridis'] as const;
export type RampName = (typeof rampNames)[number];

/** The colours of a map: of metrics of which one end is good, and of frequencies and other settings, of which none is. */
export interface MapColours {
  judged: Ramp;
  neutral: Ramp;
}

const stops = {
  tide: {
    light: '#1d1c7c #1c3989 #165394 #02698f #0e7f8c #28958f #4caa8c #71ba7b #a2c662 #ccd356 #f9df4c',
    dark: '#5160ad #5474ba #5189c4 #469cc4 #4bafbf #5bc0b8 #76d0b0 #8ce0a7 #abed97 #d0f57f #f9f962',
  },
  plum: { light: '#542662 #ecd4f4', dark: '#835392 #f9e7ff' },
} as const;

/** The colours that the user has chosen, on a light or a dark page. */
export const mapColours = (name: RampName, isDark: boolean): MapColours => ({
  judged: judgedRamps[name](isDark),
  neutral: isDark ? plum.dark : plum.light,
});

const plum = { light: rampOf(stops.plum.light), dark: rampOf(stops.plum.dark) };
const tide = { light: rampOf(stops.tide.light), dark: rampOf(stops.tide.dark) };

const judgedRamps: Record<RampName, (isDark: boolean) => Ramp> = {
  tide: (isDark) => (isDark ? tide.dark : tide.light),
  cividis: () => interpolateCividis,
  viridis: () => viridis,
};

const viridis: Ramp = (position) => {
  const hex = interpolateViridis(position);
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
};

/** Colours at equal distances, and between them those of OKLab, so that equal steps look equal. */
function rampOf(colours: string): Ramp {
  const at = colours.split(' ').map(oklabOf);
  return (position) => {
    const along = Math.min(1, Math.max(0, position)) * (at.length - 1);
    const index = Math.min(Math.floor(along), at.length - 2);
    const [one, other] = [at[index], at[index + 1]];
    if (one === undefined || other === undefined) throw new Error('A ramp has two colours at least');
    return rgbText(between(one, other, along - index));
  };
}
