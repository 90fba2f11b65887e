import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleSize, bundleBudgetBytes, bundleFunctions, functionEntries } from '#scripts/build/bundle.ts';
import { groups } from '#shared/api/routes.ts';
import type { ThreadInput } from '#shared/flows/verbs/documents/work.ts';
import { consumerFunction, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'fiducial-bundles-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The names of all functions. */
const names = [
  ...groups,
  'sweep',
  'deliver',
  'start-scheduled',
  'make-archive',
  'make-export',
  ...flowFunctions.map((name) => `flow-${name}`),
  'flow-run-status-changed',
  ...streamConsumers.map(consumerFunction),
];

describe('bundles of the functions', () => {
  let sizes: BundleSize[] = [];
  beforeAll(async () => {
    sizes = await bundleFunctions(await functionEntries(), directory);
  });

  it('there is a bundle for each group, the sweep, what is sent to webhooks, the target of schedules, each step of a run and each consumer', () => {
    expect(sizes.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const withoutMap = sizes.filter(({ name }) => !existsSync(join(directory, name, 'index.mjs.map')));
    expect(withoutMap).toEqual([]);
  });

  it('each bundle of a function is below its budget: 756 kB where a caller waits for the answer', () => {
    expect(sizes.filter(({ name, bytes }) => bytes > bundleBudgetBytes(name))).toEqual([]);
  });

  it.each(names)('the bundle of %s loads alone and exports a handler', async (name) => {
    // In a process and a folder of its own, so that nothing but the bundle can be what loads.
    const file = join(directory, name, 'index.mjs');
    const script = `const { handler } = await import(${JSON.stringify(file)}); process.stdout.write(typeof handler);`;
    const env = { PATH: process.env.PATH, TABLE_NAME: 'none', AWS_REGION: 'eu-central-1' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: directory, env });
    expect(stdout).toBe('function');
  });

  it('the bundle of the users has the well-known passwords with their licence, and those alone that are long enough', () => {
    const text = readFileSync(join(directory, 'auth', 'index.mjs'), 'utf8');
    expect(text).toContain('qwerty123456');
    expect(text).toContain('Permission is hereby granted, free of charge');
    expect(text).not.toContain('sunshine1');
  });

  it.each(['calibrations', 'exports', 'imports'])(
    'the function of %s has the thread of large documents',
    async (name) => {
      const worker = new Worker(join(directory, name, 'document-thread.mjs'), {
        workerData: { task: 'problemOfText', args: ['a: 1\na: 2', 'yaml'] } satisfies ThreadInput,
      });
      const [answer] = await once(worker, 'message');
      expect(answer).toEqual({ result: expect.stringContaining("'a' is given twice at line 2") });
    },
  );

  it('the thread of large documents is where it is started, and nowhere else', () => {
    const withThread = names.filter((name) => existsSync(join(directory, name, 'document-thread.mjs')));
    expect(withThread.toSorted()).toEqual(['calibrations', 'exports', 'imports']);
  });

  it('bundles become the code of the deployed functions, each its own', () => {
    // With an index of notes there is every function: its consumer is left out elsewhere.
    const code = (bundle: string) => Code.fromAsset(join(directory, bundle));
    const { service } = synthesize('prod', { code, context: { search: 'managed' } });
    const functions = Object.values(resourcesOf(service, 'AWS::Lambda::Function'));
    expect(new Set(functions.map((f) => f.Properties.Code.S3Key)).size).toBe(sizes.length);
  });

  it('a bundle whose entry file is missing is refused by the name of the function', async () => {
    const missing = bundleFunctions({ ghost: join(directory, 'ghost.ts') }, join(directory, 'none'));
    await expect(missing).rejects.toThrow("function 'ghost' has no entry file");
  });
});
