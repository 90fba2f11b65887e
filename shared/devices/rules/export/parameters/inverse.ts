/**
 * The number that `forward` turns into `wanted`, which is about `guess`: that with the fewest digits, or the nearest one that
 * there is. A power of ten there and back would else move the last digit.
 */
export function inverseOf(wanted: number, guess: number, forward: (found: number) => number | undefined): number {
  if (guess === 0 || !Number.isFinite(guess)) return guess;
  const step = Math.abs(guess) * Number.EPSILON;
  const candidates = [
    ...[12, 14, 15, 16].map((digits) => Number(guess.toPrecision(digits))),
    ...[0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2].map((steps) => guess + steps * step),
  ];
  return candidates.find((candidate) => forward(candidate) === wanted) ?? guess;
}
