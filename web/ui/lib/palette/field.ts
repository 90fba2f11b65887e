/** The field of the command palette, which is there before its code is loaded. */
export const paletteField = {
  label: 'Find a target, run, page, metric, chip, flow, person or note',
  placeholder: 'q45 t1, 0-7, run 001, compare yesterday',
};
