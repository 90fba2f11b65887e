import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/*
 * `npm run check`: what a change must pass before review: types, lint of what is changed, the tests of rules that import
 * a change, the tests that judge files, and the other tests closest to the change. `npm run lint` lints all files,
 * `npm test` runs all tests, `.ci/run` everything.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Related test files that run here, besides those of rules; more would take too long. */
const maxOthers = 8;

interface Step {
  name: string;
  args: string[];
}

/** Unit tests, and properties of rules: they take seconds. The other folders start engines or have models that run for longer. */
const ofRules = [
  'unit',
  ...['chips', 'cooldowns', 'projects', 'results', 'statistics', 'values'].map((subject) => `property/${subject}`),
].map((folder) => `test/${folder}/`);

/** Folders of tests of what is in files that they do not import: sources, documents, contracts. */
const judgingFolders = ['checks', 'contract', 'docs', 'mutants', 'release'].map((name) => `test/unit/${name}/`);

/** The unit tests that read files: no import says what they judge, so they run whatever is changed. */
const judgesOfFiles = globSync('test/unit/**/*.test.ts', { cwd: root }).filter(
  (file) =>
    judgingFolders.some((folder) => file.startsWith(folder)) ||
    readFileSync(join(root, file), 'utf8').includes("from 'node:fs"),
);

const vitest = ['exec', '--', 'vitest'];

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

/** Test files that import what is changed, directly or indirectly. */
function relatedTests(): string[] {
  const list = ['list', '--filesOnly', '--json', `--changed=${since}`, '--project=!e2e'];
  const { status, stdout, stderr } = spawnSync('npm', [...vitest, ...list], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`vitest lists no tests: ${stdout}${stderr}`);
  const files = JSON.parse(stdout.slice(stdout.indexOf('['))) as { file: string }[];
  return files.map(({ file }) => relative(root, file));
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

/** The tests that judge files, the related tests of rules, and of the other related tests the closest to the change. */
function testStep(): Step {
  const distance = (file: string): number => {
    if (changed.includes(file)) return 0;
    const source = readFileSync(join(root, file), 'utf8');
    return changed.some((name) => source.includes(`'#${name}'`)) ? 1 : 2;
  };
  const related = relatedTests();
  const isOfRules = (file: string) => ofRules.some((folder) => file.startsWith(folder));
  const others = related.filter((file) => !isOfRules(file)).sort((a, b) => distance(a) - distance(b));
  const run = others.slice(0, maxOthers);
  if (others.length > run.length)
    console.log(
      `${others.length} test files start an engine and import what is changed; the closest ${run.length} run here.`,
    );
  const rules = related.filter(isOfRules);
  const name = `tests: ${rules.length} files of rules and ${run.length} others that import a change, and those that judge files`;
  return { name, args: [...vitest, 'run', '--reporter=dot', '--project=!e2e', ...judgesOfFiles, ...rules, ...run] };
}

const parallel = await Promise.all([
  passes({ name: 'types', args: ['run', 'types'] }),
  ...(changed.length > 0 ? [passes(biomeStep())] : []),
  passes({ name: 'lint of the project', args: ['run', 'lint:project'] }),
]);
const tested = await passes(testStep());
process.exitCode = [...parallel, tested].every(Boolean) ? 0 : 1;
