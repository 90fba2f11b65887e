import { compareQids } from '#shared/chips/rules/coupling-id.ts';
import { type CellFigures, cellFigures } from '#shared/values/rules/cell/cell-figures.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { ChipMetrics, TargetKind } from '../../../ui/lib/api/wire.ts';
import { drawnValues, type MapCell, mapCells } from '../../../values/lib/metrics/cells.ts';
import { cellsOf, heldOf, valuesOf } from '../../../values/lib/metrics/metric-choice.ts';
import type { ChipLayout } from './chip-layout.ts';
import { type MapScale, mapScale } from './color-scale.ts';
import type { MapColours } from './ramps.ts';

/** One metric on one layer of a map. `cells` follow the order of the layout's qubits or couplings. */
export interface MapLayer {
  display: MetricDisplay;
  cells: readonly MapCell[];
  /** Undefined if no target has a number. */
  scale: MapScale | undefined;
  /** How the cells write their numbers. */
  figures: CellFigures;
  /** What else is to be said of a target, in a line. */
  details?: ReadonlyMap<string, string>;
}

/**
 * The targets of a layer: those of the layout in its order. Without a layout, those that have a value; missing ones are
 * then unknown.
 */
export function targetsOf(metrics: ChipMetrics, layout: ChipLayout | undefined, kind: TargetKind): string[] {
  if (layout) return (kind === 'qubit' ? layout.qubits : layout.couplings).map((point) => point.id);
  return [...new Set(Object.values(valuesOf(metrics, kind)[0]).flatMap((cells) => Object.keys(cells)))].sort(
    compareQids,
  );
}

/** One layer of the map with its cells and colours. */
export function mapLayer(
  metrics: ChipMetrics,
  display: MetricDisplay,
  targets: readonly string[],
  colours: MapColours,
): MapLayer {
  const { kind, key } = display;
  const cells = mapCells(targets, cellsOf(metrics, kind, key), display, heldOf(metrics, kind, key));
  const coverage = valuesOf(metrics, kind)[1][key];
  return layerOf(coverage ? freshFor(display, coverage) : display, cells, colours);
}

/** How long the values of this chip are fresh, which may differ from those of other chips. */
const freshFor = (display: MetricDisplay, coverage: ChipMetrics['qubit_coverage'][string]): MetricDisplay => ({
  ...display,
  freshForSeconds: coverage.fresh_for_seconds,
  isFreshnessLearned: coverage.freshness_basis === 'horizon',
});

/** The layer of cells that show values of their metric. */
export function layerOf(display: MetricDisplay, cells: readonly MapCell[], colours: MapColours): MapLayer {
  const values = drawnValues(cells);
  return { display, cells, scale: mapScale(values, display, colours), figures: cellFigures(values) };
}

/** Sorts cells by a column of the table: `target`, `value`, `age` or `state`, descending with `-`; without a number last. */
export function sortCells(cells: readonly MapCell[], sort: string | undefined): MapCell[] {
  const column = sort?.replace(/^-/, '') ?? 'target';
  const sign = sort?.startsWith('-') ? -1 : 1;
  const byNumber = (key: 'drawn' | 'ageSeconds') => (a: MapCell, b: MapCell) => {
    const [x, y] = [a[key], b[key]];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  };
  const order: Record<string, (a: MapCell, b: MapCell) => number> = {
    value: byNumber('drawn'),
    age: byNumber('ageSeconds'),
    state: (a, b) => sign * a.state.localeCompare(b.state),
  };
  const compare = order[column];
  if (compare) return [...cells].sort(compare);
  // Cells come in the order of their targets.
  return sign === 1 ? [...cells] : [...cells].reverse();
}
