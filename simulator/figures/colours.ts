import { cividisColours } from '#shared/values/rules/cividis.ts';

/** Colours of the series in order, distinguishable with every kind of colour vision, on light and on dark. */
export const SERIES_COLOURS = ['#3d85c6', '#e69f00', '#1b9e77', '#cc79a7', '#8c8c8c', '#d55e00'] as const;

/** Cividis from low to high, one colour per band of a map. */
export const MAP_COLOURS: readonly string[] = cividisColours(10);

/** Returns the colour of a series by position; colours repeat after the last. */
export const seriesColour = (index: number): string =>
  SERIES_COLOURS[index % SERIES_COLOURS.length] ?? SERIES_COLOURS[0];
