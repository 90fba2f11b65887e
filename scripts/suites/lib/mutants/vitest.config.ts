import { defineConfig } from 'vitest/config';
import { projectRoot } from '../../../tools/project-root.ts';
import { AsGiven } from './as-given.ts';
import { conditionMarker } from './condition-sites.ts';

/** The tests that write to a table, over sources with marked conditions; `npm run test:mutants`. */
export default defineConfig({
  plugins: [conditionMarker(`${projectRoot}/`.replace(/\/+$/, '/'))],
  test: {
    root: projectRoot,
    include: [
      'test/{store,faults,api,mutants}/**/*.test.ts',
      'test/property/{runs,notes}/**/*.test.ts',
      'test/property/store/{cooldowns,exclusions,held-values,provenance,task-results}.property.test.ts',
    ],
    // Tests of all operations, of chance or of size take minutes and judge no particular condition. The simulation has
    // its own defects, and its histories are in test/mutants.
    exclude: [
      'test/api/{authorization-matrix,contract-fuzz,foreign-ids,secrets-canary}.test.ts',
      'test/api/bounds/**',
      'test/store/{runs/run-units,values/linear}.test.ts',
      'test/faults/{random-faults.test.ts,simulation/**}',
    ],
    runner: 'scripts/suites/lib/mutants/condition-runner.ts',
    setupFiles: ['test/support/properties/property-seed.ts'],
    sequence: { sequencer: AsGiven },
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
