/** Colours of the series, in order: apart from each other for every kind of colour vision, on light and on dark. */
export const SERIES_COLOURS = ['#3d85c6', '#e69f00', '#1b9e77', '#cc79a7', '#8c8c8c', '#d55e00'] as const;

/** Cividis (Nunez et al., PLOS ONE 13(7): e0199239), from low to high. */
export const MAP_COLOURS = [
  '#00224e',
  '#123570',
  '#3b496c',
  '#575d6d',
  '#707173',
  '#8a8678',
  '#a59c74',
  '#c3b369',
  '#e1cc55',
  '#fee838',
] as const;

/** The colour of a series by its position; they repeat after the last. */
export const seriesColour = (index: number): string =>
  SERIES_COLOURS[index % SERIES_COLOURS.length] ?? SERIES_COLOURS[0];
