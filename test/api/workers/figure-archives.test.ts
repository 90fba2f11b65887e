import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { claimed, done, file, onWorkerRuns, owner, report, uploadsOf, world } from './scene.ts';

onWorkerRuns();

const figureBytes = 5_000_000;

/** Uploads figures that no compression makes smaller, and has a result name them. @returns their paths and bytes. */
async function figures(count: number): Promise<{ path: string; bytes: Buffer }[]> {
  await claimed();
  const files = Array.from({ length: count }, (_, n) => ({
    ...({ ...file, kind: 'figure', name: `${n}.png`, content_type: 'image/png' } as const),
    size_bytes: figureBytes,
  }));
  const { uploads } = await uploadsOf(...files);
  const kept = uploads.map(({ path }) => ({ path, bytes: randomBytes(figureBytes) }));
  for (const [n, { url, headers }] of uploads.entries())
    await fetch(url, { method: 'PUT', headers, body: new Uint8Array(kept[n]?.bytes ?? []) });
  await report({ ...done, figures: kept.map(({ path }) => path) });
  return kept;
}

const ready = async (archive_id: string) => {
  await expect.poll(async () => (await owner.api.getFigureArchive({ params: { archive_id } })).status).toBe('ready');
  return owner.api.getFigureArchive({ params: { archive_id } });
};

test('figures that are too large for an answer are refused there with the way out, and made into an archive as a job', async () => {
  const kept = await figures(3);
  const paths = kept.map(({ path }) => path);
  expect(await refusal(owner.api.downloadFiguresAsZip({ body: { paths } }))).toMatchObject({
    status: 400,
    detail: expect.stringContaining("'POST /task-results/figures/archives'"),
  });
  const asked = await owner.api.createFigureArchive({ body: { paths, filename: 'all.zip' } });
  expect(asked).toMatchObject({ figure_count: 3, figure_bytes: 3 * figureBytes, filename: 'all.zip' });
  const { link } = await ready(asked.archive_id);
  expect(link).toMatchObject({ file_name: 'all.zip', content_type: 'application/zip' });
  const zip = await fetch(new URL(link?.url ?? '', world.stack.url));
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  for (const [n, { bytes }] of kept.entries()) expect(Buffer.from(entries[`${n}.png`] ?? []).equals(bytes)).toBe(true);
});

test('the same figures under the same name are the same archive, and of other figures another', async () => {
  const paths = (await figures(2)).map(({ path }) => path);
  const ask = (of: string[], filename = 'all.zip') => owner.api.createFigureArchive({ body: { paths: of, filename } });
  const both = await Promise.all([ask(paths), ask(paths)]);
  const [id = ''] = both.map(({ archive_id }) => archive_id);
  expect(both.map(({ archive_id }) => archive_id)).toEqual([id, id]);
  await ready(id);
  expect((await ask(paths)).status).toBe('ready');
  expect((await ask(paths.slice(1))).archive_id).not.toBe(id);
  expect((await ask(paths, 'other.zip')).archive_id).not.toBe(id);
});

test('an archive is of one project, of figures that are there, and of one that was asked for', async () => {
  const paths = (await figures(1)).map(({ path }) => path);
  const { archive_id } = await owner.api.createFigureArchive({ body: { paths } });
  const other = await world.register(`reader-of-archives-${archive_id.slice(0, 8)}`);
  expect(await refusal(other.api.getFigureArchive({ params: { archive_id } }))).toMatchObject({ status: 404 });
  expect(await refusal(other.api.createFigureArchive({ body: { paths } }))).toMatchObject({ status: 404 });
  const unknown = paths.map((path) => path.replace('0.png', '1.png'));
  expect(await refusal(owner.api.createFigureArchive({ body: { paths: unknown } }))).toMatchObject({ status: 404 });
  const nothing = { params: { archive_id: '0'.repeat(64) } };
  expect(await refusal(owner.api.getFigureArchive(nothing))).toMatchObject({ status: 404 });
});

test('an archive whose maker died is failed, and is made when it is asked for again', async () => {
  const paths = (await figures(1)).map(({ path }) => path);
  const { ports } = world.stack.runtime;
  const { archives } = ports;
  ports.archives = { start: () => undefined, isUnderWay: () => false };
  const { archive_id, status } = await owner.api.createFigureArchive({ body: { paths } });
  expect(status).toBe('making');
  const died = await owner.api.getFigureArchive({ params: { archive_id } });
  expect(died).toMatchObject({ status: 'failed', message: 'It was interrupted; ask for it again', link: null });
  if (archives) ports.archives = archives;
  expect((await owner.api.createFigureArchive({ body: { paths } })).status).toBe('making');
  await ready(archive_id);
});
