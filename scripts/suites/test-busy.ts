/**
 * `npm run test:busy`: the README's two commands on a busy machine, with two busy loops per core: `npm start -- --demo`
 * on an empty data folder until it is ready, its stop and second start, and then `npm test`. `-- --starts 10` makes ten
 * such starts without `npm test`. The last line is `N passed, N failed`.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTwice } from './lib/demo-start.ts';
import { runVitest } from './lib/vitest-counts.ts';

const loopsPerCore = 2;

const { starts } = parseArgs({ options: { starts: { type: 'string' } } }).values;
const count = Number(starts ?? 1);
if (!Number.isInteger(count) || count < 1) throw new Error(`--starts ${starts} is not a number of starts`);

/** They end with this process, even when it is killed; the first one then also ends the service. */
const loops = Array.from({ length: loopsPerCore * availableParallelism() }, () =>
  fork(new URL('./lib/busy-loop.ts', import.meta.url)),
);
const endLoops = () => {
  for (const loop of loops) loop.kill();
};

const guard = (pid: number | null) => void loops[0]?.send({ pid });

async function start(n: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-busy-'));
  try {
    const { first, stop, second } = await startTwice(folder, guard);
    console.log(`start ${n}: ready after ${first} s, stopped after ${stop} s, ready again after ${second} s`);
    return true;
  } catch (error) {
    console.log(`start ${n} FAILED: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const counts = { passed: 0, failed: 0 };
for (let n = 1; n <= count; n += 1) {
  const isPassed = await start(n);
  counts[isPassed ? 'passed' : 'failed'] += 1;
}
if (starts === undefined) {
  const begun = Date.now();
  const tests = await runVitest(['--project=!e2e'], {});
  counts.passed += tests.passed;
  counts.failed += tests.failed;
  console.log(`npm test: ${Math.round((Date.now() - begun) / 1000)} s`);
}
endLoops();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
