import { between, oklabOf, rgbText } from './oklab.ts';

/** A colour `rgb(r, g, b)` for a place between the worst (0) and the best (1). */
export type Ramp = (position: number) => string;

/** Colours at equal distances, and between them those of OKLab, so that equal steps look equal. */
export function rampOf(colours: string): Ramp {
  const at = colours.split(' ').map(oklabOf);
  return (position) => {
    const along = Math.min(1, Math.max(0, position)) * (at.length - 1);
    const index = Math.min(Math.floor(along), at.length - 2);
    const [one, other] = [at[index], at[index + 1]];
    if (one === undefined || other === undefined) throw new Error('A ramp has two colours at least');
    return rgbText(between(one, other, along - index));
  };
}

/** The usual colours of maps on a light page: of metrics of which one end is good, and of others (rule MAP-3). */
export const lightColours = {
  judged: rampOf('#1d1c7c #1c3989 #165394 #02698f #0e7f8c #28958f #4caa8c #71ba7b #a2c662 #ccd356 #f9df4c'),
  neutral: rampOf('#542662 #ecd4f4'),
};
