/*
 * Everything that must hold, from a clean checkout: timed steps, each independent of the others' success. The last line
 * is `N passed, N failed, N skipped`. Runs on the system's Node and imports only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { makeClone, sharePackages } from './suites/clone.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test-results');
/** A run takes about 50 minutes on two idle cores. The limits catch hangs and leave room for a busy machine. */
const totalSeconds = (process.argv.includes('--all') ? 240 : 85) * 60;
/** If more files than this fail in a step, it is really broken, and nothing is repeated. */
const mostRunAgain = 3;
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const json = (name) => [
  '--',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(results, `${name}.json`)}`,
];

/** What the API's tests used of the table and the secret, for the step that compares it with the roles. */
const used = { FIDUCIAL_RECORD: join(results, 'used.jsonl') };

/**
 * `.ci/run --all` takes about two hours longer: the emulator with every API test and the last release, DynamoDB Local,
 * the fuzzer, a hundred kills, every pause, ten thousand histories, coverage, generated clients, every case of every
 * property, a sample of removed conditions and rules, the templates of every environment, and the import times of
 * functions.
 */
const all = process.argv.includes('--all');

/** A step that runs a script of package.json by default. */
const step = (name, limitSeconds, more = {}) => ({ name, args: ['run', name], limitSeconds, ...more });

const output = { report: 'output' };

/** Another sample every day, the same for everyone. */
const daySeed = () => `--seed=${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;

/** No published device, even if the environment names their folder. */
const inClone = { ...used, ...(all && { CASES_SHARE: '1' }), FIDUCIAL_TEST_DATA: undefined };

/**
 * The stages run in sequence. Within a stage, lanes run in parallel, each a list of sequential steps. A lane that
 * mostly waits is paired with one that computes; the long stages use both processors themselves. The first stage runs
 * the README's two commands in a fresh clone; all others use the checkout. `report` is the source of a step's counts:
 * vitest's JSON file, or the last `N passed, N failed` in its output. `--coverage` is what `npm run coverage` adds to
 * `npm test`.
 */
const stagesOf = (clone) => [
  [
    [
      step('start', 900, { ...output, program: 'node', args: ['scripts/suites/clone.mjs'], folder: clone }),
      step('test', 2700, {
        // Collecting coverage takes a fifth of the time.
        args: ['test', ...json('test'), ...(all ? ['--coverage'] : [])],
        report: 'test.json',
        variables: inClone,
        folder: clone,
      }),
    ],
  ],
  [
    [
      step('lint', 240),
      step('types', 360),
      step('synth', 360),
      step('knip', 240),
      step('test:privileges', 240, { ...output, variables: { FIDUCIAL_RECORDED: used.FIDUCIAL_RECORD } }),
      step('audit:licences', 120),
      step('sbom', 120),
    ],
    [
      step('test:worker', 600, { args: ['run', 'test:worker', ...json('worker')], report: 'worker.json' }),
      step('test:published', 240, { args: ['run', 'test:published', ...json('published')], report: 'published.json' }),
      step('test:package', 300, { args: ['run', 'test:package', ...json('package')], report: 'package.json' }),
    ],
  ],
  [
    [step('test:e2e', 2700, { args: ['run', 'test:e2e', ...json('e2e')], report: 'e2e.json' })],
    // Workers that are killed, paused and cut off mostly wait, as installations do.
    [
      step('test:python', 3600, output),
      // Four packages with what they need are 660 MB. What cannot be installed in 15 minutes is skipped with the reason.
      step('test:adapters', 1200, output),
    ],
  ],
  ...(all
    ? [
        [[step('deploy:local', 3600, output)]],
        [[step('upgrade:local', 900, output)]],
        [[step('test:engines', 2700, output), step('test:fuzz', 900, output)]],
        // Tests that kill processes mostly wait.
        [
          [step('test:kills', 3600, output)],
          [
            step('test:pauses', 4200, output),
            step('simulate', 1200, { args: ['run', 'simulate', '--', '10000'], ...output }),
          ],
        ],
        [[step('test:mutants', 1800, { args: ['run', 'test:mutants', '--', '--sample=40', daySeed()], ...output })]],
      ]
    : []),
  [
    // These bundle the functions, one after another.
    [
      ...(all ? [] : [step('deploy:local', 840, { args: ['run', 'deploy:local', '--', '--brief'], ...output })]),
      step('lint:templates', 600, { args: ['run', 'lint:templates', ...(all ? [] : ['--', 'prod'])], ...output }),
      // checkov and its dependencies are 300 MB.
      step('audit:templates', 600, {
        args: ['run', 'audit:templates', ...(all ? [] : ['--', 'parliament'])],
        ...output,
      }),
    ],
    [
      step('bench', 600, {
        args: ['run', 'bench', ...(all ? [] : ['--', '--reads'])],
        variables: all ? {} : { BENCH_RESULTS: '2000' },
      }),
      step('test:search', 600, output),
      step('test:hostile', 600, output),
      step('test:clients', all ? 2400 : 900, {
        args: ['run', 'test:clients', ...(all ? ['--', '--all'] : [])],
        ...output,
      }),
      ...(all ? [step('test:generators', 900, output)] : []),
    ],
  ],
];

/** Counts in a vitest JSON report. */
export function countReport(text) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = JSON.parse(text);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** Files of a vitest JSON report in which a test or its set-up failed. */
export const failedFiles = (text) =>
  JSON.parse(text)
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name }) => name);

