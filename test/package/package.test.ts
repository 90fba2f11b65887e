import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePackage } from '#scripts/release/package.ts';
import { version } from '#shared/kernel/version.ts';
import { startWorld, type World } from '../api/support/world.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../..');

let world: World;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-package-'));
  await writeFile(join(folder, 'package.json'), '{"name":"lab","private":true,"type":"module"}');
  const archive = await makePackage();
  await run('npm', ['install', '--prefer-offline', '--ignore-scripts', archive], { cwd: folder });
  world = await startWorld();
  const owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const { PATH } = process.env;
  env = { PATH, FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: owner.token, FIDUCIAL_PROJECT: owner.projectId };
});
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
});

const command = (...args: string[]) => run(join(folder, 'node_modules/.bin/fiducial'), args, { cwd: folder, env });

test('the package installs into an empty folder, with nothing but what it names', async () => {
  const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));
  expect(installed).toContain('fiducial');
  expect(installed.length).toBeLessThan(8);
});

test('the command line of the package calls the service', async () => {
  expect((await command('--version')).stdout.trim()).toBe(version);
  expect((await command('chips')).stdout).toMatch(/^CHIP .*\nchip +4/);
  const text = (await command('values', 'set', 'chip', '0', '{"t1":{"value":50,"unit":"us"}}', '--json')).stdout;
  expect(JSON.parse(text)).toMatchObject({ updated_count: 1 });
});

test('the client of the package is typed, refuses what the API does not have, and answers', async () => {
  const source = join(folder, 'sample.ts');
  await cp(join(import.meta.dirname, 'sample.ts'), source);
  await mkdir(join(folder, 'types'));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const typeRoots = ['--typeRoots', join(project, 'node_modules/@types')];
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, ...options, ...typeRoots, source], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
  const { stdout } = await run(process.execPath, [source], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual({ sizes: { chip: 4 }, missing: 404 });
});
