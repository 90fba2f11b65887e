import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enginePackage, findEngine } from '#local/engine/engine-package.ts';
import { type Host, thisHost } from '#local/engine/host.ts';

/** npm itself, against a registry on this machine that has the package of a machine that is pretended. */

const { name, version, program } = enginePackage('darwin', 'arm64') ?? { name: '', version: '', program: '' };
let folder = '';
let registry: Server;
let tarball: Buffer;
/** What the registry says of the tarball. */
let integrity = '';
/** What the repository has of it. */
let pinned = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-registry-'));
  const source = join(folder, 'package');
  await mkdir(source);
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version, os: ['darwin'], cpu: ['arm64'] }));
  await writeFile(join(source, program), 'a program', { mode: 0o755 });
  execFileSync('tar', ['-czf', join(folder, 'engine.tgz'), '-C', folder, 'package']);
  tarball = await readFile(join(folder, 'engine.tgz'));
  integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  pinned = integrity;
  registry = createServer((request, response) => {
    const { port } = registry.address() as AddressInfo;
    if (request.url?.endsWith('.tgz')) return void response.end(tarball);
    if (decodeURIComponent(request.url ?? '') !== `/${name}`) return void response.writeHead(404).end('{}');
    const dist = { tarball: `http://127.0.0.1:${port}/engine.tgz`, integrity };
    const versions = { [version]: { name, version, os: ['darwin'], cpu: ['arm64'], dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterAll(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

/** A Mac in the eyes of the choice; npm runs here, with the registry of this test and a cache of its own. */
function mac(cacheFolder: string): Host {
  const { port } = registry.address() as AddressInfo;
  process.env.npm_config_registry = `http://127.0.0.1:${port}`;
  process.env.npm_config_cache = join(folder, cacheFolder, 'npm');
  // npm knows on which system it runs.
  process.env.npm_config_force = 'true';
  const engineDigests = { [`${name}@${version}`]: pinned };
  return { ...thisHost, platform: 'darwin', arch: 'arm64', cacheFolder: join(folder, cacheFolder), engineDigests };
}

test("npm fetches the engine's package of a Mac, and it is found again without it", async () => {
  const host = mac('whole');
  const found = await findEngine(host, () => undefined);
  expect(found).toHaveProperty('program');
  expect(await readFile((found as { program: string }).program, 'utf8')).toBe('a program');
  expect(await findEngine({ ...host, run: async () => ({ code: 1, output: '' }) }, () => undefined)).toEqual(found);
});

test('a package that is not what the registry says it is is refused by npm, and nothing is kept of it', async () => {
  const said = integrity;
  integrity = `sha512-${createHash('sha512').update('something else').digest('base64')}`;
  try {
    expect(await findEngine(mac('changed'), () => undefined)).toEqual({
      problem: expect.stringMatching(/could not be fetched: .*integrity/i),
    });
  } finally {
    integrity = said;
  }
});

test('a package that is what the registry says it is, and not what the repository has, is refused', async () => {
  const own = pinned;
  pinned = `sha512-${createHash('sha512').update('something else').digest('base64')}`;
  try {
    await expect(findEngine(mac('replaced'), () => undefined)).rejects.toThrow(
      /not the package whose digest is pinned/,
    );
  } finally {
    pinned = own;
  }
});
