import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import type { MapCell } from './cells.ts';

/** How many values a cell stands for, and by how much luck alone lifts the best of them: `of 20 values, lifted 36 % by luck`. */
export function triesText({ tries }: Pick<MapCell, 'tries'>): string {
  if (!tries || tries.n < 2) return '';
  const lifted = tries.luck === null ? '' : `, lifted ${Math.round(tries.luck * 100)} % by luck`;
  return `of ${tries.n} values${lifted}`;
}

/**
 * A warning where the numbers of a layer stand for differently many values each: the best of twenty beats the best of two by luck,
 * and a mean of two is less certain than one of twenty.
 */
export function triesWarning(cells: readonly MapCell[], kind: string, mode: SelectionMode): string {
  const counts = cells.flatMap(({ drawn, tries }) => (drawn === null || !tries ? [] : [tries.n]));
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  if (mode === 'latest' || counts.length === 0 || fewest === most) return '';
  const sense =
    mode === 'best' ? 'Best values of unequal tries do not compare' : 'Means of few values are less certain';
  return `n differs: ${fewest} to ${most} values a ${kind}. ${sense}.`;
}
