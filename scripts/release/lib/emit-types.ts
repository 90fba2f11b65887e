import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../tools/project-root.ts';

const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');

/**
 * Writes the declarations of a source file and of all its imports into a folder, so that they work without this
 * project.
 * @returns the packages that they import.
 */
export async function emitTypes(entry: string, folder: string): Promise<string[]> {
  const settings = await mkdtemp(join(tmpdir(), 'fiducial-types-'));
  try {
    const config = join(settings, 'tsconfig.json');
    await writeFile(config, JSON.stringify(configOf(entry, folder)));
    await promisify(execFile)(process.execPath, [compiler, '-p', config]).catch((error: { stdout?: string }) => {
      throw new Error(error.stdout || String(error));
    });
  } finally {
    await rm(settings, { recursive: true });
  }
  const packages = new Set<string>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, standingAlone(text, relative(dirname(path), folder) || '.', packages));
  }
  return [...packages];
}

const configOf = (entry: string, folder: string) => ({
  extends: join(projectRoot, 'tsconfig.json'),
  compilerOptions: {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: folder, rootDir: projectRoot },
    typeRoots: [join(projectRoot, 'node_modules/@types')],
  },
  ...{ include: [], files: [join(projectRoot, entry)] },
});

/**
 * Rewrites imports to relative files as in a package: without the project's paths, and with the file extensions of the
 * output.
 */
function standingAlone(text: string, toFolder: string, packages: Set<string>): string {
  return text.replace(
    /((?:\bfrom |\bimport |\bimport\())(["'])([\w./#@:-]+)\2/g,
    (_, before: string, quote: string, path: string) => {
      if (!/^[.#]/.test(path)) {
        if (!path.startsWith('node:')) packages.add(path);
        return `${before}${quote}${path}${quote}`;
      }
      const own = path.startsWith('#') ? `${toFolder}/${path.slice(1)}` : path;
      return `${before}${quote}${own.startsWith('.') ? own : `./${own}`}`.replace(/\.ts$/, '.js') + quote;
    },
  );
}
