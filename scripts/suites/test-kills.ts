/**
 * `npm run test:kills -- [kills] [seed]`: kills the local stack at random points of runs, 100 times by default, and
 * checks what each run leaves. The last line is `N passed, N failed, N skipped`.
 */
import { countsLine, runVitest } from './lib/vitest-counts.ts';

const [kills = '100', seed] = process.argv.slice(2);
const counts = await runVitest(['test/local/runs-kill.test.ts'], {
  KILLS: kills,
  ...(seed === undefined ? {} : { KILL_SEED: seed }),
});
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
