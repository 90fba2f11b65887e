/**
 * Bundles every Lambda function in two esbuild calls. One call for all entries takes a fifth of a second, while one
 * call per function takes half a second each. `npm run bundle` runs it; tests and the benchmark import
 * `bundleFunctions`.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { handlerFiles } from '#functions/groups.ts';
import type { Group } from '#shared/api/route.ts';
import { groups } from '#shared/api/routes.ts';
import { consumerFunction, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { projectRoot } from '../tools/project-root.ts';
import { lambdaModules } from './lib/lambda-modules.ts';

/**
 * The module that starts the thread for large documents, the thread, and its file name next to the bundle (rule
 * API-30).
 */
const documentThread = {
  starter: 'shared/flows/verbs/documents/work-on-document.ts',
  source: 'shared/flows/verbs/documents/thread.ts',
  name: 'document-thread',
};

/** Bundle folder relative to the project's root: one folder per function with `index.mjs` inside. */
const bundleDirectory = join(projectRoot, 'dist/functions');

/** The group whose function serves the OpenAPI document, which contains every schema. */
const describingGroup = 'system';

/**
 * Larger budgets: `imports` reads every file format, `project-imports` derives, starts are checked by forms,
 * `run-queue` reads pipelines, `undo` may call the verb of any act, and `metrics` reads all that is known of a value.
 */
const largerBudgets: Record<string, number> = {
  ...{ [describingGroup]: 880_000, imports: 815_000, 'project-imports': 810_000 },
  ...{ flows: 791_000, 'run-queue': 805_000, undo: 825_000, metrics: 762_000 },
};

/**
 * Largest bundle of a function in bytes: 756 kB if a caller waits, more for seven groups (rule DEPLOY-9). A step of a run
 * and the sweep may contain the simulator and the bucket's client, the sweep also what reads and writes Parquet.
 */
export function bundleBudgetBytes(name: string): number {
  if (name === 'sweep') return 1_100_000;
  if (name.startsWith('flow-') || name.startsWith('make-')) return 1_000_000;
  return largerBudgets[name] ?? 756_000;
}

/** The code size of one function. */
export interface BundleSize {
  /** Name of the function: an API group, the file name of a scheduled function, or `stream-` and a consumer's name. */
  name: string;
  /** Bytes of `index.mjs` without its source map. */
  bytes: number;
}

/**
 * Returns the source file of each function by name: `group:<group>`, which is not a file, for every group with a route,
 * `functions/scheduled/<name>.ts` for every scheduled function, `functions/events/<name>.ts` for event-driven functions,
 * `functions/steps/<name>.ts` as `flow-<name>` for every function of the state machine, and `functions/stream/<name>.ts`
 * for every stream consumer.
 */
export async function functionEntries(): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  for (const group of groups) entries[group] = `group:${group}`;
  for (const [folder, prefix] of [
    ['scheduled', ''],
    ['events', ''],
    ['steps', 'flow-'],
  ] as const) {
    const directory = join(projectRoot, 'functions', folder);
    for (const file of existsSync(directory) ? await readdir(directory) : []) {
      if (file.endsWith('.ts')) entries[`${prefix}${file.slice(0, -'.ts'.length)}`] = join(directory, file);
    }
  }
  for (const consumer of streamConsumers)
    entries[consumerFunction(consumer)] = join(projectRoot, 'functions/stream', `${consumer.name}.ts`);
  return entries;
}

/**
 * Writes `<directory>/<name>/index.mjs` and its source map for every entry, plus the thread for large documents if the
 * entry starts one. The directory is emptied first. Nothing is external: a bundle is the whole function.
 * @returns the sizes, largest first.
 * @throws Error that names a function without an entry file.
 */
export async function bundleFunctions(
  entries: Record<string, string>,
  directory: string = bundleDirectory,
): Promise<BundleSize[]> {
  for (const [name, file] of Object.entries(entries)) {
    if (!file.startsWith('group:') && !existsSync(file))
      throw new Error(`function '${name}' has no entry file ${relative(projectRoot, file)}`);
  }
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const isDescribing = ([name]: [string, string]) => name === describingGroup;
  const all = Object.entries(entries);
  const outputs = await Promise.all([
    bundleAll(
      all.filter((entry) => !isDescribing(entry)),
      directory,
      { makesJsonSchema: false },
    ),
    bundleAll(all.filter(isDescribing), directory, { makesJsonSchema: true }),
  ]);
  return outputs.flat().sort((a, b) => b.bytes - a.bytes);
}

/** Makes the entry `group:<group>`: the handler of the group over its files, and so over no others (rule DEPLOY-2). */
const groupModules: Plugin = {
  name: 'group-modules',
  setup(build) {
    build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }));
    build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => {
      const imports = handlerFiles[path as Group].map((file, index) => `import * as file${index} from '${file}';`);
      const all = imports.map((_, index) => `...file${index}`).join(', ');
      const handler = `export const handler = groupHandler({ ${all} });`;
      const contents = [`import { groupHandler } from './http/group.ts';`, ...imports, handler].join('\n');
      return { contents, resolveDir: join(projectRoot, 'functions') };
    });
  },
};

/** One esbuild call for all entries. */
async function bundleAll(
  entries: readonly [string, string][],
  directory: string,
  uses: { makesJsonSchema: boolean },
): Promise<BundleSize[]> {
  if (entries.length === 0) return [];
  const metafile = await buildAll(
    entries.map(([name, file]) => [`${name}/index`, file]),
    directory,
    uses,
  );
  const outputs = Object.entries(metafile.outputs)
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([file, output]) => ({ ...output, name: relative(directory, dirname(resolve(projectRoot, file))) }));
  const starting = outputs.filter(({ inputs }) => documentThread.starter in inputs);
  const threads = starting.map(({ name }): [string, string] => [
    `${name}/${documentThread.name}`,
    documentThread.source,
  ]);
  if (threads.length > 0) await buildAll(threads, directory, uses);
  return outputs.map(({ name, bytes }) => ({ name, bytes }));
}

async function buildAll(
  entryPoints: readonly [string, string][],
  directory: string,
  uses: { makesJsonSchema: boolean },
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries(entryPoints),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Tree shaking works better on a dependency's ES modules than on its CommonJS files.
    mainFields: ['module', 'main'],
    minify: true,
    // Logs distinguish error classes by name, and stacks stay readable without the map.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    plugins: [groupModules, lambdaModules(projectRoot, uses)],
    // Some CommonJS dependencies call `require` for Node modules, which ES modules lack.
    banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
    logLevel: 'warning',
  });
  return metafile;
}

if (import.meta.main) {
  const sizes = await bundleFunctions(await functionEntries());
  for (const { name, bytes } of sizes) console.log(`${name.padEnd(14)} ${(bytes / 1000).toFixed(0).padStart(5)} kB`);
  const heavy = sizes.filter(({ name, bytes }) => bytes > bundleBudgetBytes(name));
  if (heavy.length > 0) {
    console.error(`Over their budget: ${heavy.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
}
