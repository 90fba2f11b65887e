import { expect, test } from 'vitest';
import { licenceExceptions, licenceProblems, staleExceptions } from '#scripts/release/lib/licences.ts';

const allowed = ['MIT', 'ISC', 'GPL-2.0-only WITH Classpath-exception-2.0'];
const problemsOf = (licence: string) =>
  licenceProblems([{ name: 'p', version: '1.0.0', path: 'node_modules/p', licence }], allowed, []);

test.each([
  ['MIT', true],
  ['GPL-3.0-or-later', false],
  ['MIT OR GPL-3.0-or-later', true],
  ['MIT AND GPL-3.0-or-later', false],
  ['(MIT OR GPL-3.0-or-later) AND ISC', true],
  ['MIT AND (GPL-3.0-or-later OR LGPL-2.1)', false],
  ['GPL-3.0-or-later AND MIT OR ISC', true],
  ['GPL-3.0-or-later OR MIT AND LGPL-2.1', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', true],
  ['GPL-2.0-only', false],
])('the terms of %s can be met: %s', (expression, expected) => {
  expect(problemsOf(expression)).toEqual(expected ? [] : [expect.stringContaining('is not on the list')]);
});

test.each([['SEE LICENSE IN LICENSE.txt'], ['(MIT'], ['MIT)'], ['MIT OR'], [''], ['UNLICENSED'], ['mit']])(
  '%j is not an expression and is not taken for one',
  (text) =>
    expect(problemsOf(text)).toEqual([expect.stringContaining(`under '${text}', which is not an SPDX expression`)]),
);

const given = (licence: string | undefined, name = 'some-package') =>
  licenceProblems([{ name, version: '1.0.0', path: `node_modules/${name}`, licence }]);

test('a package without a licence, with an unreadable one or with one off the list is a problem', () => {
  const which = 'some-package 1.0.0 (node_modules/some-package)';
  expect(given(undefined)).toEqual([`${which} names no licence`]);
  expect(given('AGPL-3.0-only')).toEqual([`${which} is under AGPL-3.0-only, which is not on the list`]);
  expect(given('SEE LICENSE IN LICENSE.txt')[0]).toContain("under 'SEE LICENSE IN LICENSE.txt'");
  expect(given('Apache-2.0')).toEqual([]);
});

test('an exception holds for the named package and the named licence alone', () => {
  expect(given('MPL-2.0', 'axe-core')).toEqual([]);
  expect(given('MPL-2.0', 'axe-core-2')).toHaveLength(1);
  expect(given('GPL-3.0-only', 'axe-core')).toHaveLength(1);
});

test('an exception for a package that is gone is stale', () => {
  const [first = '', ...others] = licenceExceptions.flatMap(({ packages }) => packages);
  expect(staleExceptions(new Set(others))).toEqual([first]);
});
