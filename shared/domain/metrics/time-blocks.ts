/** The values of a block of days: how many, and their mean. */
export interface BlockMean {
  count: number;
  mean: number;
}

const DAYS_PER_BLOCK = 5;
const BLOCKS_PER_MONTH = 6;
const FEWEST_BLOCKS = 4;

/** Days 1 to 5, 6 to 10, ..., 26 to the end of a month in UTC: blocks that no month cuts. */
export function blockOf(at: string): string {
  const block = Math.min(Math.floor((Number(at.slice(8, 10)) - 1) / DAYS_PER_BLOCK), BLOCKS_PER_MONTH - 1);
  return `${at.slice(0, 7)} ${block}`;
}

/** A block with one more part of its values. */
export function mergeBlocks(a: BlockMean | undefined, b: BlockMean): BlockMean {
  if (!a) return b;
  const count = a.count + b.count;
  return { count, mean: a.mean + ((b.mean - a.mean) * b.count) / count };
}

/** The standard error of a mean from the blocks of its values; undefined where there are too few (rule STAT-13). */
export function standardErrorOfBlocks(blocks: readonly BlockMean[], centre: number): number | undefined {
  const k = blocks.length;
  if (k < FEWEST_BLOCKS) return undefined;
  const n = blocks.reduce((total, { count }) => total + count, 0);
  const squares = blocks.map(({ count, mean }) => (count / n) ** 2 * (mean - centre) ** 2);
  return Math.sqrt((k / (k - 1)) * squares.reduce((total, square) => total + square, 0));
}
