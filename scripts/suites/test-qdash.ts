/**
 * `npm run test:qdash -- [results] [kills]`: imports a dump of QDash with 50,000 task results by default, compares 1,000
 * reads with the dump, kills an import and a delta 50 times each, and runs `compare-qdash` with 1,000 reads. The last line is
 * `N passed, N failed, N skipped`.
 */
import { countsLine, runVitest } from './lib/vitest-counts.ts';

const [results = '50000', kills = '50'] = process.argv.slice(2);
const files = [
  ...['test/cli/import-qdash-large.test.ts', 'test/cli/compare-qdash-dump.test.ts'],
  ...['test/faults/qdash-import-crashes.test.ts', 'test/faults/qdash-delta-crashes.test.ts'],
];
const counts = await runVitest(files, { QDASH_RESULTS: results, QDASH_KILLS: kills, QDASH_READS: '1000' });
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
