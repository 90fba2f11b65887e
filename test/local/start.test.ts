import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#local/ports.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { eventually, isAlive, killAll, processesWith, projectRoot } from '#test/support/stack/processes.ts';
import { address, password, ready, type Started, signIn, startedServices, stop } from './support/started-services.ts';

describe.skipIf(missingEngine)(`the service on one machine${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  const { children, pathOf, start, servicePid } = startedServices();

  describe('five starts on the same data', () => {
    const folder = () => pathOf('data');
    const starts: Started[] = [];
    const startHere = (args: string[] = [], env: Record<string, string> = {}) => {
      const started = start('data', args, env);
      starts.push(started);
      return started;
    };
    const isGone = () => eventually(() => processesWith(folder()).length === 0);
    const chipIds = async (url: string) => (await (await signIn(url)).listChips()).chips.map(({ chip_id }) => chip_id);

    test('npm start answers when it says so; SIGTERM stops it and leaves no process', async () => {
      const started = startHere();
      const url = await address(started);
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect((await fetch(`${url}/`, { headers: { accept: 'text/html' } })).headers.get('content-type')).toContain(
        'text/html',
      );
      expect(processesWith(folder()).length).toBeGreaterThan(0);
      await (await signIn(url)).createChip({ body: { chip_id: 'KEPT', size: 16 } });
      expect(await stop(started)).toBe(0);
      await isGone();
    });

    test('a restart of the service keeps its data, --demo does not change them, and Ctrl-C stops it and leaves no process', async () => {
      const again = startHere(['--demo']);
      expect(await chipIds(await address(again))).toEqual(['KEPT']);
      expect(again.output()).toContain('The demo was not loaded: this service is in use');
      expect(await stop(again, 'SIGINT')).toBe(0);
      await isGone();
    });

    test('--reset deletes the data of the service', async () => {
      const emptied = startHere(['--reset']);
      const url = await address(emptied);
      expect(await chipIds(url)).toEqual([]);
      expect(emptied.output()).toContain(`Deleted the data in ${folder()}`);
      await (await signIn(url)).createCryostat({ body: { cryo_id: 'LD400-1', name: 'Ours' } });
      await stop(emptied);
    });

    test('a demo that cannot be loaded leaves nothing, and the service starts without it and says why', async () => {
      const refused = startHere(['--demo']);
      const client = await signIn(await address(refused));
      expect(refused.output()).toMatch(/^The demo was not loaded: .*LD400-1.*npm start -- --demo$/m);
      expect(refused.output()).not.toMatch(/^ {4}at /m);
      expect((await client.listChips()).chips).toEqual([]);
      expect((await client.listCryostats()).cryostats.map(({ name }) => name)).toEqual(['Ours']);
      expect(existsSync(join(folder(), 'demo-loading.db'))).toBe(false);
      await stop(refused);
    });

    test('a given password is written nowhere, and a start without it neither makes up nor shows another', async () => {
      for (const one of starts) expect(one.output()).not.toContain(password);
      expect(await readFile(join(folder(), 'secrets.json'), 'utf8')).not.toContain(password);
      const without = startHere(['--demo'], { SERVICE_ADMIN_PASSWORD: '' });
      await signIn(await address(without));
      expect(without.output()).toMatch(/Password +as given or shown at the first start/);
      expect(without.output()).toContain("The demo was not loaded: the administrator's password is not stored here.");
      await stop(without);
    });
  });

  test('a start on a server that DYNAMODB_ENDPOINT names warns that anyone who reaches the server can use it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fiducial-server-'));
    const server = await startMeteredEngine(folder);
    try {
      const endpoint = 'endpoint' in server.access ? server.access.endpoint : '';
      const started = start('open-server', [], { DYNAMODB_ENDPOINT: endpoint });
      await address(started);
      expect(started.output()).toContain(
        `DYNAMODB_ENDPOINT: anyone who reaches ${endpoint} can read and change every project`,
      );
      expect(await stop(started)).toBe(0);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true });
    }
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm alone stops everything as well', async (signal) => {
    const directory = pathOf(`npm-${signal}`);
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: projectRoot,
      env: { ...process.env, DYNAMODB_ENDPOINT: '', PORT: '0', FIDUCIAL_DATA_DIR: directory },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(npm);
    let output = '';
    npm.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await eventually(() => ready.test(output));
    npm.kill(signal);
    // The pipe closes when the last process that holds it has ended: the shell and the service, too.
    await once(npm, 'close');
    await eventually(() => processesWith(directory).length === 0);
  });

  describe('a service that is killed', () => {
    let second: Started;
    test('the service starts again after SIGKILL with all that was acknowledged, and the engine of before is gone', async () => {
      const first = start('killed');
      await (await signIn(await address(first))).createChip({ body: { chip_id: 'SAVED', size: 16 } });
      const engines = processesWith(pathOf('killed'));
      expect(engines.length).toBeGreaterThan(0);
      const pid = await servicePid('killed');
      // What looks after the service first, or it would start it again.
      first.child.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
      await first.ended;

      second = start('killed');
      const chips = (await (await signIn(await address(second))).listChips()).chips;
      expect(chips.map((chip) => chip.chip_id)).toEqual(['SAVED']);
      await eventually(() => engines.every((pid) => !isAlive(pid)));
    });

    test('a service stops when the process that looks after it is killed', async () => {
      const pid = await servicePid('killed');
      await stop(second, 'SIGKILL');
      await eventually(() => !isAlive(pid) && processesWith(pathOf('killed')).length === 0);
    });
  });

  describe('a service that runs', () => {
    let started: Started;
    let url: string;
    const chipIds = async () => (await (await signIn(url)).listChips()).chips.map(({ chip_id }) => chip_id);
    const timesReady = () => started.output().match(/^Fiducial is ready/gm)?.length ?? 0;
    beforeAll(async () => {
      started = start('running', ['--reset']);
      url = await address(started);
      await (await signIn(url)).createChip({ body: { chip_id: 'KEPT', size: 16 } });
    });

    test('a second start on a port says that it is taken, and how to choose another', async () => {
      const { port } = new URL(url);
      const second = start('port-other', [], { PORT: port });
      expect(await second.ended).toBe(1);
      expect(second.output()).toMatch(new RegExp(`^Port ${port} is taken: .*PORT=\\d+ npm start$`));
      expect((await fetch(`${url}/health`)).status).toBe(200);
    });

    test('a second start on the same data says who holds them, and harms nothing', async () => {
      const second = start('running', ['--reset'], { PORT: String(await freePort()) });
      expect(await second.ended).toBe(1);
      const holder = await servicePid('running');
      expect(second.output()).toMatch(
        new RegExp(`data directory .*running is in use by another Fiducial \\(process ${holder}\\)`),
      );
      expect(await chipIds()).toEqual(['KEPT']);
    });

    test('a service that crashes is there again on its address with its data', async () => {
      const [before, times] = [await servicePid('running'), timesReady()];
      process.kill(before, 'SIGABRT');
      await eventually(() => timesReady() > times);
      expect(started.output()).toContain('Fiducial crashed (signal SIGABRT)');
      expect(await chipIds()).toEqual(['KEPT']);
      expect(await servicePid('running')).not.toBe(before);
    });

    test('after its engine died the service says so and starts again at its address, with what was saved', async () => {
      const times = timesReady();
      killAll(processesWith(`--db-path ${pathOf('running')}`));
      await eventually(() => timesReady() > times);
      expect(started.output()).toMatch(
        /The database engine ended[\s\S]*Fiducial crashed \(code 1\)[\s\S]*starts again/,
      );
      expect(await chipIds()).toEqual(['KEPT']);
    });

    test('a service that was started again after crashes still stops when it is told to', async () => {
      expect(timesReady()).toBeGreaterThan(1);
      expect(await stop(started)).toBe(0);
      await eventually(() => processesWith(pathOf('running')).length === 0);
    });
  });

  test('a generated password is printed once, kept readable by the owner only, and signs in', async () => {
    const first = start('generated', [], { SERVICE_ADMIN_PASSWORD: '' });
    const url = await address(first);
    const printed = /Password +(\S{20}) /.exec(first.output())?.[1] ?? '';
    await signIn(url, printed);
    const file = pathOf('generated', 'secrets.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const folder = pathOf('generated');
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    expect(entries.length).toBeGreaterThan(3);
    for (const entry of entries)
      expect([entry.name, (await stat(join(entry.parentPath, entry.name))).mode & 0o077]).toEqual([entry.name, 0]);
    await stop(first);

    const second = start('generated', [], { SERVICE_ADMIN_PASSWORD: '' });
    await signIn(await address(second), printed);
    expect(second.output()).not.toContain(printed);
    await stop(second);
  });

  test('a start that fails says why in one line, and with LOG_LEVEL=DEBUG where', async () => {
    const unreachable = { DYNAMODB_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    const failed = start('unreachable', [], unreachable);
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toMatch(/^Fiducial could not start: .*ECONNREFUSED.*LOG_LEVEL=DEBUG npm start$/);
    const detailed = start('unreachable', [], { ...unreachable, LOG_LEVEL: 'DEBUG' });
    expect(await detailed.ended).toBe(1);
    expect(detailed.output()).toMatch(/ECONNREFUSED[\s\S]*^ {4}at /m);
  });
});

test.each([
  [['--nonsense'], {}, /--nonsense[\s\S]*npm start -- --demo/],
  [[], { PORT: 'http' }, /^PORT 'http' is not a port number/],
  [[], { DYNAMODB_ENDPOINT: 'nowhere' }, /^DYNAMODB_ENDPOINT 'nowhere' is not an address/],
  [['--reset'], { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' }, /^--reset deletes the data of the embedded engine only/],
])('npm start refuses %j with %j in one message, without a stack trace', async (args, env, expected) => {
  const child = spawn(process.execPath, ['local/main.ts', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output).toMatch(expected);
  expect(output).not.toMatch(/^ {4}at /m);
});
