import { describe, expect, it } from 'vitest';
import { cividisColours } from '#shared/values/rules/cividis.ts';
import { oklabOf, rgbText } from '#shared/values/rules/colours/oklab.ts';
import { contrast, inkOn, luminance } from '../../../web/chips/lib/map/color-scale.ts';
import { mapColours, rampNames } from '../../../web/chips/lib/map/ramps.ts';

const themes = [
  { name: 'light', isDark: false, page: luminance('rgb(245, 246, 248)') },
  { name: 'dark', isDark: true, page: luminance('rgb(16, 19, 24)') },
];
const positions = Array.from({ length: 101 }, (_, index) => index / 100);

/** Full deficiencies by G. Machado, M. Oliveira and L. Fernandes (2009), on linear red, green and blue. */
const deficiencies = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const coded = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);

/** The lightness (OKLab) of a colour for a viewer with a colour vision deficiency. */
function seenLightness(fill: string, matrix: readonly (readonly number[])[]): number {
  const parts = (fill.match(/\d+/g) ?? []).map((part) => linear(Number(part) / 255));
  const seen = matrix.map((row) => row.reduce((sum, weight, n) => sum + weight * (parts[n] ?? 0), 0));
  const hex = seen.map((part) => Math.round(255 * coded(Math.min(1, Math.max(0, part)))));
  return oklabOf(`#${hex.map((part) => part.toString(16).padStart(2, '0')).join('')}`)[0];
}

describe.each(themes)('the colours of maps', ({ name: theme, isDark, page }) => {
  const { judged: tide, neutral: plum } = mapColours('tide', isDark);

  it(`on a ${theme} page the lightness rises from worst to best for everybody, whatever their colour vision`, () => {
    for (const ramp of [tide, plum])
      for (const matrix of Object.values(deficiencies)) {
        const seen = positions.filter((_, n) => n % 10 === 0).map((position) => seenLightness(ramp(position), matrix));
        for (const [n, lightness] of seen.slice(1).entries()) expect(lightness).toBeGreaterThan(seen[n] ?? 1);
      }
  });

  it(`on a ${theme} page the worst colour has a contrast of 3 to 1 at least`, () => {
    const worst = luminance(tide(0));
    expect((Math.max(worst, page) + 0.05) / (Math.min(worst, page) + 0.05)).toBeGreaterThanOrEqual(3);
  });

  it(`on a ${theme} page every colour of every ramp is written on in an ink that is read on it`, () => {
    for (const name of rampNames)
      for (const ramp of Object.values(mapColours(name, isDark)))
        for (const position of positions) {
          const fill = ramp(position);
          expect(fill).toMatch(/^rgb\(\d+, \d+, \d+\)$/);
          expect(contrast(fill, inkOn(fill))).toBeGreaterThanOrEqual(4.5);
        }
  });

  it(`on a ${theme} page a ramp ends with its own colours, and goes no further`, () => {
    const [worst, best] = isDark ? ['#5160ad', '#f9f962'] : ['#1d1c7c', '#f9df4c'];
    expect([tide(0), tide(-1), tide(1), tide(2)]).toEqual(
      [worst, worst, best, best].map((hex) => rgbText(oklabOf(hex))),
    );
    expect(rgbText(oklabOf('#5160ad'))).toBe('rgb(81, 96, 173)');
  });
});

/** Red, green and blue of `rgb(r, g, b)` or `#rrggbb`. */
const partsOf = (colour: string): number[] =>
  colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/\d+/g) ?? []).map(Number);

it.each([
  ['cividis', cividisColours(41)],
  // As published with matplotlib.
  ['viridis', ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725']],
] as const)('%s differs from its published colours by 2 percent at most', (name, published) => {
  const { judged } = mapColours(name, false);
  for (const [n, colour] of published.entries()) {
    const [own, theirs] = [partsOf(judged(n / (published.length - 1))), partsOf(colour)];
    expect(own).toHaveLength(3);
    for (const [at, part] of own.entries()) expect(Math.abs(part - (theirs[at] ?? 999))).toBeLessThanOrEqual(5);
  }
});
