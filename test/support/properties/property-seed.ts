import fc from 'fast-check';

/**
 * The seed of all property tests: the same on every run, so that a red run is red for everybody. `FC_SEED` draws
 * others, and `FC_RUNS` more of them, as a nightly run should; a failure prints the seed and the path to it.
 */
fc.configureGlobal({
  seed: Number(process.env.FC_SEED ?? 20_250_226),
  ...(process.env.FC_RUNS ? { numRuns: Number(process.env.FC_RUNS) } : {}),
});
