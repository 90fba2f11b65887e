import { decimals } from '../math/numbers.ts';

/** One axis of a figure, and one column of its raw data. */
export interface Axis {
  label: string;
  /** Unit as a person reads it; empty for a plain number. */
  unit: string;
  /** Name of the column, its unit last. */
  column: string;
  log?: boolean;
  /** Decimals worth keeping. */
  decimals: number;
}

/** Points, a line or bars. A line is a fit, and not part of the raw data. */
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
  /** The raw data, where the figure draws only some of them; else they are what is drawn, but for lines. */
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

/** What an experiment draws. */
export type Figure = CurveFigure | MapFigure;

/** Label of an axis with its unit, such as `Delay (μs)`. */
export const axisTitle = ({ label, unit }: Axis): string => (unit === '' ? label : `${label} (${unit})`);

/** A number as it stands in a file. On a logarithmic axis the digits count, not the decimals. */
export const rounded = (value: number | string, axis: Axis): number | string =>
  typeof value === 'string' ? value : axis.log ? Number(value.toPrecision(4)) : decimals(value, axis.decimals);
