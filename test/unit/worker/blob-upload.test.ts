import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UploadRequest } from '#worker/client/api.ts';
import { uploadFiles } from '#worker/client/uploads.ts';

test('a file on the disk is announced with its size, and sent as it is for every try', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-upload-'));
  await writeFile(join(folder, 'a.bin'), Buffer.from([0, 255, 10]));
  const asked: UploadRequest[][] = [];
  const sent: Uint8Array[] = [];
  const statuses = [503, 200];
  const paths = await uploadFiles(
    [
      {
        ...{ task: 'CheckT1', task_type: 'qubit', qid: '0', name: 'a.bin', kind: 'raw' },
        content_type: 'application/octet-stream',
        body: await openAsBlob(join(folder, 'a.bin')),
      },
    ],
    {
      requestUploads: async (files) => {
        asked.push(files);
        const headers = {};
        return [{ name: 'a.bin', path: 'raw/a', url: '/objects/a', method: 'PUT', headers, expires_at: '' }];
      },
      fetch: async (_, init) => {
        sent.push(new Uint8Array(await new Response(init?.body ?? null).arrayBuffer()));
        return new Response(null, { status: statuses.shift() ?? 500 });
      },
      baseUrl: 'http://service',
      signal: new AbortController().signal,
      random: () => 0,
    },
  );
  await rm(folder, { recursive: true });
  expect(paths).toEqual(['raw/a']);
  expect(asked).toMatchObject([[{ name: 'a.bin', size_bytes: 3 }]]);
  expect(sent).toEqual([Uint8Array.of(0, 255, 10), Uint8Array.of(0, 255, 10)]);
});
