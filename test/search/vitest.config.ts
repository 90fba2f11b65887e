import { defineConfig } from 'vitest/config';

/** The shared cases of search, and the consumer, on the OpenSearch at OPENSEARCH_ENDPOINT; `npm run test:search` runs them. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/search/**/*.test.ts'],
    setupFiles: ['test/support/properties/property-seed.ts'],
    pool: 'forks',
    // One node with a small heap.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
