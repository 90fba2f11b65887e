import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '#local/gateway/gateway.ts';
import { entriesOf } from '../../cli/archive/tar.ts';
import { everyRead } from '../api/support/every-read.ts';
import { fillWholeProject } from '../api/support/filled-project.ts';
import type { SampleNames } from '../api/support/samples.ts';
import { type Caller, startWorld, type World } from '../api/support/world.ts';
import { cliScript, runCli } from './run-cli.ts';

/** Reads that answer something else, by rule: of exports and downloads, which are gone after a day, of schedules, which are paused, and of webhooks and chats. */
const unlike = new Set<string>([
  // Its revision is another one with each write.
  'getExecutionLockStatus',
  // The digests are over ids of accounts too.
  ...['getExport', 'listExports', 'getFigureArchive', 'getProjectArchive', 'getProjectArchiveRecords'],
  ...['getFlowSchedule', 'listAllFlowSchedules', 'listFlowSchedules', 'getChipOverview'],
  // It is counted anew (rule PROJ-21).
  'getProjectUsage',
  // An archive contains no secrets.
  ...['listWebhooks', 'getWebhook', 'listWebhookDeliveries', 'getChat', 'listChatMessages'],
  // The import is in the audit.
  ...['listProjectAuditEntries', 'exportProjectAudit'],
]);

/** The search finds what every service has indexed by itself. */
const found = (world: World, { token }: Caller, { projectId }: SampleNames) =>
  world
    .client(token, projectId)
    .searchNoteEvents({ query: { q: 'stays' } })
    .then(({ events }) => events);

describe('the import of a project by the command line', () => {
  let directory: string;
  let file: string;
  let world: World;
  let owner: Caller;
  let names: SampleNames;
  let env: Record<string, string>;
  let before: Awaited<ReturnType<typeof everyRead>>;
  let foundBefore: unknown;
  /** Ids of accounts of the first service, and of the second. */
  const accounts: [string, string][] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-import-'));
    file = join(directory, 'lab.tar');
    const first = await startWorld();
    const people = [await first.register('owner'), first.admin];
    const [owned] = people;
    if (!owned) throw new Error('The project has no owner');
    names = await fillWholeProject(first, owned);
    before = await everyRead(first, names, owned);
    foundBefore = await found(first, owned, names);
    const exported = await runCli(['export', 'project', names.projectId, '--to', file], {
      FIDUCIAL_URL: first.stack.url,
      FIDUCIAL_TOKEN: owned.token,
    });
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const { members } = await first.client(owned.token).listProjectMembers({ params: { project_id: names.projectId } });
    await first.stop();
    world = await startWorld();
    // Its clock begins anew: what was measured in the first service is not to be in the future.
    world.advance(600);
    owner = await world.register('owner');
    accounts.push([owned.userId, owner.userId]);
    for (const { username, user_id } of members)
      if (username !== 'owner') accounts.push([user_id, (await world.register(username)).userId]);
    env = { FIDUCIAL_URL: world.stack.url, FIDUCIAL_TOKEN: world.admin.token };
  });
  afterAll(async () => {
    await world.stop();
    await rm(directory, { recursive: true });
  });

  const withAccounts = (value: unknown): unknown =>
    JSON.parse(accounts.reduce((text, [old, here]) => text.replaceAll(old, here), JSON.stringify(value)));

  const run = (...args: string[]) => runCli(['import', 'project', ...args], env);

  test('an archive that is damaged anywhere is refused before anything of it is sent', async () => {
    const whole = await readFile(file);
    const entries = await entriesOf(file);
    const damaged = join(directory, 'damaged.tar');
    for (const { name, start, sizeBytes } of entries) {
      const bytes = Buffer.from(whole);
      // Of the manifest the hash of a part: one of its times, which nothing depends on, could be another unseen.
      const hash = /[0-9a-f]{64}/.exec(whole.toString('latin1', start, start + sizeBytes));
      const at = start + (name === 'manifest.json' ? (hash?.index ?? 0) : Math.floor(sizeBytes / 2));
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(damaged, bytes);
      const { code, stderr } = await run(damaged);
      expect([name, code, stderr]).toEqual([name, 1, expect.stringMatching(/damaged/)]);
    }
    await writeFile(damaged, whole.subarray(0, whole.length - 2048));
    expect(await run(damaged)).toMatchObject({ code: 1, stderr: expect.stringContaining('cut short') });
    await writeFile(damaged, 'no archive');
    expect(await run(damaged)).toMatchObject({ code: 1 });
    await copyFile(file, damaged);
    const owned = { ...env, FIDUCIAL_TOKEN: owner.token };
    expect(await runCli(['import', 'project', damaged], owned)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('not a system administrator'),
    });
    const left = await world.scan();
    expect(left).not.toContain(`"P#${names.projectId}#`);
  });

  test('an import whose name is taken says how to give it another one, and leaves nothing', async () => {
    const { project_id } = await world.client(owner.token).createProject({ body: { name: 'taken' } });
    expect(await run(file, '--name', 'taken')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /Project 'taken' of user 'owner' already exists\nGive it another name: --name NAME/,
      ),
    });
    await world.client(owner.token).deleteProject({ params: { project_id } });
    expect(await world.scan()).not.toContain(`"P#${names.projectId}#`);
  });

  test('an import that is killed at any of its requests goes on, and every read then answers what it did in the first service', async () => {
    let kills = 0;
    for (let n = 1; ; n += 1) {
      const { code, stdout } = await runKilledAt(n);
      if (code === 0) {
        expect(stdout).toContain("of 'owner' is there");
        break;
      }
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(3);
    await world.stack.settle();
    const reads = await everyRead(world, names, owner);
    const compared = (answers: object) => Object.entries(answers).filter(([id]) => !unlike.has(id));
    expect(compared(reads)).toEqual(withAccounts(compared(before)));
    expect(await found(world, owner, names)).toEqual(withAccounts(foundBefore));
    expect(await run(file, '--json')).toMatchObject({ code: 0, stdout: expect.stringContaining(names.projectId) });
  });

  test('an import without a file, or of a project that is there by another archive, is refused', async () => {
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('needs the archive') });
    expect(await run(file, '--name', 'again')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('already_exists'),
    });
    expect(await run(join(directory, 'nowhere.tar'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    });
  });

  /** Runs the import, and kills it as the service has carried out its n-th request and before it hears of that. */
  async function runKilledAt(n: number): Promise<{ code: number | null; stdout: string }> {
    let requests = 0;
    const server = createServer((incoming, outgoing) => {
      requests += 1;
      const isLast = requests === n;
      const { method, headers } = incoming;
      const forwarded = request(new URL(incoming.url ?? '/', world.stack.url), { method, headers }, (answer) => {
        if (isLast) {
          child.kill('SIGKILL');
          answer.resume();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => undefined);
      incoming.pipe(forwarded);
    });
    const url = await listen(server, 0);
    const child = spawn(process.execPath, [cliScript, 'import', 'project', file], {
      env: { PATH: process.env.PATH, ...env, FIDUCIAL_URL: url },
    });
    let stdout = '';
    child.stdout.on('data', (piece) => {
      stdout += String(piece);
    });
    const [code] = await once(child, 'close');
    server.closeAllConnections();
    server.close();
    return { code, stdout };
  }
});
