import { scaleLinear, scaleLog } from 'd3-scale';

/** A horizontal or vertical axis: its scale and the ticks that have a label. */
export interface Axis {
  at: (value: number) => number;
  invert: (position: number) => number;
  ticks: number[];
}

/**
 * An axis for values, rounded outwards to even ticks. Values above zero never make it begin below zero.
 * @param range pixels of its two ends
 * @param isLog logarithmic; values must then be above zero
 * @param count how many ticks are wanted, about
 */
export function makeAxis(values: readonly number[], range: [number, number], isLog: boolean, count: number): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (isLog) {
    const scale = scaleLog()
      .domain([low / 1.08, high * 1.08])
      .range(range);
    return { at: scale, invert: (position) => scale.invert(position), ticks: logTicks(low / 1.08, high * 1.08, count) };
  }
  // Values that differ by rounding alone make no axis: its ticks would be nearer than numbers can be told apart.
  const isFlat = high - low <= Math.abs(high) * 1e-9;
  const pad = isFlat ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.04;
  const start = low >= 0 ? Math.max(0, low - pad) : low - pad;
  const scale = scaleLinear()
    .domain([start, high + pad])
    .nice(count)
    .range(range);
  return { at: scale, invert: (position) => scale.invert(position), ticks: scale.ticks(count) };
}

/** Ticks at 1, 2 and 5 of each decade, thinned to the decades where there are many. */
export function logTicks(low: number, high: number, count: number): number[] {
  const within = (factors: readonly number[]) => {
    const ticks: number[] = [];
    for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.ceil(Math.log10(high)); exponent += 1)
      for (const factor of factors) {
        const tick = Number(`${factor}e${exponent}`);
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    return ticks;
  };
  const dense = within([1, 2, 5]);
  const decades = within([1]);
  return dense.length > count + 2 && decades.length >= 2 ? decades : dense;
}
