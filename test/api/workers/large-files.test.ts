import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { send } from '../support/wire.ts';
import { claimed, done, file, onWorkerRuns, owner, report, uploadsOf, world } from './scene.ts';

onWorkerRuns();

/** More than an answer carries. */
const large = randomBytes(4_000_001);
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Uploads a file and has a result name it. @returns its path. */
async function kept(body: Uint8Array): Promise<string> {
  await claimed();
  const [upload] = (await uploadsOf({ ...file, size_bytes: body.length })).uploads;
  const { url = '', headers = {}, path = '' } = upload ?? {};
  const put = () => fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
  expect([(await put()).status, (await put()).status]).toEqual([200, 412]);
  await report({ ...done, raw_data: [path] });
  return path;
}

const rawData = (path: string, method = 'GET') =>
  send(world.stack.url, {
    method,
    path: `/api/files/raw-data?path=${encodeURIComponent(path)}`,
    headers: { authorization: `Bearer ${owner.token}` },
  });

describe('a file that is larger than an answer', () => {
  test('a file that is larger than an answer is answered 302, and read there whole without a token, as a file to be kept', async () => {
    const path = await kept(large);
    const answer = await rawData(path);
    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([302, '', 'no-store']);
    const response = await fetch(new URL(String(answer.headers.location), world.stack.url));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="decay.csv"',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(digestOf(new Uint8Array(await response.arrayBuffer()))).toBe(digestOf(large));
  });

  test('a file that is larger than an answer reaches a client that follows where it is sent', async () => {
    const path = await kept(large);
    const blob = await owner.api.downloadFile({ query: { path } });
    expect(digestOf(new Uint8Array(await blob.arrayBuffer()))).toBe(digestOf(large));
  });

  test('a file of exactly what an answer carries is in the answer', async () => {
    const path = await kept(large.subarray(0, 4_000_000));
    expect((await rawData(path)).status).toBe(200);
  });
});

describe('the address of a file', () => {
  const linkOf = async (path: string) => {
    const link = await owner.api.getFileLink({ query: { path } });
    return { ...link, url: new URL(link.url, world.stack.url) };
  };

  test('the address of a file says what it leads to, of a small file too', async () => {
    const path = await kept(Buffer.from('a,b'));
    expect(await linkOf(path)).toMatchObject({ file_name: 'decay.csv', content_type: 'text/csv', size_bytes: 3 });
    const { url } = await linkOf(path);
    expect(await (await fetch(url)).text()).toBe('a,b');
  });

  test.each([
    ['bytes=1-2', 206, 'bytes 1-2/5', 'bc'],
    ['bytes=3-', 206, 'bytes 3-4/5', 'de'],
    ['bytes=-1', 206, 'bytes 4-4/5', 'e'],
    ['bytes=0-99', 206, 'bytes 0-4/5', 'abcde'],
    ['bytes=5-', 416, 'bytes */5', ''],
    ['lines=1-2', 200, null, 'abcde'],
    ['bytes=0-1,3-4', 200, null, 'abcde'],
  ])('the address of a file answers the range %s with %s', async (range, status, contentRange, text) => {
    const { url } = await linkOf(await kept(Buffer.from('abcde')));
    const response = await fetch(url, { headers: { range } });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      status,
      contentRange,
      text,
    ]);
  });

  test('the address of a file answers HEAD with the size alone', async () => {
    const { url } = await linkOf(await kept(Buffer.from('abcde')));
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '5']);
  });

  test('the address of a file is good for five minutes, one file and reading alone', async () => {
    const { url } = await linkOf(await kept(Buffer.from('abcde')));
    const status = async (to: URL | string, method = 'GET') => (await fetch(to, { method })).status;
    expect(await status(String(url).replace('decay.csv', 'other.csv'))).toBe(403);
    expect(await status(String(url).replace('text%2Fcsv', 'text%2Fhtml'))).toBe(403);
    expect(await status(url, 'PUT')).toBe(403);
    world.advance(301);
    expect(await status(url)).toBe(403);
    world.advance(-301);
    expect(await status(url)).toBe(200);
  });

  test('the address of a file is given to no other project, and for no file that is not there', async () => {
    const path = await kept(Buffer.from('abcde'));
    const other = await world.register('reader-of-others');
    for (const [api, asked] of [
      [other.api, path],
      [owner.api, path.replace('decay', 'other')],
    ] as const)
      await expect(api.getFileLink({ query: { path: asked } })).rejects.toMatchObject({ status: 404 });
  });
});
