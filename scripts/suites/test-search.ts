/**
 * `npm run test:search`: the shared search cases and the consumer on a real OpenSearch, which it starts unless
 * OPENSEARCH_ENDPOINT names one. Skipped with the reason if it is unavailable. The last line is `N passed, N failed, N
 * skipped`.
 */
import { startOpenSearch, Unavailable } from '../tools/opensearch.ts';
import { type Counts, countsLine, runVitest } from './lib/vitest-counts.ts';

const filters = process.argv.slice(2);
const test = (endpoint: string) =>
  runVitest(['--config', 'test/search/vitest.config.ts', ...filters], { OPENSEARCH_ENDPOINT: endpoint });

async function main(): Promise<Counts> {
  const given = process.env.OPENSEARCH_ENDPOINT;
  if (given) return test(given);
  const node = await startOpenSearch();
  try {
    return await test(node.endpoint);
  } finally {
    await node.stop();
  }
}

const counts = await main().catch((error: unknown) => {
  if (!(error instanceof Unavailable)) throw error;
  console.log(`Skipped: no OpenSearch here, since ${error.message}`);
  return { passed: 0, failed: 0, skipped: 1 };
});
console.log(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
