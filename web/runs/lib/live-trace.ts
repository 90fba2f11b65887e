import type { Run } from '../../ui/lib/api/wire.ts';

export type LiveTrace = NonNullable<Run['live_trace']>;

/** A line of a trace, by the qubit or coupling that it is of. */
export interface TraceLine {
  target: string;
  points: readonly { x: number; y: number }[];
}

/** The lines of a trace in the order of their targets; those without a point are among them. */
export const linesOf = ({ lines }: Pick<LiveTrace, 'lines'>): TraceLine[] =>
  Object.entries(lines)
    .map(([target, points]) => ({ target, points: points.map(([x = 0, y = 0]) => ({ x, y })) }))
    .sort((a, b) => a.target.localeCompare(b.target, 'en', { numeric: true }));

/** The label of an axis: its name and unit, as far as the worker names them. */
export const axisText = ({ name, unit }: LiveTrace['x'], otherwise: string): string =>
  `${name || otherwise}${unit === '' ? '' : ` (${unit})`}`;
