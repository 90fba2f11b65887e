import { defineConfig } from 'vitest/config';
import { AsGiven } from './as-given.ts';

/**
 * The tests of rules that need no table, service or browser. They run, test by test, for each change to a
 * rule; `npm run test:mutants`.
 */
export default defineConfig({
  test: {
    include: [
      'test/unit/{domain,runs,flows,schedules,web}/**/*.test.ts',
      'test/property/{domain,flows,schedules}/**/*.test.ts',
      'test/property/notes/rules.property.test.ts',
    ],
    exclude: ['**/*.published.test.ts', 'test/unit/web/{bundle,every-page}.test.ts'],
    runner: 'scripts/suites/lib/mutants/rule-runner.ts',
    sequence: { sequencer: AsGiven },
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    setupFiles: ['test/support/properties/property-seed.ts'],
    // For hangs only: on a busy machine a test takes many times longer.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
