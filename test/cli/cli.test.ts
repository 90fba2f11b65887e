import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#local/ports.ts';
import { createClient } from '#shared/api/client.ts';
import { version } from '#shared/kernel/version.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { pairDevice } from '../api/support/pair-device.ts';
import { losingProxy } from './losing-proxy.ts';
import { runCli, runCliProcess } from './run-cli.ts';

describe('the command line', () => {
  let stack: TestStack;
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    stack = await startTestStack();
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fiducial-cli-'));
    env = { FIDUCIAL_URL: stack.url, XDG_CONFIG_HOME: directory };
  });
  afterEach(() => rm(directory, { recursive: true }));

  const signIn = (url = stack.url, run = runCli) =>
    run(
      ['login', '--username', stack.admin.username, '--password-stdin'],
      { ...env, FIDUCIAL_URL: url },
      { input: `${stack.admin.password}\n` },
    );

  async function adminClient() {
    const { access_token: token } = await createClient({ baseUrl: `${stack.url}/api` }).login({ body: stack.admin });
    return createClient({ baseUrl: `${stack.url}/api`, token: () => token });
  }

  async function deviceFiles(change: (device: ReturnType<typeof oldDevice>) => void = () => undefined) {
    const device = oldDevice();
    change(device);
    return writeFiles(device);
  }

  async function writeFiles(device: { conf: object; props: object }) {
    const files = { conf: join(directory, 'a.json'), props: join(directory, 'b.json') };
    await writeFile(files.conf, JSON.stringify(device.conf));
    await writeFile(files.props, JSON.stringify(device.props));
    return files;
  }

  const importArgs = (chipId: string, ...files: string[]) => ['import', '--from', 'ibm', '--chip', chipId, ...files];

  test('--help names every command and variable, --version the release; neither needs a service', async () => {
    const help = await runCliProcess(['--help'], {});
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of [
      'import',
      'login',
      'logout',
      'chips',
      'health',
      'patch',
      'changes',
      'export chip',
      'export samples',
      'FIDUCIAL_URL',
      'FIDUCIAL_TOKEN',
      'FIDUCIAL_PROJECT',
    ])
      expect(help.stdout).toContain(word);
    expect(await runCliProcess(['--version'], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([
    [[], 'A command is missing'],
    [['fly'], "Unknown command 'fly'"],
    [['chips', 'torino'], "'chips' takes no argument 'torino'"],
    [['chips', '--chip', 'x'], "'chips' has no option --chip"],
    [['chips', '--colour'], "Unknown option '--colour'"],
    [['import', '--chip', 'x', 'a', 'b'], '--from'],
    [
      ['import', '--from', 'acme', '--chip', 'x', 'a', 'b'],
      "--from takes ibm, google, qibolab, quam, qubex, oqtopus, fiducial, not 'acme'",
    ],
    [['import', '--from', 'ibm', 'a', 'b'], '--chip'],
    [['import', '--from', 'ibm', '--chip', 'x', 'a'], 'takes two files'],
    [['import', '--from', 'google', '--chip', 'x'], 'needs the files to import'],
    [['import', '--from', 'google', '--chip', 'x', '--device', 'y', 'a'], '--device chooses a chip'],
    [
      ['import', '--from', 'quam', '--chip', 'x', '--technology', 'ions', 'a'],
      '--technology takes transmon, fluxonium',
    ],
    [['login', '--password-stdin'], '--username'],
    [['login'], 'Without a terminal'],
    [['flows'], 'needs one of list, save or run'],
    [['flows', 'list', 'x'], "'flows list' takes no argument 'x'"],
    [['flows', 'save', 'x.yaml'], '--chip'],
    [['flows', 'save', '--chip', 'x'], 'needs the file'],
    [['flows', 'run'], 'needs the name'],
    [['flows', 'run', 'x', '--chip', 'y'], "'flows run' has no option --chip"],
    [['flows', 'list', '--wait'], "'flows' has no option --wait"],
    [['flows', 'run', 'x', '--parameters', '[1]'], 'is not a JSON object'],
    [['health'], "'health' needs the id of the chip"],
    [['health', 'x', 'y'], "'health' takes no argument 'y'"],
    [['patch', 'x'], 'how many qubits'],
    [['patch', 'x', 'ten'], "not 'ten'"],
    [['changes', 'x'], "'changes' needs --since"],
    [['changes', '--since', '2026-01-01'], "'changes' needs the id of the chip"],
    [['patch', 'x', '4', '--wait'], "'patch' has no option --wait"],
  ])('the command line %j is not understood: exit code 2 and what is wrong with it', async (args, words) => {
    const result = await runCli(args, env);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(words);
  });

  test('the command line lists the health of a chip and its best patch, and says why there is none', async () => {
    await signIn();
    const documents = deviceDocuments('linear-8', '2026-02-01T00:00:00Z');
    await (await adminClient()).importChip({ body: { format: 'ibm', chip_id: 'line', documents } });
    const found = await runCli(['patch', 'line', '3', '--exclude', '0,7'], env);
    expect(found).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\[[1-6], [1-6], [1-6]\]\n$/) });
    expect(found.stderr).toContain('exact');
    const whole = JSON.parse((await runCli(['patch', 'line', '3', '--exclude', '0,7', '--json'], env)).stdout);
    expect(whole.qubits.map(Number)).toEqual(JSON.parse(found.stdout));
    const listed = await runCli(['health', 'line'], env);
    expect(listed.stdout.split('\n')[0]).toMatch(/^QUBIT +HEALTH +LIMITED BY/);
    const health = listed.stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Number(row.split(/ +/)[1]));
    expect(health).toHaveLength(8);
    expect(health).toEqual([...health].sort((a, b) => a - b));
    expect(await runCli(['patch', 'line', '9'], env)).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('has 8 usable qubits'),
    });
    const before = await runCli(['patch', 'line', '2', '--as-of', '2020-01-01'], env);
    expect(before).toMatchObject({ code: 5, stderr: expect.stringContaining('no qubit with a usable readout') });
  });

  test('the command line lists what has changed on a chip since an instant, by significance', async () => {
    await signIn();
    const api = await adminClient();
    await api.createChip({ body: { chip_id: 'changing', topology_id: 'linear-2' } });
    for (const [n, value] of [60, 55, 66, 58, 63, 52, 70, 61, 59, 12].entries()) {
      const parameters = {
        t1: { value, unit: 'us', calibrated_at: `2026-01-${String(n + 1).padStart(2, '0')}T12:00:00Z` },
      };
      await api.updateCalibrationParameters({ body: { chip_id: 'changing', qid: '0', parameters } });
    }
    const found = await runCli(['changes', 'changing', '--since', '2026-01-05', '--until', '2026-01-10'], env);
    expect(found.code).toBe(0);
    expect(found.stdout).toMatch(/^TARGET +METRIC[\s\S]*\n0 +t1 +63 us +12 us +-81\.0 % +-\d\.\d +worse/);
    expect(found.stderr).toContain('1 of 1 scored changes beyond 3 sigma');
    const whole = JSON.parse((await runCli(['changes', 'changing', '--since', '2026-01-05', '--json'], env)).stdout);
    expect(whole.before).toMatchObject({ kind: 'instant', as_of: '2026-01-05T23:59:59.999Z' });
    expect(await runCli(['changes', 'changing', '--since', 'cooldown:none'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Cool-down 'none' not found"),
    });
  });

  test('on the command line a flow is saved from its file, listed, run and waited for; a mistake is named with its line', async () => {
    expect((await signIn()).code).toBe(0);
    await (await adminClient()).createChip({ body: { chip_id: 'flows', topology_id: 'linear-2' } });
    const file = join(directory, 'morning.yaml');
    const save = ['flows', 'save', '--chip', 'flows', file];
    await writeFile(file, 'stages:\n  - name: a\n    tasks: [CheckTT1]\n');
    const refused = await runCli(save, env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain("line 3, column 13: unknown task 'CheckTT1'; did you mean 'CheckT1'?");
    await writeFile(file, 'stages:\n  - name: a\n    tasks: [CheckT1]\n');
    expect((await runCli(save, env)).stdout).toContain("Flow 'morning' created successfully: version 1, managed.");
    expect((await runCli(['flows', 'list'], env)).stdout).toMatch(/FLOW[\s\S]*morning +managed +flows +1/);
    const parameters = '{"failure_rate":0,"bad_target_rate":0}';
    const ran = await runCli(['flows', 'run', 'morning', '--wait', '--parameters', parameters], env);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/Run '\d{8}-000' is completed/);
    await writeFile(file, 'def main(): pass\n');
    const workers = await runCli([...save, '--name', 'lab'], env);
    expect(workers).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^No worker was seen for backend 'worker'/),
    });
    const unknown = await runCli(['flows', 'run', 'evening'], env);
    expect(unknown).toMatchObject({ code: 4, stderr: expect.stringContaining("Flow 'evening' not found") });
  });

  test('a service address that is none is refused by the name of its variable', async () => {
    const result = await runCli(['chips'], { ...env, FIDUCIAL_URL: 'torino' });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("FIDUCIAL_URL 'torino'");
  });

  test('login keeps a token that only its owner can read, chips uses it, logout forgets it', async () => {
    const signedIn = await signIn(stack.url, runCliProcess);
    expect(signedIn).toMatchObject({ code: 0, stderr: '' });
    expect(signedIn.stdout).toContain(`as '${stack.admin.username}'`);
    const file = join(directory, 'fiducial', 'credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'fiducial'))).mode & 0o777).toBe(0o700);
    expect(await readFile(file, 'utf8')).not.toContain(stack.admin.password);

    expect(await runCliProcess(['chips', '--json'], env)).toMatchObject({ code: 0, stderr: '' });
    expect((await runCliProcess(['logout'], env)).stdout).toContain('Signed out');
    await expect(stat(file)).rejects.toThrow('ENOENT');
    const after = await runCli(['chips'], env);
    expect(after.code).toBe(3);
    expect(after.stderr).toContain(`Not signed in at ${stack.url}`);
    expect((await runCli(['logout'], env)).stdout).toContain('You were not signed in');
  });

  test('logins of the command line at several addresses are kept apart', async () => {
    await signIn();
    const other = `${stack.url.replace('127.0.0.1', 'localhost')}/api/`;
    expect(await signIn(other)).toMatchObject({ code: 0 });
    await runCli(['logout'], { ...env, FIDUCIAL_URL: other });
    expect((await runCli(['chips'], { ...env, FIDUCIAL_URL: other })).code).toBe(3);
    expect((await runCli(['chips'], env)).code).toBe(0);
  });

  test('a login of the command line that has ended is named with its end, before anything is sent', async () => {
    await signIn();
    const file = join(directory, 'fiducial', 'credentials.json');
    const kept = JSON.parse(await readFile(file, 'utf8'));
    kept.logins[stack.url].expires_at = '2020-01-31T13:00:00.000Z';
    await writeFile(file, JSON.stringify(kept));
    const result = await runCli(['chips'], env);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('expired at 2020-01-31T13:00:00.000Z');
  });

  test('a damaged credentials file is named by the command line', async () => {
    await signIn();
    const file = join(directory, 'fiducial', 'credentials.json');
    await writeFile(file, '{');
    const result = await runCli(['chips'], env);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(`${file} is damaged`);
  });

  test('a wrong password and a wrong token are refused on the command line with the answer and a way on', async () => {
    const login = await runCli(['login', '--username', 'admin', '--password-stdin'], env, { input: 'no' });
    expect(login).toMatchObject({ code: 3, stdout: '' });
    expect(login.stderr).toContain(`${stack.url} answered 401`);
    const chips = await runCli(['chips'], { ...env, FIDUCIAL_TOKEN: 'forged' });
    expect(chips).toMatchObject({ code: 3, stdout: '' });
    expect(chips.stderr).toMatch(/answered 401 \(unauthenticated\): .*\nSign in with `npx fiducial login`/);
  });

  test('without a login, the command line sends nothing and names the ways to sign in', async () => {
    const { conf, props } = await deviceFiles();
    const result = await runCli(importArgs('x', conf, props), env);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('Not signed in');
    expect(result.stderr).toContain('FIDUCIAL_TOKEN');
  });

  test('an API token and a project are taken by the command line from the environment', async () => {
    const admin = await adminClient();
    const { token } = await admin.createApiToken({ body: { name: 'cli' } });
    const project = await admin.createProject({ body: { name: 'for the cli' } });
    const { conf, props } = await deviceFiles();
    const inProject = { ...env, FIDUCIAL_TOKEN: token, FIDUCIAL_PROJECT: project.project_id };
    expect((await runCli(importArgs('only-there', props, conf), inProject)).code).toBe(0);
    const there = await runCli(['chips'], inProject);
    expect(there.stdout).toMatch(/^CHIP +QUBITS[^\n]*\nonly-there +5 +4 /);
    expect((await runCli(['chips'], { ...env, FIDUCIAL_TOKEN: token })).stdout).not.toContain('only-there');
    const stranger = await runCli(['chips'], { ...inProject, FIDUCIAL_PROJECT: 'none' });
    expect(stranger.stderr).toContain("answered 403 (no_project_access): You do not have access to project 'none'");
  });

  test('the files of a device are recognised by their content, and a second import changes nothing', async () => {
    await signIn();
    const { conf, props } = await deviceFiles();
    const first = await runCli(importArgs('twice', props, conf), env);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("Created chip 'twice': 5 qubits, 4 couplings.");
    expect(first.stdout).toMatch(new RegExp(`^${stack.url}/p/[0-9a-f-]{36}/chips/twice$`, 'm'));
    const second = await runCli([...importArgs('twice', conf, props), '--json'], env);
    const answer = JSON.parse(second.stdout);
    expect(answer).toMatchObject({ chip_id: 'twice', created: false, values: 0 });
    expect(answer.unchanged).toBeGreaterThan(0);
  });

  test('a refused document names its file and the path in it, and nothing is imported', async () => {
    await signIn();
    const { conf, props } = await deviceFiles((device) => {
      device.props.qubits.pop();
    });
    const result = await runCli(importArgs('broken', conf, props), env);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('nothing was imported');
    expect(result.stderr).toContain(`\n  ${props}: qubits: has 4 qubits`);
    expect((await runCli(['chips'], env)).stdout).not.toContain('broken');
  });

  test('an import says what it leaves out of its files', async () => {
    await signIn();
    const { conf, props } = await deviceFiles((device) => {
      device.props.qubits[3] = [{ date: 'yesterday', name: 'T1', unit: 'us', value: 5 }];
    });
    const result = await runCli(importArgs('partial', conf, props), env);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('Left out: props.qubits[3][0].date is not an ISO 8601 date and time\n');
  });

  test.each([
    ['a file that is not there', (files: { conf: string }) => [files.conf, join(directory, 'gone.json')], 'gone.json'],
    ['the same document twice', (files: { conf: string }) => [files.conf, files.conf], 'are both configuration'],
  ])('an import of %s names it', async (_, pick, words) => {
    const result = await runCli(importArgs('x', ...pick(await deviceFiles())), env);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain(words);
  });

  test('an import of a file that is not JSON or has another format names the file', async () => {
    const { conf } = await deviceFiles();
    const other = join(directory, 'other.json');
    await writeFile(other, '{"qubits"');
    expect((await runCli(importArgs('x', conf, other), env)).stderr).toContain(`${other} is not JSON`);
    await writeFile(other, '{"results": []}');
    expect((await runCli(importArgs('x', conf, other), env)).stderr).toContain(`${other} is neither a configuration`);
  });

  test('a preview of an import says what would come in, and imports nothing', async () => {
    await signIn();
    const calibration = { single_qubits: { 0: { t1: [20_000, 500] }, 1: { t1: [30_000, 500] } }, two_qubits: {} };
    const file = join(directory, 'calibration.json');
    await writeFile(file, JSON.stringify(calibration));
    const args = ['import', '--from', 'qibolab', '--chip', 'seen', file];
    expect((await runCli(args, env)).stderr).toContain('give the date and time with --measured-at');
    const dated = [...args, '--measured-at', '2026-03-01'];
    const preview = await runCli([...dated, '--preview'], env);
    expect(preview.stdout).toContain(
      "Would create chip 'seen' of qibolab: 2 qubits, 0 couplings.\n2 values would be imported",
    );
    expect(preview.stdout).toContain('t1 (qubit): 2 values of 2, 20 to 30 us, 2026-03-01T00:00:00.000Z');
    expect((await runCli(['chips'], env)).stdout).not.toContain('seen');
    expect((await runCli(dated, env)).stdout).toContain(
      "Created chip 'seen': 2 qubits, 0 couplings.\n2 values imported",
    );
  });

  test('an import and its preview say which values the write gate holds, and why', async () => {
    await signIn();
    const client = await adminClient();
    const project_id = (await client.getCurrentUser()).default_project_id ?? '';
    await client.updateProject({ params: { project_id }, body: { value_gate: 'hold' } });
    try {
      const { conf, props } = await writeFiles(pairDevice(4.1, '2025-02-01T10:00:00.000Z'));
      const args = importArgs('doubtful', conf, props);
      const why = 'held: qubit 0 t2_echo 80 us: ';
      const preview = await runCli([...args, '--preview'], env);
      expect(preview.stderr).toContain(`Would be held: 1, rejected: 0, counted with a remark: 0.\n  ${why}`);
      const done = await runCli(args, env);
      expect(done).toMatchObject({ code: 0 });
      expect(done.stderr).toContain(`Held: 1, rejected: 0, counted with a remark: 0.\n  ${why}`);
      const json = await runCli([...args.toSpliced(1, 0, '--json')], env);
      expect(json.stderr).not.toContain('Held:');
    } finally {
      await client.updateProject({ params: { project_id }, body: { value_gate: 'off' } });
    }
  });

  test('files of another format than --from says are refused by name', async () => {
    const { conf, props } = await deviceFiles();
    const result = await runCli(['import', '--from', 'quam', '--chip', 'x', conf, props], env);
    expect(result.stderr).toContain('The files are of IBM, not of QuAM.');
  });

  test('one chip of several in the files of qubex is chosen by --device, and a folder is read as its files', async () => {
    await signIn();
    const folder = join(directory, 'configuration');
    await mkdir(join(folder, 'params'), { recursive: true });
    const chips = 'A:\n  n_qubits: 16\n  topology: {type: square_lattice, mux_size: 4}\nB:\n  n_qubits: 64\n';
    await writeFile(join(folder, 'chip.yaml'), chips);
    await writeFile(join(folder, 'notes.md'), 'not a document');
    await writeFile(join(folder, 'params/qubit_frequency.yaml'), 'meta: {unit: GHz}\ndata:\n  Q00: 4.91\n');
    const args = ['import', '--from', 'qubex', '--chip', 'chosen', '--measured-at', '2026-02-03', folder];
    const unchosen = await runCli(args, env);
    expect(unchosen).toMatchObject({ code: 1, stdout: '' });
    expect(unchosen.stderr).toContain('The files have 2 chips: choose one with --device, of A, B.');
    expect((await runCli([...args, '--device', 'C'], env)).stderr).toContain("The files have no chip 'C', but A, B.");
    const chosen = await runCli([...args, '--device', 'A'], env);
    expect(chosen.stdout).toContain("Created chip 'chosen': 16 qubits, 24 couplings.\n1 values imported");
    expect(chosen.stderr).toContain('Left out: files[0].content.B is another chip\n');
    const empty = join(directory, 'empty');
    await mkdir(empty);
    expect((await runCli([...args.slice(0, -1), empty], env)).stderr).toContain(`${empty} has no JSON or YAML files.`);
  });

  test('a runcard of qibolab is imported, and a file of a known program without values is named as what it is', async () => {
    await signIn();
    const args = (from: string, file: string) => [
      'import',
      '--from',
      from,
      '--chip',
      'card',
      '--measured-at',
      '2026-02-03',
      file,
    ];
    const runcard = join(directory, 'runcard.yml');
    const characterization = 'characterization:\n  single_qubit:\n    0: {T1: 14000}\n    1: {T1: 12000}\n';
    await writeFile(runcard, `nqubits: 2\nqubits: [0, 1]\ntopology: [[0, 1]]\n${characterization}`);
    const result = await runCli(args('qibolab', runcard), env);
    expect(result.stdout).toContain("Created chip 'card': 2 qubits, 1 couplings.\n2 values imported");
    const topology = join(directory, 'linear-2.yaml');
    await writeFile(topology, 'qubits:\n  0: {row: 0, col: 0}\n  1: {row: 0, col: 1}\ncouplings: [[0, 1]]\n');
    expect((await runCli(args('qubex', topology), env)).stderr).toContain(`${topology} is a topology`);
  });

  test('the state of a QuAM is imported with its wiring from their folder', async () => {
    await signIn();
    const folder = join(directory, 'quam_state');
    await mkdir(folder);
    const pair = { qubit_control: '#/wiring/pairs/a/control', qubit_target: '#/qubits/q2' };
    const state = { qubits: { q1: { T1: 2e-5 }, q2: { T1: 3e-5 } }, qubit_pairs: { a: pair } };
    await writeFile(join(folder, 'state.json'), JSON.stringify(state));
    const wiring = { wiring: { pairs: { a: { control: '#/qubits/q1' } } } };
    await writeFile(join(folder, 'wiring.json'), JSON.stringify(wiring));
    const args = ['import', '--from', 'quam', '--chip', 'wired', '--measured-at', '2026-02-03'];
    expect((await runCli([...args, folder], env)).stdout).toContain("Created chip 'wired': 2 qubits, 1 couplings.");
    expect((await runCli([...args, join(folder, 'wiring.json')], env)).stderr).toContain(
      'The state (state.json) is missing',
    );
  });

  test('a chip that is imported has the technology that is named', async () => {
    await signIn();
    const state = join(directory, 'trap', 'state.json');
    await mkdir(join(directory, 'trap'));
    await writeFile(state, JSON.stringify({ qubits: { q1: { f_01: 12e9, T1: 10_000 } } }));
    const args = ['import', '--from', 'quam', '--chip', 'trap', '--measured-at', '2026-02-03', state];
    expect((await runCli([...args, '--preview'], env)).stderr).toContain('t1: 1 value cannot be');
    const imported = await runCli([...args, '--technology', 'ion'], env);
    expect(imported.stdout).toContain("Created chip 'trap'");
    expect(imported.stderr).not.toContain('cannot be');
    expect(JSON.parse((await runCli(['chips', 'show', 'trap', '--json'], env)).stdout)).toMatchObject({
      technology: 'ion',
    });
  });

  test('a service that is down is named by its address on the command line, after a few tries', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const result = await runCli(['chips'], { ...env, FIDUCIAL_URL: url, FIDUCIAL_TOKEN: 'any' });
    expect(result).toMatchObject({ code: 6, stdout: '' });
    expect(result.stderr).toContain(`No response from ${url}`);
    expect(result.stderr).toContain('ECONNREFUSED');
  });

  test('an import whose answer was lost is asked for again and answers as the first', async () => {
    await using proxy = await losingProxy(stack.url, { path: '/api/chips/import', answers: 1 });
    await signIn(proxy.url);
    const { conf, props } = await deviceFiles();
    const result = await runCli([...importArgs('lost', conf, props), '--json'], { ...env, FIDUCIAL_URL: proxy.url });
    expect(result.code).toBe(0);
    expect(proxy.lost()).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ chip_id: 'lost', created: true, unchanged: 0 });
  });

  test('the files of a device of 133 qubits become its chip', async () => {
    await signIn();
    const files = await writeFiles(deviceDocuments('heavy-hex-133', '2025-02-26T15:26:08-05:00'));
    const result = await runCliProcess([...importArgs('eagle', files.props, files.conf), '--json'], env);
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ chip_id: 'eagle', created: true, qubits: 133, couplings: 150 });
    const listed = JSON.parse((await runCli(['chips', '--json'], env)).stdout);
    expect(listed.chips.map((chip: { chip_id: string }) => chip.chip_id)).toContain('eagle');
  });
});
