import type { KnipConfig } from 'knip';
import { handlerFiles } from './functions/groups.ts';

// They are imported by their paths in this table.
const handlers = Object.values(handlerFiles)
  .flat()
  .map((file) => `${file.replace(/^\.\//, 'functions/').replace(/^#/, '')}!`);

export default {
  entry: [
    ...handlers,
    'functions/{scheduled,stream}/*.ts!',
    'functions/events/*.ts!',
    'functions/steps/*.ts!',
    'local/engine/guard-process.ts!',
    'local/on-npm-exit.ts!',
    'local/service.ts!',
    'local/runs/thread.ts!',
    'local/streams/thread.ts!',
    'worker/simulator-worker.ts!',
    'shared/flows/verbs/documents/thread.ts!',
    'cli/main.ts!',
    'examples/webhook-receiver/receiver.ts!',
    'infra/app.ts!',
    'infra/edge/*.js!',
    'web/main.tsx!',
    'web/vite.config.ts!',
    'web/public/**/*.js!',
    'scripts/*.{ts,mjs}!',
    'scripts/{build,checks,emulator,operations,release,suites,tools}/*.{ts,mjs}!',
    'test/**/*.test.ts',
    'test/bench/*.ts',
    'test/deployed/*.ts',
    'scripts/suites/lib/mutants/*vitest.config.ts!',
    'scripts/suites/lib/mutants/*-runner.ts!',
    'scripts/suites/lib/busy-loop.ts!',
    'test/search/vitest.config.ts',
    'test/fuzz/serve.ts',
    'test/hostile/attack.ts',
    'test/worker/serve.ts',
    'test/worker/sweep-worker.ts',
    'test/infra/site/**',
  ],
  project: [
    '{cli,compat,examples,functions,infra,local,shared,simulator,web,worker}/**/*.{ts,tsx,mjs,js}!',
    '{scripts,test}/**/*.{ts,tsx,mjs,js}',
    '*.ts',
  ],
  ignore: ['test/package/sample.ts', 'test/generators/typescript/smoke.ts'],
  ignoreExportsUsedInFile: true,
  ignoreDependencies: ['swagger-ui-dist'],
  ignoreBinaries: ['mount', 'openssl', 'umount'],
  tags: ['-internal'],
} satisfies KnipConfig;
