import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diskObjects } from '#shared/kernel/objects/disk.ts';
import type { DownloadAddresses } from '#shared/kernel/objects/downloads.ts';
import { type ObjectStore, TooLarge } from '#shared/kernel/objects/port.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { type FileContext, readArtifact } from '#shared/results/verbs/files/read-artifact.ts';
import { storeArtifacts } from '#shared/results/verbs/files/store-artifacts.ts';
import { zipFigures } from '#shared/results/verbs/files/zip-figures.ts';
import type { TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import { outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';

/** An S3 service such as MiniStack's; without one its half of this file is skipped. */
const endpoint = process.env.S3_ENDPOINT;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-objects-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function bucket(): Promise<ObjectStore> {
  const client = new S3Client({
    endpoint: endpoint ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const name = `objects-${Date.now()}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  return s3Objects(name, client);
}

/** Addresses that say what they were given out for. */
const downloads: DownloadAddresses = { sign: async ({ key, fileName }) => `https://objects/${key}?name=${fileName}` };

const files = (text: string): Partial<TaskOutcome> => ({
  figures: [
    { name: 'CheckT1_0.svg', contentType: 'image/svg+xml', body: `<svg>${text} µ</svg>` },
    { name: 'CheckT1_0.json', contentType: 'application/vnd.plotly.v1+json', body: JSON.stringify({ data: [text] }) },
  ],
  rawData: [{ name: 'CheckT1_0_raw.csv', contentType: 'text/csv', body: `delay,signal\n0,${text}\n` }],
});
const owner = { projectId: 'p', flowRunId: 'run', fence: 3 };
const outcomes = [
  outcomeOf(plannedTask(0), files('a')),
  outcomeOf(plannedTask(1), files('b')),
  outcomeOf(plannedTask(2)),
];

const stores = [
  { name: 'files', open: async () => diskObjects(folder), skip: false },
  { name: `a bucket (${endpoint ?? 'skipped: S3_ENDPOINT is not set'})`, open: bucket, skip: endpoint === undefined },
];

describe.each(stores)('artifacts in $name', ({ name, open, skip }) => {
  let objects: ObjectStore;
  beforeEach(async () => {
    if (!skip) objects = await open();
  });
  const inProject = (projectId = 'p') =>
    ({ objects, projectId, downloads, clock: () => new Date(0) }) as unknown as FileContext;

  it.skipIf(skip)(
    `artifacts in ${name} are read back by the paths of their task, with their content type`,
    async () => {
      const paths = await storeArtifacts(objects, owner, '7', outcomes);
      const [first, second, none] = outcomes.map(({ taskId }) => paths.get(taskId));
      expect(none).toEqual({ figurePaths: [], jsonFigurePaths: [], rawDataPaths: [] });
      expect(first?.figurePaths).toEqual(['figures/p/run/3-7/CheckT1_0.svg']);
      const read = async (path = '', kind: 'figures' | 'raw' = 'figures') => {
        const file = await readArtifact(inProject(), path, kind);
        if ('url' in file) throw new Error(`${path} is not in the answer`);
        return [Buffer.from(file.bytes).toString(), file.contentType];
      };
      expect(await read(first?.figurePaths[0])).toEqual(['<svg>a µ</svg>', 'image/svg+xml']);
      expect(await read(second?.jsonFigurePaths[0])).toEqual(['{"data":["b"]}', 'application/json']);
      expect(await read(second?.rawDataPaths[0], 'raw')).toEqual(['delay,signal\n0,b\n', 'text/csv']);
    },
  );

  it.skipIf(skip)(
    `artifacts in ${name} are not there for another project, as another kind, or when they never were`,
    async () => {
      const paths = await storeArtifacts(objects, owner, '8', outcomes);
      const path = paths.get('task-0')?.figurePaths[0] ?? '';
      const refused = (projectId: string, asked: string, kind: 'figures' | 'raw' = 'figures') =>
        expect(readArtifact(inProject(projectId), asked, kind)).rejects.toMatchObject({
          kind: 'not-found',
          message: `File '${asked}' not found in project '${projectId}'`,
        });
      await refused('q', path);
      await refused('p', path, 'raw');
      await refused('p', path.replace('3-8', '3-9'));
      await refused('p', path.replace('CheckT1_0', 'CheckT1_1'));
      await refused('p', '../../etc/passwd');
    },
  );

  it.skipIf(skip)(
    `artifacts in ${name} of the same batch are the same bytes again, and of an older fence another object`,
    async () => {
      const written: [string, string][] = [];
      const watched: ObjectStore = {
        ...objects,
        put: async (key, body, type) => {
          written.push([key, Buffer.from(body).toString('base64')]);
          await objects.put(key, body, type);
        },
      };
      await storeArtifacts(watched, owner, '1', outcomes);
      await storeArtifacts(watched, owner, '1', outcomes);
      await storeArtifacts(watched, { ...owner, fence: 2 }, '1', outcomes);
      const [figures, raw, ...again] = written;
      expect(again.slice(0, 2)).toEqual([figures, raw]);
      expect(new Set(written.map(([key]) => key)).size).toBe(4);
    },
  );

  it.skipIf(skip)(
    `artifacts in ${name} larger than an answer are copied out of their pack, and read there`,
    async () => {
      const body = `<svg>${'µ'.repeat(2_000_001)}</svg>`;
      const large = outcomeOf(plannedTask(0), { figures: [{ name: 'a.svg', contentType: 'image/svg+xml', body }] });
      const path = (await storeArtifacts(objects, owner, '6', [large])).get('task-0')?.figurePaths[0] ?? '';
      const file = await readArtifact(inProject(), path, 'figures');
      expect(file).toMatchObject({
        contentType: 'image/svg+xml',
        fileName: 'a.svg',
        sizeBytes: Buffer.byteLength(body),
      });
      expect(file).toMatchObject({ expiresAt: '1970-01-01T00:05:00.000Z' });
      const { pathname } = new URL('url' in file ? file.url : '');
      expect(pathname).toMatch(/^\/downloads\/p\/[0-9a-f]{64}$/);
      expect(Buffer.from((await objects.get(pathname.slice(1))) ?? []).toString()).toBe(body);
    },
  );

  it.skipIf(skip)(
    `artifacts in ${name} go into one archive, under different names where two are called the same`,
    async () => {
      const paths = await storeArtifacts(objects, owner, '9', outcomes);
      const wanted = ['task-0', 'task-1'].flatMap((id) => paths.get(id)?.figurePaths ?? []);
      const { bytes, contentType } = await zipFigures(inProject(), [...wanted, ...wanted], 'figures.zip');
      expect(contentType).toBe('application/zip');
      const entries = Object.entries(unzipSync(bytes)).map(([name, body]) => [name, Buffer.from(body).toString()]);
      expect(entries).toEqual([
        ['CheckT1_0.svg', '<svg>a µ</svg>'],
        ['2-CheckT1_0.svg', '<svg>b µ</svg>'],
      ]);
      await expect(zipFigures(inProject(), [...wanted, 'figures/p/run/x/y.svg'], 'x.zip')).rejects.toMatchObject({
        kind: 'not-found',
      });
    },
  );
});

describe.each(stores)('objects in $name', ({ name, open, skip }) => {
  it.skipIf(skip)(`objects in ${name} are not read where they are larger than their reader wants to hold`, async () => {
    const objects = await open();
    await objects.put('raw/p/sized', Buffer.from('12345'), 'text/plain');
    await objects.put('raw/p/empty', Buffer.alloc(0), 'text/plain');
    expect(Buffer.from((await objects.getUpTo('raw/p/sized', 5)) as Uint8Array).toString()).toBe('12345');
    expect(await objects.getUpTo('raw/p/sized', 4)).toEqual(new TooLarge(5));
    expect(await objects.getUpTo('raw/p/never', 4)).toBeUndefined();
    const sizes = ['raw/p/sized', 'raw/p/empty', 'raw/p/never'].map((key) => objects.size(key));
    expect(await Promise.all(sizes)).toEqual([5, 0, undefined]);
  });

  it.skipIf(skip)(
    `objects in ${name} below a folder are deleted, many or none, and those alongside it stay`,
    async () => {
      const objects = await open();
      const keys = Array.from({ length: 1200 }, (_, n) => `raw/gone/${n % 3}/${n}.zip`);
      const stay = ['raw/gone-not/0.zip', 'raw/gone.zip', 'figures/gone/0.zip'];
      for (let n = 0; n < keys.length; n += 50)
        await Promise.all(keys.slice(n, n + 50).map((key) => objects.put(key, Buffer.from('x'), 'text/plain')));
      for (const key of stay) await objects.put(key, Buffer.from('y'), 'text/plain');
      await objects.deleteBelow('raw/gone');
      await objects.deleteBelow('raw/gone');
      await objects.deleteBelow('raw/never');
      for (const key of keys) expect(await objects.get(key)).toBeUndefined();
      for (const key of stay) expect(await objects.get(key)).toBeDefined();
    },
  );
});

describe('objects in files', () => {
  it('objects in files are written whole or not at all, and leave nothing else behind', async () => {
    const objects = diskObjects(join(folder, 'whole'));
    await Promise.all(Array.from({ length: 8 }, (_, n) => objects.put('a/b', Buffer.from(`${n}`.repeat(1000)), '')));
    expect(Buffer.from((await objects.get('a/b')) ?? []).toString()).toMatch(/^(\d)\1{999}$/);
    expect(await readdir(join(folder, 'whole/a'))).toEqual(['b']);
    expect(await objects.get('a/b/c')).toBeUndefined();
  });

  it.each(['../x', 'a/../../x', '/x', 'a//b', '.', 'a\\b', 'a/\0'])('objects in files never lie at %j', async (key) => {
    const objects = diskObjects(folder);
    await expect((async () => objects.put(key, Buffer.from('x'), ''))()).rejects.toThrow('is not a key');
    await expect((async () => objects.get(key))()).rejects.toThrow('is not a key');
  });
});
