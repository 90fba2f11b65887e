import { defineConfig } from 'vitest/config';

/**
 * The tests of rules that need no table, no service and no browser: what Stryker runs, test by test, for each change that
 * it makes to `shared/domain`; `npm run test:mutants`.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/{domain,runs,flows,schedules,web}/**/*.test.ts',
      'test/property/{domain,flows,schedules}/**/*.test.ts',
      'test/property/notes/rules.property.test.ts',
    ],
    exclude: ['**/*.published.test.ts', 'test/unit/web/{bundle,every-page}.test.ts'],
    setupFiles: ['test/support/properties/property-seed.ts'],
    // For what hangs: on a busy machine a test takes many times what it takes on a quiet one.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
