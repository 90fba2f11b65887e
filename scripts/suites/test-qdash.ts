/**
 * `npm run test:qdash -- [results] [kills]`: imports a dump of QDash with 50,000 task results by default, compares 1,000
 * reads with the dump, and kills an import 50 times. The last line is `N passed, N failed, N skipped`.
 */
import { countsLine, runVitest } from './lib/vitest-counts.ts';

const [results = '50000', kills = '50'] = process.argv.slice(2);
const counts = await runVitest(['test/cli/import-qdash-large.test.ts', 'test/faults/qdash-import-crashes.test.ts'], {
  QDASH_RESULTS: results,
  QDASH_KILLS: kills,
});
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
