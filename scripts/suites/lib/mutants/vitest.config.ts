import { defineConfig } from 'vitest/config';
import { projectRoot } from '../../../tools/project-root.ts';
import { conditionMarker } from './condition-sites.ts';

/** The tests that write into a table, over sources whose conditions are marked; `npm run test:mutants`. */
export default defineConfig({
  plugins: [conditionMarker(`${projectRoot}/`.replace(/\/+$/, '/'))],
  test: {
    root: projectRoot,
    include: ['test/{store,faults,property,api,mutants}/**/*.test.ts'],
    // What is about each operation in turn, or about chance, judges no condition in particular and takes minutes; the
    // simulation has defects of its own, and its histories are in test/mutants.
    exclude: [
      'test/api/{authorization-matrix,contract-fuzz,foreign-ids,secrets-canary}.test.ts',
      'test/faults/{random-faults.test.ts,simulation/**}',
    ],
    setupFiles: ['test/support/properties/property-seed.ts', 'scripts/suites/lib/mutants/condition-worker.ts'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expect: { poll: { timeout: 20_000 } },
  },
});
