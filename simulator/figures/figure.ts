import { decimals } from '../math/numbers.ts';

/** An axis of a figure and a column of its raw data. */
export interface Axis {
  label: string;
  /** Unit for people; empty for a plain number. */
  unit: string;
  /** Name of the column with the unit last. */
  column: string;
  log?: boolean;
  /** Significant decimals. */
  decimals: number;
}

/** Points, a line or bars. A line is a fit and not part of the raw data. */
export interface Series {
  name: string;
  kind: 'points' | 'line' | 'bars';
  x: readonly (number | string)[];
  y: readonly number[];
}

/** Curves over one axis. */
export interface CurveFigure {
  kind: 'curves';
  title: string;
  x: Axis;
  y: Axis;
  series: readonly Series[];
  /** The raw data, if the figure draws only a part of it; by default the drawn series without lines. */
  raw?: Series;
}

/** A quantity over two axes: `z[row][column]` at `ys[row]` and `xs[column]`. */
export interface MapFigure {
  kind: 'map';
  title: string;
  x: Axis;
  y: Axis;
  z: Axis;
  xs: readonly number[];
  ys: readonly number[];
  values: readonly (readonly number[])[];
}

/** The figure of an experiment. */
export type Figure = CurveFigure | MapFigure;

/** Label of an axis with its unit, such as `Delay (μs)`. */
export const axisTitle = ({ label, unit }: Axis): string => (unit === '' ? label : `${label} (${unit})`);

/** A number as written to a file. On a logarithmic axis, significant digits count instead of decimals. */
export const rounded = (value: number | string, axis: Axis): number | string =>
  typeof value === 'string' ? value : axis.log ? Number(value.toPrecision(4)) : decimals(value, axis.decimals);
