import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '#local/ports.ts';
import { version } from '#shared/kernel/version.ts';
import { runCli, runCliProcess } from './run-cli.ts';

/** No service is there, and no login. */
const env = {
  FIDUCIAL_URL: 'http://127.0.0.1:9',
  XDG_CONFIG_HOME: join(tmpdir(), 'fiducial-no-such-folder'),
};

describe('the command line without a service', () => {
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

  test('a service address that is none is refused by the name of its variable', async () => {
    const result = await runCli(['chips'], { ...env, FIDUCIAL_URL: 'torino' });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("FIDUCIAL_URL 'torino'");
  });

  test('a service that is down is named by its address on the command line, after a few tries', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const result = await runCli(['chips'], { ...env, FIDUCIAL_URL: url, FIDUCIAL_TOKEN: 'any' });
    expect(result).toMatchObject({ code: 6, stdout: '' });
    expect(result.stderr).toContain(`No response from ${url}`);
    expect(result.stderr).toContain('ECONNREFUSED');
  });
});
