import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#local/ports.ts';
import { ensureWebBuilt } from '#local/website/build.ts';
import { createClient } from '#shared/api/client.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { eventually, isAlive, killAll, processesWith, projectRoot } from '#test/support/stack/processes.ts';

/** `npm start` without npm: the program as a process of its own. */
interface Started {
  child: ChildProcess;
  /** All that it has printed so far. */
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const password = 'a password for tests';
const ready = /^Fiducial is ready: (http:\/\/127\.0\.0\.1:\d+)$/m;

describe.skipIf(missingEngine)(`the service on one machine${missingEngine && ` (skipped: ${missingEngine})`}`, () => {
  let parent: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'fiducial-start-'));
    await ensureWebBuilt(() => undefined);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await eventually(() => processesWith(parent).length === 0);
    await rm(parent, { recursive: true });
  });

  function start(directory: string, args: string[] = [], env: Record<string, string> = {}): Started {
    const child = spawn(process.execPath, ['local/main.ts', ...args], {
      cwd: projectRoot,
      env: {
        ...process.env,
        DYNAMODB_ENDPOINT: '',
        PORT: '0',
        FIDUCIAL_DATA_DIR: join(parent, directory),
        SERVICE_ADMIN_PASSWORD: password,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => lines.push(line));
    return {
      child,
      output: () => lines.join('\n'),
      ended: once(child, 'close').then(([code]) => code as number | null),
    };
  }

  async function address(started: Started): Promise<string> {
    await eventually(() => ready.test(started.output()) || started.child.exitCode !== null);
    const url = ready.exec(started.output())?.[1];
    if (!url) throw new Error(`It did not start:\n${started.output()}`);
    return url;
  }

  async function stop(started: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    started.child.kill(signal);
    return started.ended;
  }

  /** The process that answers; the one that was started looks after it. */
  const servicePid = async (directory: string) =>
    Number(await readFile(join(parent, directory, 'running.pid'), 'utf8'));

  async function signIn(url: string, adminPassword = password) {
    const { access_token: token } = await createClient({ baseUrl: `${url}/api` }).login({
      body: { username: 'admin', password: adminPassword },
    });
    return createClient({ baseUrl: `${url}/api`, token: () => token });
  }

  describe('three starts on the same data', () => {
    const folder = () => join(parent, 'data');
    const isGone = () => eventually(() => processesWith(folder()).length === 0);
    const chipIds = async (url: string) => (await (await signIn(url)).listChips()).chips.map(({ chip_id }) => chip_id);

    test('npm start answers when it says so; SIGTERM stops it and leaves no process', async () => {
      const started = start('data');
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
      const again = start('data', ['--demo']);
      expect(await chipIds(await address(again))).toEqual(['KEPT']);
      expect(again.output()).toContain('The demo was not loaded: this service is in use');
      expect(await stop(again, 'SIGINT')).toBe(0);
      await isGone();
    });

    test('--reset deletes the data of the service', async () => {
      const emptied = start('data', ['--reset']);
      expect(await chipIds(await address(emptied))).toEqual([]);
      expect(emptied.output()).toContain(`Deleted the data in ${folder()}`);
      await stop(emptied);
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
    const directory = join(parent, `npm-${signal}`);
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

  test('the service starts again after SIGKILL with all that was acknowledged, and the engine of before is gone', async () => {
    const first = start('killed');
    await (await signIn(await address(first))).createChip({ body: { chip_id: 'SAVED', size: 16 } });
    const engines = processesWith(join(parent, 'killed'));
    expect(engines.length).toBeGreaterThan(0);
    const pid = await servicePid('killed');
    // What looks after the service first, or it would start it again.
    first.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await first.ended;

    const second = start('killed');
    const chips = (await (await signIn(await address(second))).listChips()).chips;
    expect(chips.map((chip) => chip.chip_id)).toEqual(['SAVED']);
    await eventually(() => engines.every((pid) => !isAlive(pid)));
    await stop(second);
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
      killAll(processesWith(`--db-path ${join(parent, 'running')}`));
      await eventually(() => timesReady() > times);
      expect(started.output()).toMatch(
        /The database engine ended[\s\S]*Fiducial crashed \(code 1\)[\s\S]*starts again/,
      );
      expect(await chipIds()).toEqual(['KEPT']);
    });

    test('a service that was started again after crashes still stops when it is told to', async () => {
      expect(timesReady()).toBeGreaterThan(1);
      expect(await stop(started)).toBe(0);
      await eventually(() => processesWith(join(parent, 'running')).length === 0);
    });
  });

  test('a service stops when the process that looks after it is killed', async () => {
    const started = start('orphan');
    await address(started);
    const pid = await servicePid('orphan');
    await stop(started, 'SIGKILL');
    await eventually(() => !isAlive(pid) && processesWith(join(parent, 'orphan')).length === 0);
  });

  test('a generated password is printed once, kept readable by the owner only, and signs in', async () => {
    const first = start('generated', [], { SERVICE_ADMIN_PASSWORD: '' });
    const url = await address(first);
    const printed = /Password +(\S{20}) /.exec(first.output())?.[1] ?? '';
    await signIn(url, printed);
    const file = join(parent, 'generated', 'secrets.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const folder = join(parent, 'generated');
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

  test('a given password is written nowhere, and a start without it neither makes up nor shows another', async () => {
    const started = start('given');
    await signIn(await address(started));
    expect(started.output()).not.toContain(password);
    expect(await readFile(join(parent, 'given', 'secrets.json'), 'utf8')).not.toContain(password);
    await stop(started);

    const second = start('given', ['--demo'], { SERVICE_ADMIN_PASSWORD: '' });
    await signIn(await address(second));
    expect(second.output()).toMatch(/Password +as given or shown at the first start/);
    expect(second.output()).toContain("The demo was not loaded: the administrator's password is not stored here.");
    await stop(second);
  });

  test('--demo fills an unused service with a month of a lab, and recomputing its derived values changes nothing', async () => {
    const first = start('demo', ['--demo']);
    const client = await signIn(await address(first));
    const params = { chip_id: 'DEMO64' };
    const chip = await client.getChip({ params });
    const qubits = Object.values(chip.qubits ?? {});
    expect([qubits.length, Object.keys(chip.couplings ?? {}).length]).toEqual([64, 112]);
    expect(qubits.filter((qubit) => qubit.data.t1)).toHaveLength(62);
    const { cooldowns } = await client.listCooldowns();
    expect(cooldowns.map(({ ended_at }) => ended_at === null)).toEqual([true, false]);
    const { executions } = await client.listExecutions({ query: { limit: 100 } });
    expect(executions.length).toBeGreaterThan(30);
    expect(executions.filter(({ status }) => status !== 'completed')).toEqual([]);
    const failed = await client.listTaskResults({ query: { chip_id: 'DEMO64', status: 'failed', limit: 1 } });
    expect(failed.total).toBeGreaterThan(0);
    const held = await client.listHeldMeasurements({ query: { chip_id: 'DEMO64' } });
    expect(held.measurements.flatMap(({ values }) => values.map(({ because }) => because))).toContain('jump');
    const noted = await client.listChipNoteEvents({ params, query: { limit: 100 } });
    expect(new Set(noted.events.map(({ scope }) => scope)).size).toBeGreaterThanOrEqual(4);
    const { alerts } = await client.getChipDrift({ params });
    const standing = alerts.items.filter(({ state }) => state === 'alert');
    expect(standing.flatMap(({ acknowledgement }) => (acknowledgement ? [acknowledgement.reason] : []))).toEqual([
      expect.stringContaining('two-level defect'),
    ]);
    expect(standing.filter(({ acknowledgement }) => acknowledgement === null)).not.toEqual([]);
    const { schedules } = await client.listAllFlowSchedules();
    expect(schedules.map(({ active, next_run }) => active && next_run !== null)).toEqual([true, true]);
    const historyOf = async (of: typeof client, qid: string, metric: string) =>
      (await of.getQubitMetricHistory({ params: { ...params, qid }, query: { metric } })).history;
    const read = async (of: typeof client) => ({
      t1: await historyOf(of, '5', 't1'),
      echo: await historyOf(of, '40', 't2_echo'),
      days: (await of.listChipDays({ params, query: { limit: 100 } })).days,
      qubits: (await of.getChip({ params })).qubits,
      drift: (await of.getChipDrift({ params })).alerts,
    });
    const made = await read(client);
    expect(made.t1.length).toBeGreaterThan(20);
    expect(made.days.length).toBeGreaterThan(20);
    await stop(first);

    const rebuilt = spawn(
      process.execPath,
      ['scripts/operations/rebuild-projection.ts', '--project', chip.project_id, '--data-dir', join(parent, 'demo')],
      { cwd: projectRoot, stdio: 'ignore' },
    );
    expect((await once(rebuilt, 'close'))[0]).toBe(0);

    const second = start('demo', ['--demo']);
    const again = await signIn(await address(second));
    expect(second.output()).toContain('DEMO64 already exists');
    expect(await read(again)).toEqual(made);
    expect((await again.listExecutions()).total).toBe(executions.length);
    await stop(second);
  });

  // Five starts, three of which load a part of the demo; where every case is drawn, one more loads most of it.
  test('a start that is killed while it loads the demo is made good by the next one, with --demo or without', {
    timeout: 1_800_000,
  }, async () => {
    const directory = join(parent, 'cut');
    const log = join(directory, 'demo-loading.db');
    const figures = join(directory, 'objects', 'figures');
    const runs = async () => {
      const projects = await readdir(figures).catch(() => []);
      return (await Promise.all(projects.map((project) => readdir(join(figures, project))))).flat();
    };
    const again = 'which is loaded again';
    const points: { args: string[]; reached: (output: string) => boolean | Promise<boolean> }[] = [
      { args: ['--demo'], reached: () => existsSync(log) },
      { args: [], reached: async (output) => output.includes(again) && (await runs()).length >= 2 },
      { args: ['--demo'], reached: (output) => output.includes(again) },
      { args: [], reached: async (output) => output.includes(again) && (await runs()).length >= 25 },
    ];
    for (const { args, reached } of isEveryCase ? points : points.slice(0, -1)) {
      const killed = start('cut', args);
      await eventually(async () => killed.child.exitCode !== null || (await reached(killed.output())));
      process.kill(await servicePid('cut'), 'SIGKILL');
      // A start that fails is not tried again.
      expect(await killed.ended).toBe(1);
      expect(killed.output()).not.toMatch(ready);
      expect(killed.output()).not.toContain('in use');
    }
    const completing = start('cut');
    const client = await signIn(await address(completing));
    expect(completing.output()).toContain(again);
    expect(completing.output()).toContain('Loaded the simulated chip DEMO64');
    const params = { chip_id: 'DEMO64' };
    const chip = await client.getChip({ params });
    expect(Object.keys(chip.qubits ?? {})).toHaveLength(64);
    const { executions } = await client.listExecutions({ query: { limit: 100 } });
    expect(executions.length).toBeGreaterThan(30);
    expect(executions.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(await runs()).toHaveLength(executions.length);
    expect((await client.listCooldowns()).cooldowns).toHaveLength(2);
    expect((await client.listChipDays({ params, query: { limit: 100 } })).days.length).toBeGreaterThan(20);
    await stop(completing);
    expect(existsSync(log)).toBe(false);

    const second = start('cut', ['--demo']);
    await address(second);
    expect(second.output()).toContain('DEMO64 already exists');
    await stop(second);
  });

  test('a demo that cannot be loaded leaves nothing, and the service starts without it and says why', async () => {
    const first = start('refused');
    const client = await signIn(await address(first));
    await client.createCryostat({ body: { cryo_id: 'LD400-1', name: 'Ours' } });
    await stop(first);

    const second = start('refused', ['--demo']);
    const again = await signIn(await address(second));
    expect(second.output()).toMatch(/^The demo was not loaded: .*LD400-1.*npm start -- --demo$/m);
    expect(second.output()).not.toMatch(/^ {4}at /m);
    expect((await again.listChips()).chips).toEqual([]);
    expect((await again.listCryostats()).cryostats.map(({ name }) => name)).toEqual(['Ours']);
    expect(existsSync(join(parent, 'refused', 'demo-loading.db'))).toBe(false);
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
