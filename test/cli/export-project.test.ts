import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../cli/archive/manifest.ts';
import { entriesOf } from '../../cli/archive/tar.ts';
import { fillWholeProject } from '../api/support/filled-project.ts';
import type { SampleNames } from '../api/support/samples.ts';
import { type Caller, startWorld, type World } from '../api/support/world.ts';
import { runCli } from './run-cli.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the export of a project', () => {
  let world: World;
  let owner: Caller;
  let names: SampleNames;
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
    names = await fillWholeProject(world, owner);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-export-'));
    env = { FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: owner.token };
  });
  afterEach(() => rm(directory, { recursive: true }));

  const run = (file: string, project = names.projectId) =>
    runCli(['export', 'project', project, '--to', file, '--json'], env);

  /** The bytes of the files of an archive, by their names, as another tar reads them. */
  async function unpacked(file: string): Promise<(name: string) => Promise<Buffer>> {
    await promisify(execFile)('tar', ['-xf', file, '-C', directory]);
    return (name) => readFile(join(directory, name));
  }

  /** The records and file lists of an archive. */
  async function said(file: string): Promise<string[]> {
    const read = await unpacked(file);
    const { parts } = JSON.parse((await read('manifest.json')).toString()) as Manifest;
    const texts = await Promise.all(parts.map(async ({ name }) => gunzipSync(await read(name)).toString()));
    return texts.flatMap((text) => text.split('\n').slice(0, -1));
  }

  test('an archive is a tar file with a manifest, all records and files, and each is what its hash says', async () => {
    const file = join(directory, 'whole.tar');
    expect(await run(file)).toMatchObject({ code: 0, stderr: '' });
    expect((await stat(file)).mode & 0o077).toBe(0);
    const read = await unpacked(file);
    const manifest = JSON.parse((await read('manifest.json')).toString()) as Manifest;
    expect(manifest).toMatchObject({ format: 1, project_id: names.projectId });
    const lines: string[] = [];
    for (const part of manifest.parts) {
      const text = gunzipSync(await read(part.name));
      expect(sha256(text)).toBe(part.sha256);
      lines.push(...text.toString().split('\n').slice(0, -1));
    }
    const records = lines.map((line) => JSON.parse(line) as Record<string, string>);
    const files = records.filter(({ kind }) => kind === 'file');
    expect(files).toHaveLength(manifest.files);
    expect(files.length).toBeGreaterThan(3);
    for (const { sha256: hash = '' } of files) expect(sha256(await read(`files/${hash}`))).toBe(hash);
    const api = world.client(owner.token, names.projectId);
    const page = await api.getProjectArchiveRecords({ params: { project_id: names.projectId } });
    expect(lines.slice(0, page.lines.length)).toEqual(page.lines);
    expect((await entriesOf(file)).map(({ name }) => name).at(0)).toBe('manifest.json');
  });

  test('an export that was broken off goes on from what it has read, and checks that', async () => {
    const file = join(directory, 'whole.tar');
    expect(await run(file)).toMatchObject({ code: 0 });
    const whole = await said(file);
    await rm(file);
    // As a kill leaves it: the folder has a page that is old, and none of the files.
    const { openExportFolder } = await import('../../cli/archive/export-state.ts');
    const folder = await openExportFolder(`${file}.part`, world.stack.url, names.projectId);
    const old = { cursor: '', next: null, digest: 'old', lines: 1, sha256: sha256(Buffer.from('')), records: {} };
    folder.state.pages.push(old);
    folder.state.head = 'old';
    await folder.save();
    await writeFile(folder.fileOf('files/half.begun'), 'half');
    expect(await run(file)).toMatchObject({ code: 0 });
    expect(await said(file)).toEqual(whole);
    expect(await stat(`${file}.part`).catch(() => 'gone')).toBe('gone');
  });

  test('an export made while people write has all of one instant: of two values that are written one after the other, never the later alone', async () => {
    const api = world.client(owner.token, names.projectId);
    let wrote = 0;
    const writing = (async () => {
      for (; wrote < 12; wrote += 1) {
        await api.upsertChipNote({ params: { chip_id: 'kept' }, body: { content: `first ${wrote}` } });
        await api.updateCryostat({ params: { cryo_id: names.cryoId }, body: { location: `second ${wrote}` } });
      }
    })();
    const file = join(directory, 'busy.tar');
    const exported = await run(file);
    await writing;
    // A project that changes during every pass is reported; the same command then continues.
    const again = exported.code === 0 ? exported : await run(file);
    expect(again).toMatchObject({ code: 0 });
    const read = await unpacked(file);
    const manifest = JSON.parse((await read('manifest.json')).toString()) as Manifest;
    const texts = await Promise.all(manifest.parts.map(async ({ name }) => gunzipSync(await read(name)).toString()));
    const numberOf = (word: string) =>
      Math.max(-1, ...[...texts.join('').matchAll(new RegExp(`"${word} (\\d+)"`, 'g'))].map(([, n]) => Number(n)));
    expect(numberOf('first') - numberOf('second')).toBeLessThanOrEqual(1);
    expect(numberOf('first')).toBeGreaterThanOrEqual(numberOf('second'));
  });

  test('an export of a project that is not there, or into a file that is, is refused and writes nothing', async () => {
    const file = join(directory, 'whole.tar');
    expect(await run(file, 'nowhere')).toMatchObject({ code: 1, stderr: "There is no project 'nowhere' of yours.\n" });
    await writeFile(file, 'mine');
    expect(await run(file)).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
    expect(await readFile(file, 'utf8')).toBe('mine');
    const usage = await runCli(['export', 'project', 'x'], env);
    expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('--to') });
  });
});
