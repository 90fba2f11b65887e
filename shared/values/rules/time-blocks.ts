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

/** The blocks of two parts, each in the order of time, in that order. */
export function mergeAllBlocks(
  a: Readonly<Record<string, BlockMean>>,
  b: Readonly<Record<string, BlockMean>>,
): Record<string, BlockMean> {
  const merged: Record<string, BlockMean> = { ...a };
  let last = Object.keys(a).at(-1) ?? '';
  let isInOrder = true;
  for (const [block, values] of Object.entries(b)) {
    const existing = merged[block];
    merged[block] = mergeBlocks(existing, values);
    if (existing) continue;
    isInOrder &&= block > last;
    last = block;
  }
  // Parts mostly follow each other; a sort for each of a year of days would take longer than everything else.
  if (isInOrder) return merged;
  return Object.fromEntries(Object.entries(merged).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A block with one more part of its values. */
function mergeBlocks(a: BlockMean | undefined, b: BlockMean): BlockMean {
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
