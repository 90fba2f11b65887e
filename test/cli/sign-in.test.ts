import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adminClient, deviceFiles, directory, env, importArgs, onService, signIn, stack } from './cli-service.ts';
import { runCli, runCliProcess } from './run-cli.ts';

onService();

describe('sign-in on the command line', () => {
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
});
