/** Points that a running task has measured so far, as the page of its run draws them. */
export interface LiveTrace {
  task: string;
  /** Qubit or coupling; empty for none, and for a mux. */
  qid: string;
  muxId?: number | undefined;
  stage: number;
  attempt: number;
  x: TraceAxis;
  y: TraceAxis;
  /** By what each line is of: a qubit of a mux, or the target itself. */
  lines: Record<string, readonly TracePoint[]>;
}

export interface TraceAxis {
  name: string;
  unit: string;
}

export type TracePoint = readonly [x: number, y: number];

/** Lowest and highest number of an axis. */
type Range = readonly [number, number];

/** A trace with its points in steps of their ranges, x and y in turn: with all digits it would take two write units. */
export interface PackedTrace extends Omit<LiveTrace, 'lines'> {
  xRange: Range;
  yRange: Range;
  steps: Record<string, readonly number[]>;
}

/** Steps of an axis: more are not seen in a drawing. */
const stepsOfAxis = 1000;

/** Packs a trace as it is kept; what is unpacked differs from it by a thousandth of each range at most. */
export function packTrace({ lines, ...trace }: LiveTrace): PackedTrace {
  const points = Object.values(lines).flat();
  const xRange = rangeOf(points.map(([x]) => x));
  const yRange = rangeOf(points.map(([, y]) => y));
  const steps = Object.entries(lines).map(([name, line]): [string, number[]] => [
    name,
    line.flatMap(([x, y]) => [stepOf(x, xRange), stepOf(y, yRange)]),
  ]);
  return { ...trace, xRange, yRange, steps: Object.fromEntries(steps) };
}

/** The inverse of `packTrace`. */
export function unpackTrace({ xRange, yRange, steps, ...trace }: PackedTrace): LiveTrace {
  const lines = Object.entries(steps).map(([name, line]): [string, TracePoint[]] => {
    const count = line.length / 2;
    const at = (n: number): TracePoint => [coordinateOf(line[2 * n], xRange), coordinateOf(line[2 * n + 1], yRange)];
    return [name, Array.from({ length: count }, (_, n) => at(n))];
  });
  return { ...trace, lines: Object.fromEntries(lines) };
}

const rangeOf = (values: readonly number[]): Range =>
  values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];

const stepOf = (value: number, [lowest, highest]: Range): number =>
  highest === lowest ? 0 : Math.round(((value - lowest) / (highest - lowest)) * stepsOfAxis);

/** Without the last digits, which the division leaves behind. */
const coordinateOf = (step = 0, [lowest, highest]: Range): number =>
  Number((lowest + (step / stepsOfAxis) * (highest - lowest)).toPrecision(12));