/** Counts in the last line of the form `N passed, N failed[, N skipped]`; zeros if there is none. */
export function countOutput(text) {
  const last = [...text.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/gm)].at(-1);
  return { passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0), skipped: Number(last?.[3] ?? 0) };
}

/** Adds up all steps. A step that failed without a failed test (a lint finding, a crash) counts as one failure. */
export function summarize(outcomes) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { ok, counts } of outcomes) {
    sum.passed += counts.passed;
    sum.failed += ok ? counts.failed : Math.max(counts.failed, 1);
    sum.skipped += counts.skipped;
  }
  return sum;
}

/**
 * Summarizes a failed step, so that the end of a long output names the failures: each failed vitest test, the first six
 * of them with the first lines of their errors; for another step its last lines.
 */
export function failureLines(printed) {
  const lines = stripVTControlCharacters(printed)
    .split('\n')
    .map((line) => line.trimEnd().slice(0, 240));
  const starts = lines.flatMap((line, index) => (/^ FAIL {2}/.test(line) ? [index] : []));
  if (starts.length === 0) return lines.filter((line) => line !== '').slice(-12);
  return starts.flatMap((start, n) => {
    const end = Math.min(start + (n < 6 ? 4 : 1), starts[n + 1] ?? lines.length);
    return lines.slice(start, end).filter((line) => line !== '');
  });
}

/** The browser tests need a Chromium. Without one they are skipped with the reason. */
function ensureBrowser() {
  const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  if (browsers.some(has)) return;
  if (process.getuid?.() !== 0 || !has('apt-get')) return console.log('No Chromium, and it cannot be installed here.');
  console.log('Installing Chromium for the browser tests ...');
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('sh', ['-c', install], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 240_000,
  });
  if (status !== 0) console.log('Chromium could not be installed.');
}

