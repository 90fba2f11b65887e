import { defineConfig } from 'vitest/config';

/** Workers as processes of their own alongside the service, and a network between them that fails; `npm run test:worker`. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/worker/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
