const PREFIX_EXPONENT: Record<string, number> = { '': 0, n: -9, u: -6, m: -3, k: 3, M: 6, G: 9 };
const SCALABLE = /^([numkMG]?)(s|Hz)$/;

/** One spelling a unit: the Greek letter and the micro sign become `u`; other units stay as they are. */
export function normalizeUnit(unit: string): string {
  return unit.trim().replace(/^[µμ]/, 'u');
}

/**
 * What a value in `from` is multiplied with to stand in `to`: a power of ten for two units of time or of frequency,
 * 1 for equal units, undefined where the two cannot be converted.
 */
export function conversionFactor(from: string, to: string): number | undefined {
  const [a, b] = [normalizeUnit(from), normalizeUnit(to)];
  if (a === b) return 1;
  const [, fromPrefix, fromBase] = SCALABLE.exec(a) ?? [];
  const [, toPrefix, toBase] = SCALABLE.exec(b) ?? [];
  if (fromBase === undefined || fromBase !== toBase) return undefined;
  const exponent = (PREFIX_EXPONENT[fromPrefix ?? ''] ?? 0) - (PREFIX_EXPONENT[toPrefix ?? ''] ?? 0);
  // Number('1e-3') is the nearest double; 10 ** -3 need not be.
  return Number(`1e${exponent}`);
}
