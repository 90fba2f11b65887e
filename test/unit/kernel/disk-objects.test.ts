import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DiskObjects, diskObjects } from '#shared/kernel/objects/disk.ts';

let folder: string;
let objects: DiskObjects;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiducial-disk-'));
  objects = diskObjects(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}
const textOf = async (key: string) => (await objects.get(key))?.toString();
const filesBelow = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

describe('an object that is received in pieces', () => {
  test('an object that is received in pieces is there when all have come, and is not replaced by another', async () => {
    expect(await objects.receive('raw/p/a', pieces('on', '', 'e'), 3)).toBe('kept');
    expect(await objects.receive('raw/p/a', pieces('two'), 3)).toBe('exists');
    expect(await textOf('raw/p/a')).toBe('one');
  });

  test.each([
    ['fewer bytes than announced', ['o']],
    ['more bytes than announced', ['one', 'two']],
  ])('an object of %s is not kept, and nothing of it stays', async (_, texts) => {
    expect(await objects.receive('raw/p/a', pieces(...texts), 3)).toBe('wrong-size');
    expect(await filesBelow()).toEqual([]);
  });

  test('an object whose sender goes away is not kept, and nothing of it stays', async () => {
    const broken = async function* () {
      yield Buffer.from('on');
      throw new Error('gone');
    };
    await expect(objects.receive('raw/p/a', broken(), 3)).rejects.toThrow('gone');
    expect(await filesBelow()).toEqual([]);
  });

  test('an object that two send at the same time is one of them, whole', async () => {
    const both = await Promise.all(['one', 'two'].map((text) => objects.receive('raw/p/a', pieces(text), 3)));
    expect(both.toSorted()).toEqual(['exists', 'kept']);
    expect(await textOf('raw/p/a')).toBe(both[0] === 'kept' ? 'one' : 'two');
  });
});

test('an object is kept although its folder, or that of unfinished ones, was deleted since the last one', async () => {
  await objects.put('raw/p/a', Buffer.from('one'), 'text/plain');
  await rm(join(folder, 'raw'), { recursive: true });
  await objects.put('raw/p/b', Buffer.from('two'), 'text/plain');
  expect(await textOf('raw/p/b')).toBe('two');
  await rm(join(folder, '.unfinished'), { recursive: true });
  await objects.put('raw/p/c', Buffer.from('three'), 'text/plain');
  expect(await textOf('raw/p/c')).toBe('three');
});

test('what a kill has left half-written is cleared, and nothing else', async () => {
  await objects.put('raw/p/a', Buffer.from('one'), 'text/plain');
  const left = async function* () {
    yield Buffer.from('half');
    // The process is another one by the time that it starts again.
    await diskObjects(folder).clearUnfinished();
    yield Buffer.from('more');
  };
  expect(await objects.receive('raw/p/b', left(), 9)).toBe('wrong-size');
  expect(await filesBelow()).toEqual(['a']);
});

test('objects of a folder that are older than an instant are deleted, and no others', async () => {
  const now = new Date();
  const old = new Date(now.getTime() - 2000);
  for (const key of ['downloads/p/old', 'downloads/p/new', 'raw/p/old'])
    await objects.put(key, Buffer.from('x'), 'text/plain');
  for (const key of ['downloads/p/old', 'raw/p/old']) await utimes(objects.fileOf(key), old, old);
  await objects.deleteWrittenBefore('downloads', new Date(now.getTime() - 1000));
  await objects.deleteWrittenBefore('never', now);
  expect((await filesBelow()).toSorted()).toEqual(['new', 'old']);
  expect(await objects.size('downloads/p/old')).toBeUndefined();
});

test.each(['.unfinished/x', 'raw/../x', 'raw//x', 'raw/.', 'raw\\x'])('%s is not a key', async (key) => {
  await expect(async () => objects.get(key)).rejects.toThrow('is not a key of an object');
});
