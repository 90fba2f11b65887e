import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import type { FullClient } from '#test/support/stack/full-client.ts';
import { startPersistentStack } from '#test/support/stack/persistent-stack.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

interface Ended {
  code: number;
  output: string;
}

describe.skipIf(missingEngine)(`the data of one machine${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'fiducial-copy-'));
  });
  afterAll(() => rm(parent, { recursive: true }));

  /** Runs a program of `scripts/` on a data directory. */
  function run(directory: string, program: string, ...args: string[]): Promise<Ended> {
    const env = { ...process.env, DYNAMODB_ENDPOINT: '', FIDUCIAL_DATA_DIR: directory };
    return new Promise((done) => {
      execFile(
        process.execPath,
        [join('scripts', 'operations', program), ...args],
        { cwd: projectRoot, env },
        (error, out, err) => done({ code: error === null ? 0 : Number(error.code), output: out + err }),
      );
    });
  }

  /** What a user reads of their chips and projects. */
  const reads = async (client: FullClient) => ({
    user: await client.getCurrentUser({}),
    tokens: await client.listApiTokens({}),
    chips: await client.listChips({}),
    chip: await client.getChip({ params: { chip_id: 'kept' } }),
    history: await client
      .getQubitMetricHistory({ params: { chip_id: 'kept', qid: '0' }, query: { metric: 't1' } })
      // The instant of the read, where the index is whole.
      .then(({ complete_until: _readAt, ...history }) => history),
    edits: await client.getManualEdits({ params: { qid: '0' } }).then(({ complete_until: _readAt, ...edits }) => edits),
  });

  async function allProjects(client: FullClient) {
    const all = [];
    for (let skip = 0; ; skip += 100) {
      const { projects } = await client.listProjects({ query: { skip, limit: 100 } });
      all.push(...projects);
      if (projects.length < 100) return all;
    }
  }

  test('a backup made while the service writes gives, in an empty folder, the same answers and sessions', async () => {
    const [original, copy, file] = [join(parent, 'original'), join(parent, 'copy'), join(parent, 'backup')];
    const first = await startPersistentStack(original);
    const token = await first.login();
    const client = first.as(token);
    await client.createChip({ body: { chip_id: 'kept', topology_id: 'linear-4' } });
    await client.updateCalibrationParameters({
      body: { chip_id: 'kept', qid: '0', parameters: { t1: { value: 42.5, unit: 'us' } }, reason: 'measured' },
    });
    await client.createApiToken({ body: { name: 'worker' } });
    let stopped = false;
    const write = async (writer: string) => {
      for (let index = 0; !stopped; index += 1) await client.createProject({ body: { name: `${writer}-${index}` } });
    };
    const writers = ['busy-a', 'busy-b'].map(write);
    const backup = await run(original, 'backup.ts', 'backup', file);
    stopped = true;
    await Promise.all(writers);
    expect(backup, backup.output).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(file)) expect((await stat(join(file, name))).mode & 0o077, name).toBe(0);
    const before = await reads(client);
    const projectsBefore = await allProjects(client);
    await first.stop();

    expect(await run(copy, 'backup.ts', 'restore', file)).toMatchObject({ code: 0 });
    const second = await startPersistentStack(copy);
    const restored = second.as(token);
    expect(await reads(restored)).toEqual(before);
    // Those made meanwhile are in the backup with all that belongs to them, or not at all.
    const projects = await allProjects(restored);
    expect(projects.length).toBeGreaterThan(0);
    for (const project of projects) {
      expect(projectsBefore).toContainEqual(project);
      const { members } = await restored.listProjectMembers({ params: { project_id: project.project_id } });
      expect(members.map(({ username }) => username)).toEqual(['admin']);
    }
    await second.stop();

    expect(await readFile(join(copy, 'secrets.json'), 'utf8')).toBe(
      await readFile(join(original, 'secrets.json'), 'utf8'),
    );
  });

  test('a backup never replaces a file, and leaves nothing behind where there is no data', async () => {
    const [directory, file] = [join(parent, 'no-data'), join(parent, 'taken')];
    await writeFile(file, 'something else');
    const none = await run(directory, 'backup.ts', 'backup', join(parent, 'none'));
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('set FIDUCIAL_DATA_DIR to its folder') });
    expect(await readdir(parent)).not.toContain('none');
    await mkdir(directory);
    for (const name of ['dynamodb.db', 'secrets.json']) await writeFile(join(directory, name), '');
    const taken = await run(directory, 'backup.ts', 'backup', file);
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining('already exists') });
    expect(await readFile(file, 'utf8')).toBe('something else');
  });

  test('a folder into which the demo is being loaded, or was when the service was killed, is not backed up', async () => {
    const [loading, file] = [join(parent, 'loading'), join(parent, 'half')];
    await (await startPersistentStack(loading)).stop();
    await writeFile(join(loading, 'demo-loading.db'), '');
    expect(await run(loading, 'backup.ts', 'backup', file)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The demo is being loaded into .*loading/),
    });
    await rm(join(loading, 'demo-loading.db'));
    expect(await run(loading, 'backup.ts', 'backup', file)).toMatchObject({ code: 0 });
  });

  test('a restore refuses a folder with data, a service that runs, and a file that is not a backup', async () => {
    const [directory, file] = [join(parent, 'full'), join(parent, 'full-backup')];
    const stack = await startPersistentStack(directory);
    expect(await run(directory, 'backup.ts', 'backup', file)).toMatchObject({ code: 0 });
    const running = await run(directory, 'backup.ts', 'restore', file);
    expect(running).toMatchObject({ code: 1, output: expect.stringContaining('in use by another Fiducial') });
    await stack.stop();
    const full = await run(directory, 'backup.ts', 'restore', file);
    expect(full).toMatchObject({ code: 1, output: expect.stringContaining('holds data already') });
    for (const wrong of [directory, join(parent, 'nowhere'), join(directory, 'dynamodb.db')]) {
      const refused = await run(join(parent, 'new'), 'backup.ts', 'restore', wrong);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is not a Fiducial backup') });
    }
  });

  test('a rotation of the signing key logs no one out, and a revocation only those with tokens of the old key', async () => {
    const directory = join(parent, 'rotated');
    // Of this seed the key has an id that begins with a dash, as one in 64 has.
    await mkdir(directory, { mode: 0o700 });
    const kept = { seed: Buffer.alloc(32, 36).toString('base64') };
    await writeFile(join(directory, 'secrets.json'), JSON.stringify(kept), { mode: 0o600 });
    const first = await startPersistentStack(directory);
    const token = await first.login();
    const during = await run(directory, 'rotate-key.ts', '--data-dir', directory);
    expect(during).toMatchObject({ code: 1, output: expect.stringContaining('in use by another Fiducial') });
    await first.stop();
    const oldKid = decodeProtectedHeader(token).kid ?? '';
    expect(oldKid).toBe('-7EnGAzIZnaMduPO');

    const rotated = await run(directory, 'rotate-key.ts', '--data-dir', directory);
    expect(rotated, rotated.output).toMatchObject({ code: 0, output: expect.stringContaining(`--revoke=${oldKid}`) });
    const second = await startPersistentStack(directory);
    const fresh = await second.login();
    expect(decodeProtectedHeader(fresh).kid).not.toBe(oldKid);
    for (const each of [token, fresh]) await expect(second.as(each).getCurrentUser({})).resolves.toBeDefined();
    await second.stop();

    const revoked = await run(directory, 'rotate-key.ts', '--data-dir', directory, '--revoke', oldKid);
    expect(revoked, revoked.output).toMatchObject({ code: 0 });
    const third = await startPersistentStack(directory);
    await expect(third.as(token).getCurrentUser({})).rejects.toMatchObject({ status: 401 });
    await expect(third.as(fresh).getCurrentUser({})).resolves.toBeDefined();
    await third.stop();
  });
});
