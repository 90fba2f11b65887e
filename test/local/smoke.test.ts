import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smoke } from '#scripts/operations/lib/smoke.ts';
import { type Client, createClient } from '#shared/api/client.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { eventually, processesWith, projectRoot } from '#test/support/stack/processes.ts';

const password = 'a password for tests';
const ready = /^Fiducial is ready: (http:\/\/127\.0\.0\.1:\d+)$/m;

describe.skipIf(missingEngine)(`npm run smoke${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  let directory: string;
  let service: ChildProcess;
  let url: string;
  let api: Client;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-smoke-'));
    service = spawn(process.execPath, ['local/main.ts'], {
      cwd: projectRoot,
      env: {
        ...process.env,
        DYNAMODB_ENDPOINT: '',
        PORT: '0',
        FIDUCIAL_DATA_DIR: directory,
        SERVICE_ADMIN_PASSWORD: password,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    service.stdout?.on('data', (text) => {
      said += String(text);
    });
    await eventually(() => ready.test(said) || service.exitCode !== null);
    url = ready.exec(said)?.[1] ?? '';
    const baseUrl = `${url}/api`;
    const { access_token } = await createClient({ baseUrl }).login({ body: { username: 'admin', password } });
    api = createClient({ baseUrl, token: () => access_token });
  });
  afterAll(async () => {
    service.kill('SIGKILL');
    await eventually(() => processesWith(directory).length === 0);
    await rm(directory, { recursive: true });
  });

  const run = (args: string[], env: Record<string, string> = { SERVICE_ADMIN_PASSWORD: password }) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const { SERVICE_ADMIN_PASSWORD: _, ...others } = process.env;
      execFile(
        process.execPath,
        ['scripts/operations/smoke.ts', ...args],
        { cwd: projectRoot, env: { ...others, ...env } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
      );
    });

  /** What is left of the tests: projects that are there, those that were deleted, and chips in the latter. */
  const left = async () => {
    const names = async (deleted: boolean) =>
      (await api.listProjects({ query: { deleted } })).projects.filter(({ name }) => name.startsWith('Smoke'));
    const [there, deleted] = [await names(false), await names(true)];
    const [one] = deleted;
    if (!one) return { there: there.length, deleted: 0, chips: 0, flows: 0 };
    const params = { project_id: one.project_id };
    await api.restoreProject({ params });
    const headers = { 'x-project-id': one.project_id };
    const chips = (await api.listChips({ headers } as never)).chips.length;
    const flows = (await api.listFlows({ headers } as never)).flows.length;
    await api.deleteProject({ params });
    return { there: there.length, deleted: deleted.length, chips, flows };
  };
  const nothing = { there: 0, deleted: 1, chips: 0, flows: 0 };

  test('npm run smoke uses a service as a person would, twice, and leaves nothing behind', async () => {
    for (const address of [url, `${url}/api/`]) {
      const { code, output } = await run([address]);
      expect(output).toMatch(
        /ok {3}find the notes[\s\S]*ok {3}upload[\s\S]*ok {3}remove what was made\nEverything works/,
      );
      expect(code).toBe(0);
      expect(await left()).toEqual(nothing);
    }
  });

  test.each([
    ['/note-events/search', 'find the notes'],
    ['/execute', 'run a flow on the simulator'],
    ['/task-results', 'write notes at all levels'],
  ])(
    'npm run smoke says which step failed and removes what it made where the service fails at %s',
    async (path, step) => {
      const failing: typeof fetch = async (input, init) =>
        String(input).includes(path) ? Response.json({ detail: 'broken' }, { status: 500 }) : fetch(input, init);
      const settings = { baseUrl: `${url}/api`, username: 'admin', password, log: () => undefined, fetch: failing };
      await expect(smoke(settings)).rejects.toThrow(`${step}: 500 broken`);
      expect(await left()).toEqual(nothing);
    },
  );

  test('npm run smoke takes up what a test has left that was killed', async () => {
    const { project_id } = await api.createProject({ body: { name: 'Smoke test' } }).catch(async () => {
      const [one] = (await api.listProjects({ query: { deleted: true } })).projects;
      return api.restoreProject({ params: { project_id: one?.project_id ?? '' } });
    });
    const headers = { 'x-project-id': project_id };
    await api.createChip({ headers, body: { chip_id: 'smoke', topology_id: 'linear-2' } } as never);
    expect(await run([url])).toMatchObject({ code: 0 });
    expect(await left()).toEqual(nothing);
  });

  test('npm run smoke ends with 1 if it cannot sign in or gets no answer, and with 2 for a wrong call', async () => {
    const wrong = await run([url], { SERVICE_ADMIN_PASSWORD: 'not the password' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('sign in: 401') });
    expect(await run(['http://127.0.0.1:9'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('FAIL the service is healthy'),
    });
    for (const args of [[], ['fiducial.example.org'], [url, 'more']])
      expect(await run(args)).toMatchObject({ code: 2 });
    expect(await run([url], {})).toMatchObject({ code: 2, output: expect.stringContaining('SERVICE_ADMIN_PASSWORD') });
  });
});
