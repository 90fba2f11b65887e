/**
 * `npm run test:pauses -- [count] [seed]`: lets whoever holds something stand still at every one of their calls, and then at
 * so many calls drawn by the seed (100 unless told), and die at as many; and checks what stands after each. With a count of
 * 0, only the former. The last line is `N passed, N failed, N skipped`.
 */
import { countsLine, runVitest } from './lib/vitest-counts.ts';

const [count = '100', seed] = process.argv.slice(2);
const counts = await runVitest(['test/faults/pauses'], {
  ALL_PAUSES: 'true',
  PAUSES: count,
  KILLS: count,
  ...(seed === undefined ? {} : { PAUSE_SEED: seed }),
});
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
