import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signatureVerdict, vulnerabilityVerdict } from '#scripts/release/lib/audit-verdicts.ts';
import { missingFromBill, packageUrl } from '#scripts/release/lib/bill-of-materials.ts';
import { installedPackages, nameOf } from '#scripts/release/lib/installed-packages.ts';

const vulnerable = (severity: string) =>
  JSON.stringify({ vulnerabilities: { a: { name: 'a', severity, range: '<2', fixAvailable: true } } });

test('a vulnerability of severity high fails, a low one is listed, and none is clean', () => {
  const lines = (severity: string) => [`${severity}: a <2, a fix is available`];
  expect(vulnerabilityVerdict(vulnerable('high'))).toEqual({ outcome: 'findings', lines: lines('high') });
  expect(vulnerabilityVerdict(vulnerable('low'))).toEqual({ outcome: 'clean', lines: lines('low') });
  expect(vulnerabilityVerdict('{"vulnerabilities":{}}')).toEqual({ outcome: 'clean', lines: [] });
});

test('a wrong or missing signature fails the audit', () => {
  const entry = { name: 'a', version: '1.0.0' };
  const answer = (invalid: object[], missing: object[]) => signatureVerdict(JSON.stringify({ invalid, missing }));
  expect(answer([], [])).toEqual({ outcome: 'clean', lines: [] });
  expect(answer([entry], [])).toEqual({ outcome: 'findings', lines: ['wrong signature: a 1.0.0'] });
  expect(answer([], [entry])).toEqual({ outcome: 'findings', lines: ['no signature: a 1.0.0'] });
});

test.each([
  [
    'unreachable',
    '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}',
    '405 Method Not Allowed',
  ],
  ['unreachable', '{"error":{"code":"ENOTFOUND","summary":"not found"}}', 'not found'],
  ['failed', '{"error":{"summary":"minTimeout is greater than maxTimeout"}}', 'minTimeout is greater than maxTimeout'],
  ['failed', '{"error":{"code":"EUSAGE","summary":"no lockfile"}}', 'no lockfile'],
  ['failed', '', 'npm answered nothing that can be read'],
])('an audit is %s where a registry cannot be asked or an npm does not work: %s', (outcome, stdout, line) => {
  expect(vulnerabilityVerdict(stdout)).toEqual({ outcome, lines: [line] });
  expect(signatureVerdict(stdout)).toEqual({ outcome, lines: [line] });
});

test('a production package that the bill lacks is named; those of development and of other platforms are not asked for', () => {
  const locked = new Map([
    ['node_modules/zod', { version: '4.0.0' }],
    ['node_modules/@a/b', { version: '1.0.0' }],
    ['node_modules/@a/b/node_modules/zod', { version: '3.0.0' }],
    ['node_modules/vitest', { version: '5.0.0', dev: true }],
    ['node_modules/here', { version: '1.0.0', optional: true }],
    ['node_modules/elsewhere', { version: '1.0.0', optional: true }],
  ]);
  const bill = (...purls: string[]) => ({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'fiducial', version: '1.0.0' } },
    components: purls.map((purl) => ({ name: '', version: '', purl })),
  });
  const installed = new Set(['node_modules/here']);
  const purls = [
    packageUrl('zod', '4.0.0'),
    packageUrl('@a/b', '1.0.0'),
    packageUrl('zod', '3.0.0'),
    packageUrl('here', '1.0.0'),
  ];
  expect(missingFromBill(bill(...purls), locked, installed)).toEqual([]);
  expect(missingFromBill(bill(), locked, installed)).toEqual(purls);
  expect(purls[1]).toBe('pkg:npm/%40a/b@1.0.0');
});

test('packages inside of scopes and of other packages are found, with what they say of their licence', async () => {
  const root = await mkdtemp(join(tmpdir(), 'fiducial-packages-'));
  const write = async (path: string, manifest: object) => {
    await mkdir(join(root, path), { recursive: true });
    await writeFile(
      join(root, path, 'package.json'),
      JSON.stringify({ name: nameOf(path), version: '1.0.0', ...manifest }),
    );
  };
  await write('node_modules/@a/b', { license: 'MIT' });
  await write('node_modules/@a/b/node_modules/c', { license: { type: 'ISC' } });
  await write('node_modules/d', { licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] });
  await write('node_modules/e', {});
  await write('node_modules/.hidden', { license: 'MIT' });
  const found = installedPackages(root).map(({ name, path, licence }) => [name, path, licence]);
  await rm(root, { recursive: true });
  expect(found.sort()).toEqual([
    ['@a/b', 'node_modules/@a/b', 'MIT'],
    ['c', 'node_modules/@a/b/node_modules/c', 'ISC'],
    ['d', 'node_modules/d', 'MIT OR Apache-2.0'],
    ['e', 'node_modules/e', undefined],
  ]);
});
