/** One line of a table of costs: what is paid, how it is reckoned, and what it comes to in US dollars. */
export interface CostLine {
  what: string;
  /** The arithmetic, such as `3 x 0.40`. */
  how: string;
  dollars: number;
}

/** A line of so many at a price each. */
export function lineOf(what: string, count: number, price: number, per = 1): CostLine {
  const each = per === 1 ? '' : ` / ${groups(per)}`;
  return { what, how: `${groups(count)} x ${price}${each}`, dollars: (count * price) / per };
}

export const sumOf = (lines: readonly CostLine[]): number => lines.reduce((sum, { dollars }) => sum + dollars, 0);

/** A number with its thousands apart, to three digits where it is not a whole one. */
export function groups(value: number): string {
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
  const [whole = '', rest] = text.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...(rest === undefined ? [] : [rest])].join('.');
}
