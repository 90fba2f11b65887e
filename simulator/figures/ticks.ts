/** Positions and labels of the ticks of a scale. */
export interface Tick {
  value: number;
  text: string;
}

/** About five round numbers between the ends of a linear scale. */
export function linearTicks(low: number, high: number): Tick[] {
  const raw = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10) * power;
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return { value, text: value.toFixed(places).replace(/^-(0(\.0*)?)$/, '$1') };
  });
}

/** The powers of ten between the ends of a logarithmic scale, both above 0. */
export function logTicks(low: number, high: number): Tick[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const value = Number(`1e${first + i}`);
    return { value, text: String(value) };
  });
}
