import { lightColours, type Ramp, rampOf } from '#shared/values/rules/colours/ramp.ts';

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

/*
 * Cividis and viridis at 18 places, from which they differ by 2 % at most in between. The package of these maps brings all of its
 * others along, 5 KB compressed.
 */
const cividis = rampOf(
  '#002051 #002b64 #0f356c #23406e #374a6e #4b556d #5c606e #6c6b70 #797673 #858176 #928d78 #9f9978 #aea575 #bfb26f #d2bf66 #e4cd5a #f4db4e #fdea45',
);
const viridis = rampOf(
  '#440154 #481769 #472a7a #433d84 #3d4e8a #355e8d #2e6d8e #297b8e #23898e #1f978b #21a585 #2eb37c #46c06f #65cb5e #89d548 #b0dd2f #d8e219 #fde725',
);

const judgedRamps: Record<RampName, (isDark: boolean) => Ramp> = {
  tide: (isDark) => (isDark ? darkColours : lightColours).judged,
  cividis: () => cividis,
  viridis: () => viridis,
};
