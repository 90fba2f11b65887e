import satisfies from 'spdx-satisfies';

/** A package as its `package.json` describes it. */
export interface Licensed {
  name: string;
  version: string;
  /** Path from the project's root. */
  path: string;
  /** The field `license`; undefined if absent. */
  licence: string | undefined;
}

/** An accepted licence outside the list, with its packages and the reason. */
export interface LicenceException {
  licence: string;
  reason: string;
  packages: readonly string[];
}

/**
 * Licences that are compatible with Apache-2.0: permissive ones, category A of the Apache Software Foundation's
 * third-party licence policy.
 */
const allowedLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
];

/** Accepted other licences, by package. */
export const licenceExceptions: readonly LicenceException[] = [
  {
    licence: 'MPL-2.0',
    reason: 'Checks the accessibility of the pages in tests; nothing of it is in what is built or distributed.',
    packages: ['@axe-core/playwright', 'axe-core'],
  },
  {
    licence: 'MPL-2.0',
    reason: 'Minifies style sheets at build time; runs as it is, and nothing of it is in its output.',
    packages: [
      'lightningcss',
      'lightningcss-android-arm64',
      'lightningcss-darwin-arm64',
      'lightningcss-darwin-x64',
      'lightningcss-freebsd-x64',
      'lightningcss-linux-arm-gnueabihf',
      'lightningcss-linux-arm64-gnu',
      'lightningcss-linux-arm64-musl',
      'lightningcss-linux-x64-gnu',
      'lightningcss-linux-x64-musl',
      'lightningcss-win32-arm64-msvc',
      'lightningcss-win32-x64-msvc',
    ],
  },
  {
    licence: 'CC-BY-4.0',
    reason:
      'Tables of what browsers can do, which the tests of tests install and never read; in nothing that is built.',
    packages: ['caniuse-lite'],
  },
  {
    licence: 'CC-BY-3.0',
    reason: 'Lists of names of licences that this audit reads; in nothing that is built or distributed.',
    packages: ['spdx-exceptions'],
  },
  {
    licence: '(MIT AND CC-BY-3.0)',
    reason: 'Lists of names of licences that this audit reads; in nothing that is built or distributed.',
    packages: ['spdx-ranges'],
  },
  {
    licence: 'CC0-1.0',
    reason: 'Lists of names of licences that this audit reads; in nothing that is built or distributed.',
    packages: ['spdx-license-ids'],
  },
];

/** One sentence per package whose licence is missing, unreadable or not accepted. Pure. */
export function licenceProblems(
  packages: readonly Licensed[],
  allowed: readonly string[] = allowedLicences,
  exceptions: readonly LicenceException[] = licenceExceptions,
): string[] {
  return packages.flatMap(({ name, version, path, licence }) => {
    const which = `${name} ${version} (${path})`;
    if (licence === undefined) return [`${which} names no licence`];
    const excepted = exceptions.some((entry) => entry.licence === licence && entry.packages.includes(name));
    if (excepted) return [];
    try {
      return satisfies(licence, [...allowed]) ? [] : [`${which} is under ${licence}, which is not on the list`];
    } catch (error) {
      return [
        `${which} is under '${licence}', which is not an SPDX expression: ${error instanceof Error ? error.message : String(error)}`,
      ];
    }
  });
}

/** Exceptions for packages that the project no longer has. `names` are all of the lockfile. Pure. */
export function staleExceptions(
  names: ReadonlySet<string>,
  exceptions: readonly LicenceException[] = licenceExceptions,
): string[] {
  return exceptions.flatMap(({ packages }) => packages.filter((name) => !names.has(name)));
}
