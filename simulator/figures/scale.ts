import { linearTicks, logTicks, type Tick } from './ticks.ts';

/** Maps values to positions in the picture. */
export interface Scale {
  at: (value: number | string) => number;
  ticks: { value: number | string; text: string }[];
  /** Width of one name on a scale of names. */
  band: number;
}

/** A scale of numbers between two positions, with some margin at both ends. */
export function scaleOf(values: readonly number[], isLog: boolean, from: number, to: number, room = 0.04): Scale {
  const turn = isLog ? Math.log10 : (value: number) => value;
  const turned = values.map(turn);
  const [least, max] = [Math.min(...turned), Math.max(...turned)];
  const margin = max > least ? room * (max - least) : Math.max(Math.abs(max) * 0.1, 0.1);
  const [low, high] = [least - margin, max + margin];
  const ticks: Tick[] = isLog ? logTicks(10 ** low, 10 ** high) : linearTicks(low, high);
  return { at: (value) => from + ((turn(Number(value)) - low) / (high - low)) * (to - from), ticks, band: 0 };
}

/** A scale of names, each in the middle of its band. */
export function bandScale(names: readonly string[], from: number, to: number): Scale {
  const band = (to - from) / names.length;
  return {
    at: (value) => from + band * (names.indexOf(String(value)) + 0.5),
    ticks: names.map((name) => ({ value: name, text: name })),
    band,
  };
}
