/**
 * `npm run package`: builds `dist/fiducial-<version>.tgz`, the command line and the typed client as an installable
 * package. It bundles only our own code; the few packages that it needs are dependencies.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { version } from '#shared/kernel/version.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { projectRoot } from '../tools/project-root.ts';
import { emitTypes } from './lib/emit-types.ts';
import { npm } from './lib/npm.ts';

const folder = join(projectRoot, 'dist/package');

/** The oldest Node.js that supports our code. */
const oldestNode = '22.0';

const launcher = `#!/usr/bin/env node
import { main } from './cli.mjs';
process.exitCode = await main(process.argv.slice(2), process.env);
`;

/** Builds the package. @returns the path of its archive. */
export async function makePackage(): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const needed = new Set(
    [
      ...(await bundle('cli/main.ts', 'cli.mjs')),
      ...(await bundle('shared/api/client.ts', 'client.mjs')),
      ...(await emitTypes('shared/api/client.ts', join(folder, 'types'))),
    ].map(packageOf),
  );
  await writeFile(join(folder, 'fiducial.mjs'), launcher, { mode: 0o755 });
  await cp(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'));
  const guide = await readFile(join(projectRoot, 'docs/command-line.md'), 'utf8');
  // Other pages are not in the package.
  await writeFile(join(folder, 'README.md'), guide.replace(/\[([^\]]+)\]\([\w-]+\.md\)/g, '$1'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifestOf([...needed].sort()), null, 2)}\n`);
  const { code, stdout, stderr } = await npm(['pack', folder, '--pack-destination', join(projectRoot, 'dist')]);
  if (code !== 0) throw new Error(stderr);
  return join(projectRoot, 'dist', stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * @returns the packages that the bundle imports.
 */
async function bundle(entry: string, output: string): Promise<string[]> {
  const { metafile } = await build({
    ...{ entryPoints: [join(projectRoot, entry)], outfile: join(folder, output), absWorkingDir: projectRoot },
    ...{ bundle: true, platform: 'node', format: 'esm', target: `node${oldestNode}` },
    ...{ metafile: true, legalComments: 'none', logLevel: 'warning', plugins: [packagesOnlyWhereUsed] },
  });
  const imports = Object.values(metafile.outputs).flatMap((one) => one.imports);
  return imports.filter(({ external, path }) => external && !path.startsWith('node:')).map(({ path }) => path);
}

/**
 * Leaves packages outside the bundle, and imports only those that its code uses: the command line shares the format of an archive
 * with the service's store, and must not bring the AWS SDK along.
 */
const packagesOnlyWhereUsed: Plugin = {
  name: 'packages-only-where-used',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true, sideEffects: false },
    );
  },
};

const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

function manifestOf(needed: readonly string[]): object {
  const { name, license, dependencies } = packageJson;
  const versions: Record<string, string> = dependencies;
  return {
    ...{ name, version, license, type: 'module' },
    description: "Fiducial's command line, and a typed client of its API",
    engines: { node: `>=${oldestNode}` },
    bin: { fiducial: 'fiducial.mjs' },
    exports: { './client': { types: './types/shared/api/client.d.ts', default: './client.mjs' } },
    dependencies: Object.fromEntries(
      needed.map((one) => {
        const version = versions[one];
        if (version === undefined)
          throw new Error(`The package needs ${one}, which is not a dependency of the project`);
        return [one, version];
      }),
    ),
  };
}

if (import.meta.main) {
  const archive = await makePackage();
  const files = await readdir(folder, { recursive: true });
  const { byteLength } = await readFile(archive);
  console.log(`${relative(projectRoot, archive)}: ${Math.round(byteLength / 1000)} kB, ${files.length} files`);
}
