/**
 * Changes to rules, one at a time, by Stryker (`npm run test:mutants -- rules`, which names the files). Code that runs
 * while a module loads is left out, since each change to it would need every test, and so are texts.
 */
// biome-ignore lint/style/noDefaultExport: Stryker reads the default export
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/suites/lib/mutants/rules.vitest.config.ts' },
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral'] },
  // Results are kept, and only what has changed since is tried again.
  incremental: true,
  incrementalFile: '.cache/mutants/rules.json',
  tempDirName: '.cache/stryker',
  ignorePatterns: ['.cache', '.local', 'cdk.out', 'coverage', 'dist'],
  // vitest ignores types. Stryker would read `tsconfig.json` by TypeScript's own interface, which version 7 has not.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  // On a busy machine a test takes many times longer.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  reporters: ['progress-append-only'],
  allowEmpty: true,
};
