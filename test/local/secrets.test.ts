import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatePassword, loadSecrets } from '#local/data-folder/secrets.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fiducial-secrets-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('secrets are made once, and are the same ever after', async () => {
  const file = join(directory, 'once.json');
  const first = await loadSecrets(file, undefined);
  const password = await first.adminPassword();
  const second = await loadSecrets(file, undefined);
  expect((await first.seed()).length).toBe(32);
  expect(await second.seed()).toEqual(await first.seed());
  expect([await first.adminPassword(), await second.adminPassword()]).toEqual([password, password]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a given password is used and not written, and a kept one comes back without it', async () => {
  const file = join(directory, 'given.json');
  const kept = await (await loadSecrets(file, undefined)).adminPassword();
  const given = await loadSecrets(file, 'given by the person');
  expect(await given.adminPassword()).toBe('given by the person');
  expect(await readFile(file, 'utf8')).not.toContain('given by the person');
  expect(await (await loadSecrets(file, undefined)).adminPassword()).toBe(kept);
});

test('no password is made until one is asked for: an administrator who was given one keeps it', async () => {
  const file = join(directory, 'later.json');
  await loadSecrets(file, 'given by the person');
  const later = await loadSecrets(file, undefined);
  expect(later.knownPassword()).toBeUndefined();
  expect(await readFile(file, 'utf8')).not.toContain('adminPassword');
  const made = await later.adminPassword();
  expect([later.knownPassword(), (await loadSecrets(file, undefined)).knownPassword()]).toEqual([made, made]);
});

test('two data directories have different secrets', async () => {
  const [a, b] = await Promise.all(['a.json', 'b.json'].map((name) => loadSecrets(join(directory, name), undefined)));
  expect(await a?.seed()).not.toEqual(await b?.seed());
  expect(await a?.adminPassword()).not.toBe(await b?.adminPassword());
});

test.each([['not json'], ['{}'], ['{"seed":"c2hvcnQ="}'], ['null']])(
  'damaged secrets (%s) are refused, not replaced',
  async (text) => {
    const file = join(directory, 'damaged.json');
    await writeFile(file, text);
    await expect(loadSecrets(file, undefined)).rejects.toThrow(/damaged\.json are damaged.*--reset/);
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);

test('a generated password has 20 characters, none of them taken for another', () => {
  for (let i = 0; i < 200; i += 1) expect(generatePassword()).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{20}$/);
});
