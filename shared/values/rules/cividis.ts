import { interpolateCividis } from 'd3-scale-chromatic';

/** So many colours of cividis from dark to bright, as `#rrggbb` (rule MAP-3). */
export const cividisColours = (count: number): string[] =>
  Array.from({ length: count }, (_, step) => hexOf(interpolateCividis(step / (count - 1))));

const hexOf = (rgb: string): string =>
  `#${(rgb.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
