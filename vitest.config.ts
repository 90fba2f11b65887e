import { defineConfig } from 'vitest/config';

/** Kinds of tests that `npm test` runs, one folder of `test/` each; `npm run test:e2e` adds the browser's. */
const kinds = ['unit', 'property', 'store', 'api', 'infra', 'local', 'cli', 'faults', 'e2e'];

/** Kinds with property tests, which draw from one seed unless told otherwise. */
const withProperties = ['unit', 'property', 'store', 'api', 'faults'];

export default defineConfig({
  test: {
    // Forks: a test may start processes, and a real engine each file is cheap.
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs: on a busy machine a test takes many times what it takes on a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: kinds.map((kind) => ({
      extends: true as const,
      test: {
        name: kind,
        include: [`test/${kind}/**/*.test.ts`],
        // A browser's files share nothing but the web application, which is built before the first of them.
        ...(kind === 'e2e' ? { globalSetup: ['test/e2e/support/build-web.ts'] } : {}),
        ...(withProperties.includes(kind) ? { setupFiles: ['test/support/property-seed.ts'] } : {}),
      },
    })),
  },
});
