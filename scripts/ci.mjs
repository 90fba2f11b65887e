/*
 * Everything that must hold, from a clean checkout: one step after the other, each timed, none keeping the next from
 * running. The last line is `N passed, N failed, N skipped`. Runs on the system's Node; imports only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test-results');
/** Many tests start the service as a process of its own: what one of them has compiled, the next need not. */
const compileCache = join(root, 'node_modules', '.cache', 'compile');
/** It takes about 25 minutes on two quiet cores; the limits are for what hangs, and leave room for a busy machine. */
const totalSeconds = 80 * 60;
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const json = (name) => [
  '--',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join('test-results', `${name}.json`)}`,
];

/** What the API's tests used of the table and the secret, for the step that compares it with the roles. */
const used = { FIDUCIAL_RECORD: join(results, 'used.jsonl') };

/**
 * `.ci/run --all` takes about a quarter of an hour more: the emulator with every test of the API, DynamoDB Local, the
 * templates of every environment, and what the functions take to import.
 */
const all = process.argv.includes('--all');

/** `report` is where a step's counts come from: vitest's JSON file, or the last `N passed, N failed` that it prints. */
const steps = [
  { name: 'test', args: ['test', ...json('test')], report: 'test.json', limitSeconds: 1800, variables: used },
  { name: 'lint', args: ['run', 'lint'], limitSeconds: 240 },
  { name: 'types', args: ['run', 'types'], limitSeconds: 360 },
  { name: 'synth', args: ['run', 'synth'], limitSeconds: 360 },
  { name: 'knip', args: ['run', 'knip'], limitSeconds: 240 },
  {
    name: 'test:privileges',
    args: ['run', 'test:privileges'],
    report: 'output',
    limitSeconds: 240,
    variables: { FIDUCIAL_RECORDED: used.FIDUCIAL_RECORD },
  },
  { name: 'audit:licences', args: ['run', 'audit:licences'], limitSeconds: 120 },
  { name: 'sbom', args: ['run', 'sbom'], limitSeconds: 120 },
  { name: 'test:e2e', args: ['run', 'test:e2e', ...json('e2e')], report: 'e2e.json', limitSeconds: 1200 },
  { name: 'test:clients', args: ['run', 'test:clients'], report: 'output', limitSeconds: 600 },
  {
    name: 'test:worker',
    args: ['run', 'test:worker', ...json('worker')],
    report: 'worker.json',
    limitSeconds: 300,
  },
  {
    name: 'deploy:local',
    args: ['run', 'deploy:local', ...(all ? [] : ['--', '--brief'])],
    report: 'output',
    limitSeconds: 840,
  },
  ...(all ? [{ name: 'test:engines', args: ['run', 'test:engines'], report: 'output', limitSeconds: 960 }] : []),
  { name: 'test:search', args: ['run', 'test:search'], report: 'output', limitSeconds: 600 },
  {
    name: 'lint:templates',
    args: ['run', 'lint:templates', ...(all ? [] : ['--', 'prod'])],
    report: 'output',
    limitSeconds: 600,
  },
  {
    name: 'bench',
    args: ['run', 'bench', ...(all ? [] : ['--', '--reads'])],
    limitSeconds: 600,
    variables: all ? {} : { BENCH_RESULTS: '2000' },
  },
];

/** Counts in a vitest JSON report. */
export function countReport(text) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = JSON.parse(text);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** Counts in the last line of the form `N passed, N failed[, N skipped]`; zeros where there is none. */
export function countOutput(text) {
  const last = [...text.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/gm)].at(-1);
  return { passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0), skipped: Number(last?.[3] ?? 0) };
}

/** Sums all steps. A step that failed without a failed test (a lint finding, a crash) counts as one failure. */
export function summarize(outcomes) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { ok, counts } of outcomes) {
    sum.passed += counts.passed;
    sum.failed += ok ? counts.failed : Math.max(counts.failed, 1);
    sum.skipped += counts.skipped;
  }
  return sum;
}

/** The browser tests need a Chromium. Where none can be had they report themselves as skipped, with the reason. */
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

/** Runs `npm <args>`, shows and keeps its output, and ends it with all its children when it takes too long. */
function runNpm({ args, variables }, limitSeconds) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: root,
      env: { ...process.env, CI: 'true', NODE_COMPILE_CACHE: compileCache, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const keep = (stream) => (chunk) => {
      output += chunk;
      stream.write(chunk);
    };
    child.stdout.on('data', keep(process.stdout));
    child.stderr.on('data', keep(process.stderr));
    const timer = setTimeout(() => {
      console.error(`It takes more than ${limitSeconds} s, and is ended.`);
      process.kill(-child.pid, 'SIGKILL');
    }, limitSeconds * 1000);
    const done = (ok) => {
      clearTimeout(timer);
      resolve({ ok, output });
    };
    child.on('error', (error) => {
      console.error(error.message);
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
}

function countsOf(step, output) {
  if (!step.report) return { passed: 0, failed: 0, skipped: 0 };
  if (step.report === 'output') return countOutput(output);
  const file = join(results, step.report);
  return existsSync(file) ? countReport(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
}

async function main() {
  const begun = Date.now();
  const elapsed = (since) => Math.round((Date.now() - since) / 1000);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  ensureBrowser();
  const outcomes = [];
  for (const step of steps) {
    console.log(`\n=== ${step.name}`);
    const since = Date.now();
    const left = Math.max(1, totalSeconds - elapsed(begun));
    const { ok, output } = await runNpm(step, Math.min(step.limitSeconds, left));
    outcomes.push({ name: step.name, ok, seconds: elapsed(since), counts: countsOf(step, output) });
  }
  console.log('\n=== summary');
  for (const { name, ok, seconds, counts } of outcomes) {
    const tests =
      counts.passed + counts.failed + counts.skipped > 0
        ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
        : '';
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${String(seconds).padStart(4)} s  ${tests}`.trimEnd());
  }
  const sum = summarize(outcomes);
  console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