/** Runs a step's program and keeps its output. After a time-out it ends the program and all its children. */
function runProgram({ program = 'npm', args, variables, folder = root }, limitSeconds, show) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      // Many tests start the service as a separate process; a compile cache saves the later ones time.
      env: {
        ...process.env,
        CI: 'true',
        NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/compile'),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let printed = '';
    const keep = (chunk) => {
      printed += chunk;
      show(chunk);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
    const timer = setTimeout(() => {
      keep(`It takes more than ${limitSeconds} s, and is ended.\n`);
      process.kill(-child.pid, 'SIGKILL');
    }, limitSeconds * 1000);
    const done = (ok) => {
      clearTimeout(timer);
      resolve({ ok, printed });
    };
    child.on('error', (error) => {
      keep(`${error.message}\n`);
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
}

function countsOf({ report }, printed) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  if (report === 'output') return countOutput(printed);
  const text = readReport({ report });
  return text ? countReport(text) : { passed: 0, failed: 0, skipped: 0 };
}

function readReport({ report }) {
  const file = join(results, report);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Runs a step. If only a few files of a vitest report failed, they run once more. A failure that does not repeat comes
 * from a busy machine or a rare order of events. It is reported at the end and must be fixed, but does not fail the
 * run.
 */
async function runStep(step, limitSeconds, show) {
  const { ok, printed } = await runProgram(step, limitSeconds, show);
  const counts = countsOf(step, printed);
  const failed = ok || !step.report?.endsWith('.json') ? [] : failedFiles(readReport(step) ?? '{"testResults":[]}');
  if (failed.length === 0 || failed.length > mostRunAgain) return { ok, printed, counts };
  show(`\n=== ${step.name}, again: ${failed.length} of its files\n`);
  const again = await runProgram({ ...step, args: argsAgain(step.args, failed) }, limitSeconds, show);
  if (!again.ok) return { ok, printed: printed + again.printed, counts };
  return {
    ok: true,
    printed,
    isUnsteady: true,
    counts: { ...counts, passed: counts.passed + counts.failed, failed: 0 },
  };
}

/** Arguments that run some files of a step again, without the coverage limits, which only all files together reach. */
export const argsAgain = (args, files) => [...args.filter((arg) => arg !== '--coverage'), ...files];

const elapsed = (since) => Math.round((Date.now() - since) / 1000);

/** Runs the steps of a lane. Output appears immediately, or, for parallel lanes, at the end of each step. */
async function runLane(lane, { deadline, isAlone }) {
  const outcomes = [];
  for (const one of lane) {
    const title = `\n=== ${one.name}\n`;
    if (isAlone) process.stdout.write(title);
    const since = Date.now();
    const left = Math.max(1, Math.round((deadline - since) / 1000));
    const show = (chunk) => isAlone && process.stdout.write(chunk);
    const outcome = await runStep(one, Math.min(one.limitSeconds, left), show);
    if (!isAlone) process.stdout.write(`${title}${outcome.printed}`);
    outcomes.push({ name: one.name, seconds: elapsed(since), ...outcome });
  }
  return outcomes;
}

async function main() {
  const begun = Date.now();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  ensureBrowser();
  const outcomes = [];
  const { folder, clone } = makeClone(root);
  sharePackages(root, clone);
  for (const lanes of stagesOf(clone)) {
    const how = { deadline: begun + totalSeconds * 1000, isAlone: lanes.length === 1 };
    outcomes.push(...(await Promise.all(lanes.map((lane) => runLane(lane, how)))).flat());
    if (!existsSync(folder)) continue;
    sharePackages(clone, root);
    rmSync(folder, { recursive: true, force: true });
    spawnSync(process.execPath, ['scripts/ensure-installed.mjs'], { cwd: root, stdio: 'inherit' });
  }
  console.log('\n=== summary');
  for (const { name, ok, seconds, counts } of outcomes) {
    const tests =
      counts.passed + counts.failed + counts.skipped > 0
        ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
        : '';
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${String(seconds).padStart(4)} s  ${tests}`.trimEnd());
  }
  for (const { name, ok, isUnsteady, printed } of outcomes) {
    const title = isUnsteady ? `${name} failed once, and not when run again` : `why ${name} failed`;
    if (!ok || isUnsteady) console.log([`\n=== ${title}`, ...failureLines(printed), ''].join('\n'));
  }
  const sum = summarize(outcomes);
  console.log(`In all ${elapsed(begun)} s`);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
