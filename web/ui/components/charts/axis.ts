import { scaleLinear, scaleLog } from 'd3-scale';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';

/** A horizontal or vertical axis: its scale and the ticks that have a label. */
export interface Axis {
  at: (value: number) => number;
  invert: (position: number) => number;
  ticks: number[];
  /** A tick in words, with as many digits as tell it from its neighbours. */
  tickText: (tick: number) => string;
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
    const ticks = logTicks(low / 1.08, high * 1.08, count);
    return { at: scale, invert: (position) => scale.invert(position), ticks, tickText: logTickText };
  }
  // Values that differ by rounding alone make no axis: its ticks would be nearer than numbers can be told apart.
  const isFlat = high - low <= Math.abs(high) * 1e-9;
  const pad = isFlat ? Math.abs(high) * 0.1 || 1 : (high - low) * 0.04;
  const start = low >= 0 ? Math.max(0, low - pad) : low - pad;
  const scale = scaleLinear()
    .domain([start, high + pad])
    .nice(count)
    .range(range);
  const ticks = scale.ticks(count);
  const step = Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0));
  return {
    at: scale,
    invert: (position) => scale.invert(position),
    ticks,
    // All ticks have the digits of their step: `4.79290` next to `4.79292`.
    tickText: (tick) => formatSignificant(tick, significantDigits(tick, step)),
  };
}

/** Ticks of decades have no trailing digits. */
const logTickText = (tick: number): string => {
  const text = formatSignificant(tick, 3);
  return text.includes('×') ? text : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
};

/** How many digits a tick has down to the first of its step, twelve at most. */
function significantDigits(tick: number, step: number): number {
  if (tick === 0 || step === 0) return 3;
  const digits = Math.floor(Math.log10(Math.abs(tick)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9) + 1;
  return Math.min(12, Math.max(1, digits));
}

/** Ticks at 1, 2 and 5 of each decade, or only at the decades if there are many. */
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
