import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeServer, createGateway, listen } from '#local/gateway/gateway.ts';
import { compressFiles } from '#local/website/compress.ts';
import { openSite } from '#local/website/static-site.ts';
import { buildWheel, writeWheel } from '#local/website/wheel.ts';
import { routeList } from '#shared/api/routes.ts';
import { pythonWheel } from '#shared/workers/rules/python-wheel.ts';
import { html, raw } from './raw-request.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5000))});`;

let url: string;
let stop: () => Promise<void>;
let siteFolder: string;

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'fiducial-site-'));
  siteFolder = join(root, 'site');
  await mkdir(join(siteFolder, 'assets'), { recursive: true });
  await mkdir(join(siteFolder, 'docs'));
  await writeFile(join(root, 'secret.txt'), 'outside');
  await writeFile(join(siteFolder, 'index.html'), '<!doctype html><title>app</title>');
  await writeFile(join(siteFolder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(siteFolder, '.env'), 'outside');
  await writeFile(join(siteFolder, 'assets', 'index-BdF3kQ9z.js'), script);
  await writeFile(join(siteFolder, 'docs', 'index.html'), '<!doctype html><title>docs</title>');
  await compressFiles(siteFolder);
  await writeWheel(siteFolder);
  const server = createGateway({
    routes: routeList,
    handlerOf: async () => async (event) => event,
    site: openSite(siteFolder),
    onError: () => undefined,
  });
  url = await listen(server, 0);
  stop = async () => {
    await closeServer(server);
    await rm(root, { recursive: true });
  };
});
afterAll(() => stop());

describe('the web application', () => {
  test.each(['/', '/login', '/chips/A', '/p/lab.2/chips/A', '/execution', '/nothing/of/ours'])(
    '%s is its page of the web application for a browser',
    async (path) => {
      const response = await raw(url, path, { accept: html });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.body.toString()).toContain('<title>app</title>');
    },
  );

  test('the path of a page is the API for anybody who does not ask for HTML', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html;q=0']) {
      const response = await raw(url, '/chips/A', { accept });
      expect(response.headers['content-type']).toBe('application/json');
    }
  });

  test('a POST of a form from a page is the API', async () => {
    expect((await raw(url, '/auth/login', { accept: html }, 'POST')).headers['content-type']).toBe('application/json');
  });

  test('a hashed file is served for any accept and cached for a year', async () => {
    const response = await raw(url, '/assets/index-BdF3kQ9z.js', { accept: '*/*' });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.body.toString()).toBe(script);
  });

  test('a file without a hash is checked each time, and not sent again while it is the same', async () => {
    const first = await raw(url, '/robots.txt');
    expect(first.headers['cache-control']).toBe('no-cache');
    const second = await raw(url, '/robots.txt', { 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.body.length]).toEqual([304, 0]);
    expect(second.headers['cache-control']).toBe('no-cache');
    expect((await raw(url, '/robots.txt', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test('a site that is built again is served as it is then, without a restart', async () => {
    const file = join(siteFolder, 'note.txt');
    const contentOf = async () => (await raw(url, '/note.txt')).body.toString();
    await writeFile(file, 'first');
    expect(await contentOf()).toBe('first');
    await writeFile(file, 'and longer');
    expect(await contentOf()).toBe('and longer');
    await rm(file);
    expect((await raw(url, '/note.txt')).status).toBe(404);
  });

  test('an API answer carries no header of the site', async () => {
    const { headers } = await raw(url, '/chips/A');
    expect(headers['content-security-policy']).toBeUndefined();
    expect(headers['cache-control']).toBeUndefined();
  });

  test('a folder with a page redirects to its slash, and serves the page there', async () => {
    const redirect = await raw(url, '/docs?x=1');
    expect([redirect.status, redirect.headers.location]).toEqual([308, '/docs/?x=1']);
    expect((await raw(url, '/docs/')).body.toString()).toContain('<title>docs</title>');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('a file of the web application is compressed for %s', async (accepted, encoding, decompress) => {
    const response = await raw(url, '/assets/index-BdF3kQ9z.js', { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers.vary).toBe('Accept-Encoding');
    expect(decompress(response.body).toString()).toBe(script);
  });

  test('every page and file carries a strict policy', async () => {
    for (const path of ['/login', '/assets/index-BdF3kQ9z.js', '/docs/']) {
      const { headers } = await raw(url, path, { accept: html });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  test('a chat that was given a link is told what it leads to, and gets files as everybody does', async () => {
    const headers = { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', accept: '*/*' };
    const page = await fetch(`${url}/chips/lab.7/qubits/3`, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<meta property="og:title" content="Qubit Q3 of lab.7">');
    expect(await (await fetch(`${url}/robots.txt`, { headers })).text()).toBe('User-agent: *');
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/docs/%00',
    '/.env',
  ])('%s leads to nothing outside the site or hidden in it', async (path) => {
    const response = await raw(url, path);
    expect(response.status).toBe(404);
    expect(response.body.toString()).not.toContain('outside');
  });
});

test('the wheel of the Python package is served below /downloads', async () => {
  const answer = await fetch(`${url}/downloads/${pythonWheel}`);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(await buildWheel());
});

test('a folder without an index.html is not a site', () => {
  expect(openSite(join(tmpdir(), 'fiducial-no-such-folder'))).toBeUndefined();
});
