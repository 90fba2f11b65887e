import { unzipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ArtifactContext } from '#shared/results/verbs/files/find-files.ts';
import { storeArtifacts } from '#shared/results/verbs/files/store-artifacts.ts';
import { zipFigures } from '#shared/results/verbs/files/zip-figures.ts';
import { artifactPath, packKey } from '#shared/runs/rules/artifact-path.ts';
import { type MemoryObjects, memoryObjects } from '#test/support/engine/memory-objects.ts';
import { outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';

let objects: MemoryObjects;
let reads: string[];
let ctx: ArtifactContext;
beforeEach(() => {
  objects = memoryObjects();
  reads = [];
  const watched = {
    ...objects,
    get: (key: string) => {
      reads.push(key);
      return objects.get(key);
    },
  };
  ctx = { objects: watched, projectId: 'p' } as unknown as ArtifactContext;
});

const owner = { projectId: 'p', flowRunId: 'run', fence: 3 };

/** Figures of one batch. @returns their paths. */
async function batch(name: string, figures: Record<string, string>): Promise<string[]> {
  const files = Object.entries(figures).map(([file, body]) => ({ name: file, contentType: 'image/svg+xml', body }));
  const paths = await storeArtifacts(objects, owner, name, [outcomeOf(plannedTask(0), { figures: files })]);
  return paths.get('task-0')?.figurePaths ?? [];
}

test('figures that get small enough by compression are one answer, though they are larger than one', async () => {
  const paths = await batch('1', { 'a.svg': 'x'.repeat(3_000_000), 'b.svg': 'y'.repeat(3_000_000) });
  const { bytes } = await zipFigures(ctx, paths, 'figures.zip');
  expect(Object.entries(unzipSync(bytes)).map(([name, body]) => [name, body.length])).toEqual([
    ['a.svg', 3_000_000],
    ['b.svg', 3_000_000],
  ]);
});

test('figures that are too many for memory are refused before one of them is unpacked', async () => {
  const paths = await batch('1', { 'a.svg': 'x'.repeat(6_000_001), 'b.svg': 'y'.repeat(6_000_001) });
  await expect(zipFigures(ctx, paths, 'figures.zip')).rejects.toMatchObject({
    code: 'request_too_broad',
    message: expect.stringMatching(/^The figures have 12000002 bytes/),
  });
  expect(reads).toHaveLength(1);
});

test('a pack is read once for the sizes and once for the bytes, however many of its figures are asked for', async () => {
  const paths = await batch('1', Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}.svg`, `${n}`])));
  const { bytes } = await zipFigures(ctx, paths, 'figures.zip');
  expect(Object.keys(unzipSync(bytes))).toHaveLength(50);
  const key = packKey({ kind: 'figures', projectId: 'p', flowRunId: 'run', pack: '3-1' });
  expect(reads).toEqual([key, key]);
});

test('figures of one name, or of a name that begins as a drive does, are in the archive under names of their own', async () => {
  const paths = [...(await batch('1', { 'c:a.svg': '1' })), ...(await batch('2', { 'c:a.svg': '2' }))];
  const { bytes } = await zipFigures(ctx, paths, 'figures.zip');
  expect(Object.keys(unzipSync(bytes))).toEqual(['c_a.svg', '2-c_a.svg']);
});

test('an archive of the same figures has the same bytes', async () => {
  const paths = await batch('1', { 'a.svg': '1', 'b.svg': '2' });
  vi.useFakeTimers({ now: new Date('2025-03-01T00:00:00Z'), toFake: ['Date'] });
  const first = await zipFigures(ctx, paths, 'figures.zip');
  vi.setSystemTime(new Date('2025-03-02T00:00:00Z'));
  const second = await zipFigures(ctx, paths, 'figures.zip');
  vi.useRealTimers();
  expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
});

test('an archive with a figure that its pack lacks is refused', async () => {
  const paths = await batch('1', { 'a.svg': '1' });
  const other = artifactPath({ kind: 'figures', projectId: 'p', flowRunId: 'run', pack: '3-1', entry: 'b.svg' });
  await expect(zipFigures(ctx, [...paths, other], 'figures.zip')).rejects.toMatchObject({ code: 'not_found' });
});
