import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '#shared/api/client.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { runCli, runCliProcess } from './run-cli.ts';

describe('fiducial export', () => {
  let stack: TestStack;
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    stack = await startTestStack();
    directory = await mkdtemp(join(tmpdir(), 'fiducial-export-'));
    const { access_token: token } = await createClient({ baseUrl: `${stack.url}/api` }).login({ body: stack.admin });
    env = { FIDUCIAL_URL: stack.url, XDG_CONFIG_HOME: directory, FIDUCIAL_TOKEN: token };
    const calibration = {
      single_qubits: { 0: { t1: [20_000, 500] }, 1: {} },
      two_qubits: { '0-1': { cz_fidelity: 0.9 } },
    };
    const documents = { calibrations: [{ calibrated_at: '2025-03-01', calibration }] };
    await createClient({ baseUrl: `${stack.url}/api`, token: () => token }).importChip({
      body: { format: 'qibolab', chip_id: 'pair', documents },
    });
  });
  afterAll(async () => {
    await stack.stop();
    await rm(directory, { recursive: true });
  });

  test('export chip writes YAML to standard output, and what it writes to a file can be imported again', async () => {
    const shown = await runCliProcess(['export', 'chip', 'pair'], env);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(parse(shown.stdout)).toMatchObject({ format: 'fiducial-chip', chip: { id: 'pair' } });
    const file = join(directory, 'pair.yaml');
    expect(await runCli(['export', 'chip', 'pair', '--output', file], env)).toMatchObject({ code: 0, stdout: '' });
    const back = await runCli(['import', '--from', 'fiducial', '--chip', 'again', file], env);
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringContaining("Created chip 'again': 2 qubits, 1 couplings."),
    ]);
  });

  test.each([
    ['qibolab', 'single_qubits'],
    ['quam', 'qubit_pairs'],
    ['oqtopus', 'device_id'],
    ['device-topology', 'device_id'],
  ])('export chip writes %s, and says on standard error what that does not carry', async (format, field) => {
    const { code, stdout, stderr } = await runCli(['export', 'chip', 'pair', '--format', format], env);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout))).toContain(field);
    if (format === 'quam')
      expect(stderr).toContain('Left out: t1 error of 1 qubit (0): the format has no error for it.');
    if (format === 'oqtopus')
      expect(stderr).toMatch(/Left out: 2 qubits \(0, 1\): average_readout_fidelity: not measured/);
  });

  test('export chip hands the best patch or named qubits to a compiler, without values beyond a limit of age', async () => {
    const qubit = { t1: [20_000, 500], rb_fidelity: 0.999, readout: { fidelity: 0.9 } };
    const calibration = {
      single_qubits: { 0: qubit, 1: qubit, 2: qubit },
      two_qubits: { '0-1': { cz_fidelity: 0.9 } },
    };
    const documents = { calibrations: [{ calibrated_at: '2025-03-01', calibration }] };
    await createClient({ baseUrl: `${stack.url}/api`, token: () => env.FIDUCIAL_TOKEN ?? '' }).importChip({
      body: { format: 'qibolab', chip_id: 'three', documents },
    });
    const exported = (...args: string[]) => runCli(['export', 'chip', 'three', '--format', ...args], env);
    const patch = await exported('python', '--patch', '2');
    expect([patch.code, patch.stdout]).toEqual([0, '[0, 1]\n']);
    expect(patch.stderr).toMatch(/\d of 9 values are stale\./);
    expect((await exported('python', '--qubits', '[2, 0]')).stdout).toBe('[2, 0]\n');
    const aged = await exported('python', '--qubits', '2,0', '--within-hours', '24');
    expect(aged.stdout).toBe('[]\n');
    expect(aged.stderr).toContain('Left out: 2 qubits (2, 0): average_readout_fidelity: older than 24 h.');
    const file = join(directory, 'target.py');
    expect((await exported('qiskit', '--patch', '2', '--output', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('target = make_target()');
  });

  test('export samples writes the file and says how much it is, as a sentence or as JSON', async () => {
    const output = join(directory, 'rows.csv');
    const { code, stdout } = await runCli(['export', 'samples', '--chip', 'pair', '--output', output], env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^2 rows, \d+ bytes: /)]);
    const text = await readFile(output, 'utf8');
    expect(text.split('\r\n')).toHaveLength(4);
    const json = await runCli(
      ['export', 'samples', '--chip', 'pair', '--metric', 't1', '--output', output, '--json'],
      env,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'ready', rows: 1, file: output });
  });

  test.each([
    [['export'], "'export' needs one of chip, samples, results or project."],
    [['export', 'chip'], "'export chip' needs the id of the chip."],
    [
      ['export', 'chip', 'a', '--format', 'csv'],
      '--format takes yaml, json, python, oqtopus, qiskit, qibolab, quam, device-topology',
    ],
    [['export', 'chip', 'a', '--patch', '4'], '--format yaml writes the whole chip'],
    [['export', 'chip', 'a', '--format', 'python', '--patch', 'x'], "--patch takes a whole number above 0, not 'x'."],
    [['export', 'chip', 'a', '--format', 'python', '--qubits', ','], '--qubits names no qubit.'],
    [['export', 'chip', 'a', '--format', 'python', '--qubits', '1', '--patch', '1'], 'Give --qubits or --patch'],
    [['export', 'samples', 'x'], "'export samples' takes no argument 'x'."],
    [['export', 'chip', 'a', '--metric', 't1'], "'export chip' has no option --metric."],
  ])('%j is a usage error', async (args, message) => {
    const { code, stderr } = await runCli(args, env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
