import { defineConfig } from 'vitest/config';

/** Apart from `npm test`: it installs a package, for which npm asks its registry. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/package/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
