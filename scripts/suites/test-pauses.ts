/**
 * `npm run test:pauses -- [count] [seed]`: pauses each holder of a lock or lease at every one of its calls, then at
 * random calls drawn by the seed (100 by default), then lets it die at as many, and checks the result of each. A count
 * of 0 only does the first part. The last line is `N passed, N failed, N skipped`.
 */
import { countsLine, runVitest } from './lib/vitest-counts.ts';

const [count = '100', seed] = process.argv.slice(2);
const counts = await runVitest(['test/faults/pauses'], {
  ALL_PAUSES: 'true',
  CASES_SHARE: '1',
  PAUSES: count,
  KILLS: count,
  ...(seed === undefined ? {} : { PAUSE_SEED: seed }),
});
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
