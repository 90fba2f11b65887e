/**
 * `npm run test:fuzz -- [requests an operation] [seed]`: schemathesis, a development tool, sends requests drawn from
 * the OpenAPI document to every operation of a local stack, as the owner of a filled project. No response may be a 5xx
 * or violate the document. Skipped with the reason if Python or the package is unavailable. The last line is `N passed,
 * N failed, N skipped`, counting operations.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../tools/project-root.ts';
import { installPythonTool } from '../tools/python-tool.ts';
import { type FuzzedService, fuzzConfiguration } from './lib/fuzz-configuration.ts';

/** Random requests per operation; with those at the edges of each schema, more than 10,000 in all. */
const defaultPerOperation = '25';
const [perOperation = defaultPerOperation, seed = '20250226'] = process.argv.slice(2);
const wantedRequests = 10_000;
const folder = join(projectRoot, 'test-results/fuzz');
const configuration = join(folder, 'schemathesis.toml');

/** The part of schemathesis's report that is judged here. */
interface FuzzReport {
  complete: boolean;
  operations: { tested: number } | null;
  test_cases: { generated: number };
  failures: { operations: string[] }[];
  errors: { title: string }[];
}

/**
 * Deletions come last, so that everything else finds a filled project. Each round has a time limit; with the start of
 * the service the sum is below the limit of `.ci/run` (`scripts/ci.mjs`), so that a slow round does not shorten the
 * next.
 */
const rounds = {
  rest: { filter: '--exclude-method', seconds: 700 },
  delete: { filter: '--include-method', seconds: 120 },
};

async function fuzz(programs: string, service: FuzzedService, round: keyof typeof rounds): Promise<FuzzReport> {
  const report = join(folder, `${round}.json`);
  const { filter, seconds } = rounds[round];
  const options = [filter, 'DELETE', '--url', service.url, '--seed', seed, '--report-json-path', report];
  const args = ['--config-file', configuration, '--no-color', 'run', `${service.url}/openapi.json`, ...options];
  const child = spawn(join(programs, 'schemathesis'), args, {
    cwd: folder,
    env: { ...process.env, NO_PROXY: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // If interrupted, it still reports its findings, and that it is incomplete.
  const budget = setTimeout(() => {
    console.error(`The round '${round}' has used up its ${seconds} seconds.`);
    child.kill('SIGINT');
  }, seconds * 1000);
  await once(child, 'close');
  clearTimeout(budget);
  return JSON.parse(await readFile(report, 'utf8')) as FuzzReport;
}

async function fuzzAll(programs: string, service: FuzzedService): Promise<FuzzReport[]> {
  await mkdir(folder, { recursive: true });
  const hooks = join(projectRoot, 'test/fuzz/hooks.py');
  await writeFile(configuration, fuzzConfiguration(service, { perOperation: Number(perOperation), hooks }));
  return [await fuzz(programs, service, 'rest'), await fuzz(programs, service, 'delete')];
}

async function withService<Result>(use: (service: FuzzedService) => Promise<Result>): Promise<Result> {
  const stack = spawn(process.execPath, [join(projectRoot, 'test/fuzz/serve.ts')], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(stack, 'close');
  try {
    const [line] = await Promise.race([once(createInterface({ input: stack.stdout }), 'line'), ended]);
    if (typeof line !== 'string') throw new Error('The service to be fuzzed did not start');
    return await use(JSON.parse(line) as FuzzedService);
  } finally {
    stack.stdin.end();
    const [code] = await ended;
    if (code !== 0) console.error('The fuzzed service ended with errors, see above.');
  }
}

/** Operations with a forbidden response; an error of the tool itself counts as one. */
const failuresOf = ({ failures, errors }: FuzzReport) =>
  new Set(failures.flatMap(({ operations }) => operations)).size + errors.length;

const sumOf = (reports: readonly FuzzReport[], count: (report: FuzzReport) => number) =>
  reports.reduce((sum, report) => sum + count(report), 0);

async function main(): Promise<void> {
  const programs = await installPythonTool('schemathesis').catch((error: Error) => error);
  if (programs instanceof Error) return console.log(`Skipped: ${programs.message}\n0 passed, 0 failed, 1 skipped`);
  const reports = await withService((service) => fuzzAll(programs, service));
  const tested = sumOf(reports, ({ operations }) => operations?.tested ?? 0);
  const requests = sumOf(reports, ({ test_cases }) => test_cases.generated);
  const failed = sumOf(reports, failuresOf);
  const isTooShort = perOperation === defaultPerOperation && requests < wantedRequests;
  console.log(`${requests} requests to ${tested} operations`);
  if (isTooShort) console.error(`At least ${wantedRequests} requests were to be sent.`);
  console.log(`${tested - failed} passed, ${failed} failed, 0 skipped`);
  process.exitCode = failed === 0 && reports.every(({ complete }) => complete) && !isTooShort ? 0 : 1;
}

await main();
