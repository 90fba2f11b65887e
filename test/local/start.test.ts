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
import { type Client, createClient } from '#shared/api/client.ts';
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

  describe('five starts on the same data', () => {
    const folder = () => join(parent, 'data');
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

  describe('a service that is killed', () => {
    let second: Started;
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

      second = start('killed');
      const chips = (await (await signIn(await address(second))).listChips()).chips;
      expect(chips.map((chip) => chip.chip_id)).toEqual(['SAVED']);
      await eventually(() => engines.every((pid) => !isAlive(pid)));
    });

    test('a service stops when the process that looks after it is killed', async () => {
      const pid = await servicePid('killed');
      await stop(second, 'SIGKILL');
      await eventually(() => !isAlive(pid) && processesWith(join(parent, 'killed')).length === 0);
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

  /** Reads the month of a lab that the demo is, and expects all that it shows. */
  async function readMonth(client: Client) {
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
    const historyOf = async (qid: string, metric: string) =>
      (await client.getQubitMetricHistory({ params: { ...params, qid }, query: { metric } })).history;
    const t1 = await historyOf('5', 't1');
    expect(t1.length).toBeGreaterThan(20);
    const { days } = await client.listChipDays({ params, query: { limit: 100 } });
    expect(days.length).toBeGreaterThan(20);
    const derived = { t1, echo: await historyOf('40', 't2_echo'), days, qubits: chip.qubits, drift: alerts };
    return { projectId: chip.project_id, runs: executions.length, derived };
  }

  const figureRuns = async (directory: string) => {
    const figures = join(parent, directory, 'objects', 'figures');
    const projects = await readdir(figures).catch(() => []);
    return (await Promise.all(projects.map((project) => readdir(join(figures, project))))).flat();
  };
  const again = 'which is loaded again';

  /** Starts and kills the service while it loads the demo; where every case is drawn, once with most of it loaded. */
  async function cutLoads(directory: string) {
    const log = join(parent, directory, 'demo-loading.db');
    const points: { args: string[]; reached: (output: string) => boolean | Promise<boolean> }[] = [
      { args: ['--demo'], reached: () => existsSync(log) },
      {
        args: ['--demo'],
        reached: async (output) => output.includes(again) && (await figureRuns(directory)).length >= 2,
      },
      { args: [], reached: (output) => output.includes(again) },
      { args: [], reached: async (output) => output.includes(again) && (await figureRuns(directory)).length >= 25 },
    ];
    for (const { args, reached } of isEveryCase ? points : points.slice(0, 2)) {
      const killed = start(directory, args);
      await eventually(async () => killed.child.exitCode !== null || (await reached(killed.output())));
      process.kill(await servicePid(directory), 'SIGKILL');
      // A start that fails is not tried again.
      expect(await killed.ended).toBe(1);
      expect(killed.output()).not.toMatch(ready);
      expect(killed.output()).not.toContain('in use');
    }
  }

  // The longest of all: where not every case is drawn, the month is loaded once, after starts that were killed.
  test.each([
    { title: 'a start after some that were killed while they loaded it', directory: 'cut', args: [] },
    ...(isEveryCase ? [{ title: 'the first start', directory: 'demo', args: ['--demo'] }] : []),
  ])(
    '$title fills an unused service with a month of a lab, and recomputing its derived values changes nothing',
    { timeout: 1_800_000 },
    async ({ directory, args }) => {
      const isCut = directory === 'cut';
      if (isCut) await cutLoads(directory);
      const first = start(directory, args);
      const made = await readMonth(await signIn(await address(first)));
      expect(first.output().includes(again)).toBe(isCut);
      expect(first.output()).toContain('Loaded the simulated chip DEMO64');
      expect(await figureRuns(directory)).toHaveLength(made.runs);
      await stop(first);
      expect(existsSync(join(parent, directory, 'demo-loading.db'))).toBe(false);

      const rebuilt = spawn(
        process.execPath,
        [
          ...['scripts/operations/rebuild-projection.ts', '--project', made.projectId],
          ...['--data-dir', join(parent, directory)],
        ],
        { cwd: projectRoot, stdio: 'ignore' },
      );
      expect((await once(rebuilt, 'close'))[0]).toBe(0);

      const second = start(directory, ['--demo']);
      const rebuiltMonth = await readMonth(await signIn(await address(second)));
      expect(second.output()).toContain('DEMO64 already exists');
      expect(rebuiltMonth).toEqual(made);
      await stop(second);
    },
  );

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
