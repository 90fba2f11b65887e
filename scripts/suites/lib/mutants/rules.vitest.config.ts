import { defineConfig } from 'vitest/config';

/**
 * The tests of rules that need no table, service or browser. Stryker runs those that cover a change; tests of all
 * sources judge no particular rule.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/**/*.test.ts',
      'test/property/{chips,devices,flows,kernel,results,schedules,statistics,values}/**/*.test.ts',
      'test/property/notes/rules.property.test.ts',
    ],
    exclude: [
      '**/*.published.test.ts',
      'test/unit/{bench,checks,cli,contract,docs,mutants,operations,pictures,release}/**',
      'test/unit/web/{bundle,every-page}.test.ts',
    ],
    isolate: false,
    setupFiles: ['test/support/properties/property-seed.ts'],
    // For hangs only: on a busy machine a test takes many times longer.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
