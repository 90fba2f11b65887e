import { defineConfig } from 'vitest/config';
import { wholeFiles } from './gaps.ts';

/** The API's tests against the service that is deployed at FIDUCIAL_URL; `npm run deploy:local` runs them. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    // Of the storage's tests, those of the bucket.
    include: ['test/api/**/*.test.ts', 'test/store/results/artifacts.test.ts'],
    // A test that skips itself lets its file fill the table first.
    exclude: wholeFiles.map(({ file }) => `test/**/${file}*`),
    globalSetup: ['test/deployed/tell-left-out.ts'],
    setupFiles: ['test/deployed/skip-gaps.ts'],
    // There is one table, and each file begins with an empty one.
    fileParallelism: false,
    // For what hangs, as on one machine. MiniStack calls every error of a function Runtime.HandlerError, so that the step
    // of a cancelled run is tried again for a minute.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
