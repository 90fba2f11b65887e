import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/*
 * `npm run check`: what a change must pass before review: types, lint of what is changed, the tests of rules,
 * and tests close to the change. `npm run lint` lints all files, `npm test` runs all tests, `.ci/run` everything.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** More related test files than this would take too long. */
const maxRelated = 10;

interface Step {
  name: string;
  args: string[];
}

/** Properties of rules; the other folders have models that run for longer. */
const properties = ['chips', 'cooldowns', 'projects', 'results', 'statistics', 'values'].map(
  (subject) => `test/property/${subject}/`,
);

const vitest = ['exec', '--', 'vitest'];
const rules: Step = {
  name: 'tests of rules',
  args: [...vitest, 'run', '--project=unit', '--project=property', 'test/unit/', ...properties, '--reporter=dot'],
};

/** Runs an npm command, and prints its output if it fails. Returns whether it passed. */
async function passes({ name, args }: Step): Promise<boolean> {
  const begun = Date.now();
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) process.stdout.write(`${out}${err}\n`);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${Math.round((Date.now() - begun) / 1000)} s)`);
  return code === 0;
}

const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** Test files, besides those of rules, that import what is changed, directly or indirectly. */
function relatedTests(): string[] {
  const list = ['list', '--filesOnly', '--json', `--changed=${since}`, '--project=!e2e', '--project=!unit'];
  const { status, stdout, stderr } = spawnSync('npm', [...vitest, ...list], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`vitest lists no tests: ${stdout}${stderr}`);
  const files = JSON.parse(stdout.slice(stdout.indexOf('['))) as { file: string }[];
  return files
    .map(({ file }) => relative(root, file))
    .filter((file) => !properties.some((folder) => file.startsWith(folder)));
}

/** The last commit of the branch `main` that this one has. */
const since = git('merge-base', 'HEAD', 'main') ?? 'HEAD';

/** Files that differ from it, deleted ones too. */
const changed = `${git('diff', '--name-only', since)}\n${git('ls-files', '--others', '--exclude-standard')}`
  .split('\n')
  .filter((name) => name !== '');

/** Biome on the changed files, a quarter of the CPU of all; on all if its settings or the packages are changed. */
function biomeStep(): Step {
  const decidesAll = ['biome.json', 'package-lock.json'].some((name) => changed.includes(name));
  const files = decidesAll ? ['.'] : changed.filter((name) => existsSync(join(root, name)));
  const args = ['--files-ignore-unknown=true', '--no-errors-on-unmatched', ...files];
  return {
    name: `lint of ${decidesAll ? 'all' : files.length} files`,
    args: ['exec', '--', 'biome', 'check', ...args],
  };
}

/** The tests closest to the change: changed tests, and tests that import a change. */
function relatedStep(): Step | undefined {
  const distance = (file: string): number => {
    if (changed.includes(file)) return 0;
    const source = readFileSync(join(root, file), 'utf8');
    return changed.some((name) => source.includes(`'#${name}'`)) ? 1 : 2;
  };
  const related = relatedTests().sort((a, b) => distance(a) - distance(b));
  const run = related.slice(0, maxRelated);
  if (related.length > run.length)
    console.log(`${related.length} test files are related to what is changed, the closest ${run.length} run here.`);
  if (run.length === 0) return undefined;
  return { name: 'related tests', args: [...vitest, 'run', '--reporter=dot', ...run] };
}

const parallel = await Promise.all([
  passes({ name: 'types', args: ['run', 'types'] }),
  ...(changed.length > 0 ? [passes(biomeStep())] : []),
  passes({ name: 'lint of the project', args: ['run', 'lint:project'] }),
]);
const ofRules = await passes(rules);
const related = relatedStep();
const ofRelated = related ? await passes(related) : true;
process.exitCode = [...parallel, ofRules, ofRelated].every(Boolean) ? 0 : 1;
