import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { pairDevice } from '../api/support/pair-device.ts';
import {
  adminClient,
  deviceFiles,
  directory,
  env,
  importArgs,
  onService,
  signIn,
  stack,
  writeFiles,
} from './cli-service.ts';
import { losingProxy } from './losing-proxy.ts';
import { runCli, runCliProcess } from './run-cli.ts';

onService();

describe('imports of device files by the command line', () => {
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
