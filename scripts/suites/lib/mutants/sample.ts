/** Size of a sample, and its seed. */
export interface Sample {
  size: number;
  seed: number;
}

/** A sample of a list in its order; the whole list without a sample. @throws Error for an empty list */
export function sampleOf<T>(list: readonly T[], sample: Sample | undefined): T[] {
  if (list.length === 0) throw new Error('There are no sources to change below these paths');
  if (!sample) return [...list];
  const next = drawing(sample.seed);
  const drawn = list.map((one, at) => ({ one, at, by: next() })).sort((a, b) => a.by - b.by);
  return drawn
    .slice(0, sample.size)
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Numbers of a linear congruential generator (Knuth, MMIX), its upper bits. */
function drawing(seed: number): () => number {
  let state = BigInt.asUintN(64, BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n);
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 33n);
  };
}
