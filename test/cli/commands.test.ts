import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { adminClient, directory, env, onService, signIn } from './cli-service.ts';
import { runCli } from './run-cli.ts';

onService();

describe('commands for chips and flows', () => {
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
});
