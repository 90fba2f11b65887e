/** A fitted curve. */
export interface Fit {
  /** The parameters, in the order of the start. */
  values: number[];
  /** Standard errors of the parameters, from the scatter around the curve. */
  errors: number[];
  /** Coefficient of determination: 1 for a perfect fit, below 0 for one worse than the mean. */
  r2: number;
  /** Standard deviation of the points around the curve. */
  noise: number;
}

/** A curve: its value at `x` for the parameters `p`. */
export type Model<X> = (x: X, p: readonly number[]) => number;

const ROUNDS = 60;

/**
 * Least squares by Levenberg and Marquardt's method with numeric derivatives. `start` must be close enough to the
 * intended minimum. Parameters that the data do not determine get infinite errors.
 */
export function fitCurve<X>(model: Model<X>, xs: readonly X[], ys: readonly number[], start: readonly number[]): Fit {
  let p = [...start];
  let { normal, gradient, squares } = linearize(model, xs, ys, p);
  let damping = 1e-3;
  for (let round = 0; round < ROUNDS && damping < 1e9; round++) {
    const step = solve(damped(normal, damping), gradient);
    const next = step && p.map((value, i) => value + (step[i] ?? 0));
    const nextSquares = next ? sumOfSquares(model, xs, ys, next) : Number.NaN;
    if (!(next && nextSquares < squares)) {
      damping *= 8;
      continue;
    }
    const settled = squares - nextSquares < 1e-9 * squares;
    p = next;
    ({ normal, gradient, squares } = linearize(model, xs, ys, p));
    if (settled) break;
    damping /= 6;
  }
  return summary(ys, p, normal, squares);
}

function summary(ys: readonly number[], p: number[], normal: number[][], squares: number): Fit {
  const variance = squares / Math.max(1, ys.length - p.length);
  const middle = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  const total = ys.reduce((sum, y) => sum + (y - middle) ** 2, 0);
  const errors = p.map((_, i) => {
    const column = solve(
      normal,
      p.map((__, j) => (i === j ? 1 : 0)),
    );
    const inverse = column?.[i] ?? Number.POSITIVE_INFINITY;
    return inverse > 0 && inverse < Number.POSITIVE_INFINITY ? Math.sqrt(variance * inverse) : Number.POSITIVE_INFINITY;
  });
  return { values: p, errors, r2: total > 0 ? 1 - squares / total : 0, noise: Math.sqrt(variance) };
}

function sumOfSquares<X>(model: Model<X>, xs: readonly X[], ys: readonly number[], p: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < ys.length; i++) sum += ((ys[i] as number) - model(xs[i] as X, p)) ** 2;
  return sum;
}

/** The normal equations at `p`: J'J, J'r and r'r. */
function linearize<X>(model: Model<X>, xs: readonly X[], ys: readonly number[], p: readonly number[]) {
  const size = p.length;
  const normal = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const gradient = new Array<number>(size).fill(0);
  const steps = p.map((value) => 1e-6 * Math.max(Math.abs(value), 1e-6));
  const shifted = p.map((_, j) => p.map((value, k) => (k === j ? value + (steps[j] ?? 0) : value)));
  const slopes = new Array<number>(size).fill(0);
  let squares = 0;
  for (let i = 0; i < ys.length; i++) {
    const x = xs[i] as X;
    const at = model(x, p);
    const residual = (ys[i] as number) - at;
    squares += residual * residual;
    for (let j = 0; j < size; j++) {
      const slope = (model(x, shifted[j] as number[]) - at) / (steps[j] as number);
      slopes[j] = slope;
      gradient[j] = (gradient[j] as number) + slope * residual;
      const row = normal[j] as number[];
      for (let k = 0; k <= j; k++) row[k] = (row[k] as number) + slope * (slopes[k] as number);
    }
  }
  for (let j = 0; j < size; j++) {
    for (let k = j + 1; k < size; k++) (normal[j] as number[])[k] = (normal[k] as number[])[j] as number;
  }
  return { normal, gradient, squares };
}

/** Marquardt's damping: relative to the diagonal, so that parameters of any size are damped alike. */
const damped = (matrix: readonly number[][], damping: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) + Number.MIN_VALUE : value)));

/** Solves a small symmetric system by elimination with pivoting; undefined if the solution is not unique. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] | undefined {
  const size = right.length;
  // Scaled to a unit diagonal, since parameters in GHz and amplitudes have very different sizes.
  const scale = matrix.map((row, i) => 1 / Math.sqrt(row[i] || 1));
  const rows = matrix.map((row, i) => [
    ...row.map((value, j) => value * (scale[i] as number) * (scale[j] as number)),
    (right[i] as number) * (scale[i] as number),
  ]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = i;
    }
    const top = rows[pivot] as number[];
    if (!(Math.abs(top[column] as number) > 1e-13)) return undefined;
    [rows[pivot], rows[column]] = [rows[column] as number[], top];
    for (let i = 0; i < size; i++) {
      if (i === column) continue;
      const row = rows[i] as number[];
      const factor = (row[column] as number) / (top[column] as number);
      for (let j = column; j <= size; j++) row[j] = (row[j] as number) - factor * (top[j] as number);
    }
  }
  return rows.map((row, i) => ((row[size] as number) / (row[i] as number)) * (scale[i] as number));
}
