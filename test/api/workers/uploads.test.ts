import { describe, expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import {
  claimed,
  claimNow,
  counter,
  done,
  fence,
  file,
  flow_run_id,
  onWorkerRuns,
  owner,
  report,
  uploadsOf,
  world,
} from './scene.ts';

onWorkerRuns();

describe('createUploads', () => {
  test('createUploads is 400 for two files of one task under one name: the second would never be written', async () => {
    await claimed();
    expect(
      await refusal(uploadsOf(file, { ...file, kind: 'figure', name: 'a.png' }, { ...file, size_bytes: 9 })),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'body.files.2', message: expect.stringContaining('body.files.0') }],
    });
    expect((await uploadsOf(file, { ...file, qid: '2' }, { ...file, attempt: 1 })).uploads).toHaveLength(3);
  });

  test('an upload has its address under run, claim and task; a result of another task or claim cannot name it', async () => {
    await claimed();
    const { uploads } = await uploadsOf(file, { ...file, kind: 'figure', name: 'decay.png' });
    expect(uploads.map(({ path }) => path.split('/').slice(2, 4))).toEqual([
      [flow_run_id, String(fence)],
      [flow_run_id, String(fence)],
    ]);
    const raw_data = [uploads[0]?.path ?? ''];
    expect(await refusal(report({ ...done, qid: '0', raw_data }))).toMatchObject({ status: 400 });
    expect(await refusal(report({ ...done, figures: raw_data }))).toMatchObject({ status: 400 });
    await claimNow();
    expect(await refusal(report({ ...done, raw_data }))).toMatchObject({ status: 400 });
  });

  test('an upload that no result names yet is readable by no one', async () => {
    await claimed();
    const [upload] = (await uploadsOf(file)).uploads;
    const { url = '', headers = {}, path = '' } = upload ?? {};
    expect((await fetch(url, { method: 'PUT', headers, body: 'a,b' })).status).toBe(200);
    const read = () => owner.api.downloadFile({ query: { path } });
    expect(await refusal(read())).toMatchObject({ status: 404 });
    await report({ ...done, raw_data: [path] });
    expect(await (await read()).text()).toBe('a,b');
  });

  test('an upload that never came leaves the result as it is, and says so to anyone who wants the file', async () => {
    await claimed();
    const { uploads } = await uploadsOf(file, { ...file, kind: 'figure', name: 'decay.png' });
    const [raw = '', figure = ''] = uploads.map(({ path }) => path);
    const { results } = await report({ ...done, raw_data: [raw], figures: [figure] });
    expect(results).toMatchObject([{ outcome: 'written' }]);
    const calls = [
      [() => owner.api.downloadFile({ query: { path: raw } }), 'decay.csv'],
      [() => owner.api.getFigureByPath({ query: { path: figure } }), 'decay.png'],
      [() => owner.api.downloadFiguresAsZip({ body: { paths: [figure] } }), 'decay.png'],
    ] as const;
    const detail = (name: string) => `File '${name}' of task result '${results[0]?.task_id}' has not been uploaded`;
    for (const [call, name] of calls)
      expect(await refusal(call())).toMatchObject({ status: 404, detail: expect.stringContaining(detail(name)) });
    const other = await world.register(`other-${counter}`);
    const foreign = await refusal(other.api.downloadFile({ query: { path: raw } }));
    expect(foreign).toMatchObject({ status: 404, detail: expect.stringContaining('not found in project') });
  });

  test('an upload takes the file as it was announced alone', async () => {
    await claimed();
    const [upload] = (await uploadsOf(file)).uploads;
    const { url = '', headers = {} } = upload ?? {};
    const put = async (to: string, sent: Record<string, string>, body: string) =>
      (await fetch(to, { method: 'PUT', headers: sent, body })).status;
    expect(await put(url, headers, 'too long')).toBe(403);
    expect(await put(url, { ...headers, 'content-type': 'text/html' }, 'a,b')).toBe(403);
    expect(await put(url.replace('decay.csv', 'other.csv'), headers, 'a,b')).toBe(403);
    expect(await put(url, { 'content-type': 'text/csv' }, 'a,b')).toBe(403);
    world.advance(301);
    expect(await put(url, headers, 'a,b')).toBe(403);
    world.advance(-301);
    expect(await put(url, headers, 'a,b')).toBe(200);
    expect(await put(url, headers, 'c,d')).toBe(412);
  });

  test('createUploads is 409 beyond the quota of files, and what the worker measured is written without them', async () => {
    await claimed();
    const { runtime } = world.stack;
    const before = runtime.config.quotas;
    const path = `figures/${owner.projectId}/run/1.zip`;
    await runtime.ports.objects?.put(path, new Uint8Array(10), 'application/zip');
    runtime.config.quotas = { ...before, fileBytes: 9 };
    world.advance(3601);
    try {
      expect(await refusal(uploadsOf(file))).toMatchObject({
        status: 409,
        detail: expect.stringContaining('has 10 bytes of files, more than its quota of 9'),
      });
      expect((await report(done)).results).toMatchObject([{ outcome: 'written' }]);
    } finally {
      world.advance(-3601);
      runtime.config.quotas = before;
    }
  });

  test.each([
    ['a figure that no browser shows', { kind: 'figure', name: 'decay.exe' }],
    ['a name that is a folder', { name: '..' }],
    ['a name with a slash', { name: 'a/b.csv' }],
    ['a file that is too large', { size_bytes: 5 * 1024 ** 3 + 1 }],
    ['a qubit that the chip does not have', { qid: '77' }],
  ])('createUploads is 400 for %s', async (_, given) => {
    await claimed();
    expect(await refusal(uploadsOf({ ...file, ...given } as typeof file))).toMatchObject({ status: 400 });
  });
});
