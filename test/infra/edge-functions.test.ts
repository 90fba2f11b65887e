import { describe, expect, it } from 'vitest';
import { edgeCode } from '#infra/constructs/edge-code.ts';
import { routeList } from '#shared/api/routes.ts';
import { linkPreview } from '#shared/kernel/link-preview.ts';
import { edgeFunction } from '#test/support/aws/edge-function.ts';

describe('strip-api', () => {
  const stripApi = edgeFunction('strip-api');

  it('strip-api takes the prefix off every route of the API, once', () => {
    for (const { path } of routeList) expect(stripApi(`/api${path}`)).toMatchObject({ uri: path });
    expect(stripApi('/api/api/chips')).toMatchObject({ uri: '/api/chips' });
    expect(stripApi('/api')).toMatchObject({ uri: '/' });
  });

  it('strip-api leaves escapes in a path as they are', () => {
    expect(stripApi('/api/chips/a%2Fb%20c')).toMatchObject({ uri: '/chips/a%2Fb%20c' });
  });

  it('strip-api does not take a name that begins with api for the prefix', () => {
    expect(stripApi('/apiary')).toMatchObject({ uri: '/apiary' });
  });

  it("strip-api sets the viewer's address and replaces a value that the viewer sent", () => {
    const sent = { 'x-viewer-address': { value: '10.0.0.1' }, accept: { value: '*/*' } };
    expect(stripApi('/api/auth/login', sent, '2001:db8::1')).toMatchObject({
      headers: { 'x-viewer-address': { value: '2001:db8::1' }, accept: { value: '*/*' } },
    });
  });
});

describe('page-paths', () => {
  const pagePaths = edgeFunction('page-paths');

  it.each([
    '/',
    '/login',
    '/dashboard',
    '/chips/lab',
    '/chips/lab.7',
    '/chips/lab.7/qubits/3',
    '/execution/20250301-001',
    '/p/3f6b1c0a-0000-4000-8000-000000000000/chips/lab.7',
    '/p/lab.2',
  ])('page-paths answers the page %s with the application', (uri) => {
    expect(pagePaths(uri)).toMatchObject({ uri: '/index.html' });
  });

  it.each([
    '/index.html',
    '/favicon.svg',
    '/assets/index-0123abcd.js',
    '/docs/index.html',
    '/docs/reference.js',
    '/downloads/lab-1.0-py3-none-any.whl',
  ])('page-paths leaves the file %s', (uri) => {
    expect(pagePaths(uri)).toMatchObject({ uri });
  });

  it('page-paths answers a missing file below /assets as missing, and not as a page', () => {
    expect(pagePaths('/assets/gone')).toMatchObject({ uri: '/assets/gone' });
  });

  it('page-paths finds the API reference, below the slash on which its links depend', () => {
    expect(pagePaths('/docs')).toEqual({ statusCode: 308, headers: { location: { value: '/docs/' } } });
    expect(pagePaths('/docs/')).toMatchObject({ uri: '/docs/index.html' });
  });

  it('page-paths shows a chat what a link leads to, as the local stack does, and a browser the application', () => {
    const slack = { 'user-agent': { value: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' } };
    const chip = { chip: { value: 'lab%207' } };
    expect(pagePaths('/dashboard', slack, undefined, chip)).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': { value: 'text/html; charset=utf-8' } },
      body: { data: linkPreview(slack['user-agent'].value, '/dashboard', 'chip=lab%207') },
    });
    expect(pagePaths('/favicon.svg', slack)).toMatchObject({ uri: '/favicon.svg' });
    const browser = { 'user-agent': { value: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0' } };
    expect(pagePaths('/dashboard', browser)).toMatchObject({ uri: '/index.html' });
  });

  it('each function is within the 10 KB that CloudFront takes, and says nothing that its runtime does not have', () => {
    for (const name of ['page-paths', 'strip-api']) {
      const code = edgeCode(name);
      expect(Buffer.byteLength(code)).toBeLessThan(10_240);
      expect(code).not.toMatch(
        /\.\.\.|\b(?:const|let|var) ?[[{]|\bclass\b|\bfor ?\(\w+ \w+ of\b|\?\.|\?\?|^import|^export/m,
      );
    }
  });
});
