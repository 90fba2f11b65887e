import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { explainFailure, inspectInstallation, nodeProblem, stampPath } from '#scripts/ensure-installed.mjs';
import { projectRoot } from '#test/support/stack/processes.ts';

const lock = (packages: Record<string, object>) => JSON.stringify({ lockfileVersion: 3, packages });
const a = { version: '1.0.0', integrity: 'sha512-a' };
const native = { version: '2.0.0', integrity: 'sha512-n', optional: true, os: ['linux'], cpu: ['x64'] };
const elsewhere = { version: '2.0.0', integrity: 'sha512-e', optional: true, os: ['darwin'], cpu: ['arm64'] };
const tool = { version: '3.0.0', integrity: 'sha512-t', dev: true };
const wanted = lock({
  '': {},
  'node_modules/a': a,
  'node_modules/tool': tool,
  'node_modules/native': native,
  'node_modules/elsewhere': elsewhere,
});

describe('the check of the installed packages', () => {
  let directory = '';
  const made: string[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-install-'));
    made.push(directory);
    await writeFile(join(directory, 'package-lock.json'), wanted);
  });
  afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true }))));

  const install = async (packages: Record<string, object>) => {
    await mkdir(join(directory, 'node_modules'), { recursive: true });
    await writeFile(join(directory, 'node_modules', '.package-lock.json'), lock(packages));
  };
  const inspect = (omitDev = false) => inspectInstallation(directory, { omitDev, platform: 'linux', arch: 'x64' });

  test('a checkout with nothing installed is not current', () => {
    expect(inspect()).toMatchObject({ current: false, how: 'The packages are not installed yet' });
  });

  test("what npm has put in place by hand is current when it is the lockfile's", async () => {
    await install({ 'node_modules/a': a, 'node_modules/tool': tool, 'node_modules/native': native });
    expect(inspect().current).toBe(true);
  });

  test.each([
    [
      'another version',
      { 'node_modules/a': { ...a, version: '1.0.1' }, 'node_modules/tool': tool, 'node_modules/native': native },
    ],
    [
      'another content',
      { 'node_modules/a': { ...a, integrity: 'sha512-z' }, 'node_modules/tool': tool, 'node_modules/native': native },
    ],
    ['a package too few', { 'node_modules/native': native, 'node_modules/tool': tool }],
    ["this platform's program missing", { 'node_modules/a': a, 'node_modules/tool': tool }],
    [
      'a package too many',
      { 'node_modules/a': a, 'node_modules/tool': tool, 'node_modules/native': native, 'node_modules/b': a },
    ],
  ])('an install with %s is not current', async (_, packages) => {
    await install(packages);
    expect(inspect()).toMatchObject({ current: false, how: expect.stringContaining('package-lock.json') });
  });

  test('without the packages of development the service starts, and its tests install them', async () => {
    await install({ 'node_modules/a': a, 'node_modules/native': native });
    expect(inspect(true)).toMatchObject({ current: true, complete: false });
    expect(inspect(false)).toMatchObject({ current: false });
    await install({ 'node_modules/native': native });
    expect(inspect(true).current).toBe(false);
  });

  test('the stamp of an install is believed until the lockfile changes', async () => {
    await install({});
    expect(inspect().current).toBe(false);
    await writeFile(stampPath(directory), inspect().stamp);
    expect(inspect().current).toBe(true);
    await writeFile(join(directory, 'package-lock.json'), lock({ '': {}, 'node_modules/a': a }));
    expect(inspect().current).toBe(false);
  });

  test('packages copied from another platform are not current', async () => {
    await install({ 'node_modules/a': a, 'node_modules/tool': tool, 'node_modules/native': native });
    expect(inspectInstallation(directory, { platform: 'darwin', arch: 'arm64' }).current).toBe(false);
  });
});

describe('what a person is told', () => {
  test('off Linux x64 a Node too old is refused with the version that is needed', () => {
    expect(nodeProblem('darwin', 'arm64', 'v20.20.2')).toMatch(/darwin-arm64.*22\.18.*v20\.20\.2/);
    expect(nodeProblem('darwin', 'arm64', 'v22.17.9')).toBeDefined();
    expect(nodeProblem('darwin', 'arm64', 'v22.18.0')).toBeUndefined();
    expect(nodeProblem('win32', 'x64', 'v24.0.0')).toBeUndefined();
  });

  test('on Linux x64 any Node will do, because a package brings one', () => {
    expect(nodeProblem('linux', 'x64', 'v20.0.0')).toBeUndefined();
  });

  test.each([
    ['11.0.0', 'npm error code ENOTFOUND', /registry could not be reached/],
    ['11.0.0', 'request failed, reason: connect ECONNREFUSED 1.2.3.4:443', /registry could not be reached/],
    ['9.8.1', 'npm error something', /npm 9\.8\.1 is too old/],
    ['12.0.0', 'npm error something', /npm 12\.0\.0 is newer/],
  ])('npm %s failing with "%s" is explained', (version, output, expected) => {
    expect(explainFailure(version, output)).toMatch(expected);
  });

  test("an npm failure of another kind is left to npm's own words", () => {
    expect(explainFailure('11.0.0', 'npm error code EINTEGRITY')).toBeUndefined();
  });
});

test('no package runs a script of its own when it is installed, and no script of ours hangs on a pre or post script', () => {
  const npmrc = readFileSync(join(projectRoot, '.npmrc'), 'utf8').split('\n');
  expect(npmrc).toContain('ignore-scripts=true');
  // npm runs none of these with that setting.
  const scripts = Object.keys(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).scripts);
  const hooks = scripts.filter((name) => scripts.some((other) => name === `pre${other}` || name === `post${other}`));
  expect(hooks).toEqual([]);
});
