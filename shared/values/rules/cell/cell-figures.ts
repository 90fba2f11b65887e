import { formatFixed, formatSignificant } from './quantity.ts';

/** How the cells of one layer write their numbers. */
export interface CellFigures {
  /** What all numbers begin with and no cell repeats: `4.79`; empty where cells have their number. */
  start: string;
  write: (drawn: number) => string;
}

const digitsOfCell = 3;
/** Doubles have no more significant digits. */
const mostDecimals = 12;

/**
 * Three significant digits a cell; where these tell fewer than half of the numbers apart, the three digits after the common start of
 * all (rule MAP-7).
 */
export function cellFigures(values: readonly number[]): CellFigures {
  const plain: CellFigures = { start: '', write: (drawn) => formatSignificant(drawn, digitsOfCell) };
  const told = new Set(values.map(plain.write)).size;
  if (values.length < 2 || told * 2 > new Set(values).size) return plain;
  for (let decimals = mostDecimals; decimals > 0; decimals -= 1) {
    const start = commonStart(values.map((value) => formatFixed(value, decimals)));
    const rest = formatFixed(values[0] ?? 0, decimals).length - start.length;
    // The rest in a cell must be digits only: the decimal point is in the start.
    if (rest > 0 && rest <= digitsOfCell && start.includes('.'))
      return { start, write: (drawn) => formatFixed(drawn, decimals).slice(start.length) };
  }
  return plain;
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const text of others) while (!first.startsWith(text.slice(0, length)) || text.length < length) length -= 1;
  return first.slice(0, length);
}
