import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Kinds of tests that `npm test` runs, one folder of `test/` each; `npm run test:e2e` adds the browser's. */
const kinds = ['unit', 'property', 'store', 'api', 'infra', 'local', 'cli', 'faults', 'e2e'];

/** What runs once before all files of a kind. */
const setups: Record<string, string> = {
  local: 'test/local/support/built-web.ts',
  e2e: 'test/e2e/support/shared-service.ts',
};

/** Kinds with property tests, which draw from one seed unless told otherwise. */
const withProperties = ['unit', 'property', 'store', 'api', 'faults'];

/**
 * Files that run at the same time. A test waits for its engine or its browser a third of the time, so half as many again as there
 * are processors, at most 8; a worker takes up to a gigabyte.
 */
const workers = Math.max(2, Math.min(8, Math.ceil(availableParallelism() * 1.5), Math.floor(totalmem() / 2 ** 31)));

// Many tests start the service as a process of its own: what one of them has compiled, the next need not.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/compile');

export default defineConfig({
  test: {
    // Forks: a test may start processes, and a real engine each file is cheap.
    pool: 'forks',
    maxWorkers: workers,
    // The files of a kind that a worker runs share the modules that they import, which take longer to load than most
    // files to run. So no file may leave a module, the environment or a global other than it found it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // For what hangs. On a machine with a load of eight a core a test takes twenty times what it takes on a quiet one, and
    // none may fail for that: no test sets a shorter limit.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Measured by `--coverage`, as `npm run coverage` and `.ci/run` do. What a test runs in a process of its own does not count.
    coverage: {
      provider: 'v8',
      include: ['{shared/*,compat/qdash}/{rules,verbs}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      // A little below what is measured: what comes is to be covered as what is there.
      thresholds: {
        '{shared/*,compat/qdash}/rules/**': { statements: 98, branches: 92, functions: 97.5, lines: 98.5 },
        '{shared/*,compat/qdash}/verbs/**': { statements: 96, branches: 91, functions: 97, lines: 97.5 },
      },
    },
    projects: kinds.map((kind) => ({
      extends: true as const,
      test: {
        name: kind,
        include: [`test/${kind}/**/*.test.ts`],
        ...(setups[kind] === undefined ? {} : { globalSetup: [setups[kind]] }),
        ...(withProperties.includes(kind) ? { setupFiles: ['test/support/properties/property-seed.ts'] } : {}),
      },
    })),
  },
});
