import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countReport } from '../../ci.mjs';
import { projectRoot } from '../../tools/project-root.ts';

/** Numbers of tests. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The line in which `.ci/run` finds a step's counts. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Runs vitest in the terminal with the given arguments and extra variables. A run that fails without a failed test (a
 * file that does not load) counts as one failure.
 */
export async function runVitest(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-vitest-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const program = join(projectRoot, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [program, 'run', ...args, ...reporters], {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, ...variables },
    });
    const [code] = await once(child, 'close');
    const counts: Counts = await readFile(report, 'utf8').then(countReport, () => ({
      passed: 0,
      failed: 0,
      skipped: 0,
    }));
    return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
