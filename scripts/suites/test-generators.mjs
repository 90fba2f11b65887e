/*
 * `npm run test:generators`: two maintained generators build clients from the OpenAPI document, which are then used
 * against the local stack: @hey-api/openapi-ts for TypeScript, whose client is also type-checked, and
 * openapi-python-client. They are development tools of this test only, installed under .cache. What is unavailable is
 * skipped with the reason. The last line is `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { besideStack } from './lib/beside-stack.mjs';
import { lastLine, virtualEnvironment } from './lib/python.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'test/generators');
const made = join(root, '.cache/generators');
const document = join(made, 'openapi.json');

const run = (command, args, more = {}) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: 180_000, maxBuffer: 64 * 1024 * 1024, ...more });

/** A step that must succeed before a client can be used. @throws Error with its output. */
function must(what, { status, stdout, stderr, error }) {
  if (status !== 0) throw new Error(`${what} failed:\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
}

/** Installs the generator for TypeScript, or reuses it. */
function typescriptGenerator() {
  const wanted = readFileSync(join(folder, 'typescript/package.json'));
  const digest = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const directory = join(root, '.cache', `generator-typescript-${digest}`);
  const program = join(directory, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  const done = join(directory, '.installed');
  if (existsSync(done)) return { program };
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  cpSync(join(folder, 'typescript/package.json'), join(directory, 'package.json'));
  console.log(`Installing @hey-api/openapi-ts into ${directory} ...`);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error'];
  const installed = run('npm', ['install', ...flags], { cwd: directory, shell: process.platform === 'win32' });
  if (installed.status !== 0) return { reason: `@hey-api/openapi-ts cannot be installed: ${lastLine(installed)}` };
  writeFileSync(done, '');
  return { program };
}

/** Builds the TypeScript client, type-checks it and its use, and returns the command that runs it. */
async function makeTypescript(program) {
  const directory = join(made, 'typescript');
  cpSync(join(folder, 'typescript'), directory, { recursive: true });
  const output = join(directory, 'client');
  must(
    'Generating the TypeScript client',
    run(process.execPath, [program, '--input', document, '--output', output, '--client', '@hey-api/client-fetch']),
  );
  must('The type check of the TypeScript client', run(process.execPath, [tsc(), '--project', directory]));
  const bundle = join(directory, 'smoke.mjs');
  const entryPoints = [join(directory, 'smoke.ts')];
  await build({ entryPoints, outfile: bundle, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' });
  return [process.execPath, bundle];
}

const tsc = () => join(root, 'node_modules/typescript/bin/tsc');

/**
 * Builds the Python client, of which the generator must understand everything, and returns the command that runs it.
 */
function makePython(python) {
  const config = join(folder, 'python/generator.yaml');
  const output = join(made, 'python/fiducial_client');
  mkdirSync(join(made, 'python'), { recursive: true });
  const args = ['--path', document, '--meta', 'none', '--output-path', output, '--overwrite', '--config', config];
  const generated = run(python, ['-m', 'openapi_python_client', 'generate', ...args]);
  must('Generating the Python client', generated);
  const said = `${generated.stdout}${generated.stderr}`;
  if (/WARNING|Unable to process/.test(said)) throw new Error(`The generator did not understand everything:\n${said}`);
  cpSync(join(folder, 'python/smoke.py'), join(made, 'python/smoke.py'));
  return [python, join(made, 'python/smoke.py')];
}

rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
const { openApiDocument } = await import('../../shared/api/openapi.ts');
writeFileSync(document, JSON.stringify(openApiDocument()));

const counts = { passed: 0, failed: 0, skipped: 0 };
const programs = [];
for (const [name, tool, make] of [
  ['TypeScript', typescriptGenerator(), ({ program }) => makeTypescript(program)],
  [
    'Python',
    virtualEnvironment({
      root,
      name: 'generator-python',
      requirements: join(folder, 'python/requirements.txt'),
      supported: ['3.13', '3.12', '3.11', '3.10'],
    }),
    ({ python }) => makePython(python),
  ],
])
  if (tool.reason) {
    console.log(`The generated ${name} client is skipped: ${tool.reason}`);
    counts.skipped += 1;
  } else
    try {
      programs.push(await make(tool));
    } catch (error) {
      console.error(error.message);
      counts.failed += 1;
    }
if (programs.length > 0) {
  const { ok, outputs } = await besideStack({ root, programs, timeoutSeconds: 120 });
  const counted = outputs.map((output) => /^(\d+) passed, (\d+) failed\s*$/m.exec(output));
  for (const found of counted) {
    counts.passed += Number(found?.[1] ?? 0);
    counts.failed += Number(found?.[2] ?? 1);
  }
  if (!ok && counts.failed === 0) counts.failed = 1;
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (counts.failed > 0) process.exitCode = 1;
