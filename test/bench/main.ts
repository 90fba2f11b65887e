import { responseLimitBytes } from '#functions/http/response.ts';
import { routeList } from '#shared/api/routes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { readCases } from './cases.ts';
import { measureColdStarts } from './cold-start.ts';
import { dashboardProblems } from './costs/dashboard-view.ts';
import { derivationProblems, derivationReport, measureDerivation } from './derivation.ts';
import { timeAgainstFloor } from './floor.ts';
import { beyondLimits, problemsOf } from './limits.ts';
import { measure } from './measure.ts';
import { attachMeter } from './meter.ts';
import { benchOpenDays } from './open-day/main.ts';
import { pageCosts } from './pages.ts';
import type { Measured } from './read-case.ts';
import { formatReport, keepReport, readTable } from './report.ts';
import { seed } from './seed.ts';

/*
 * `npm run bench`: what every read costs at DynamoDB, and how heavy the functions are. Fails when a read needs more
 * than docs/design/storage.md#capacity allows; times are reported and never judged, and with `--reads` not measured.
 * The report is kept in dist/bench. With `--day`: the reads of a chip while a day is under way (`open-day/main.ts`).
 * `--only TEXT` measures only the reads whose names have the text, or one of several: `A|B`.
 */

async function measureReads() {
  // What is measured is reads: nothing derives anything from what is filled in.
  const stack = await startTestStack({ metered: true, config: { strictResponses: false }, consumers: [] });
  try {
    const meter = attachMeter(stack.client);
    console.log('Filling the table ...');
    const seeded = await seed(stack);
    const cases = readCases(seeded);
    const left = routeList.filter(
      ({ method, operationId }) => method === 'GET' && !cases.some((read) => read.operationId === operationId),
    );
    if (left.length > 0)
      throw new Error(`The bench has no case for ${left.map(({ operationId }) => operationId).join(', ')}`);
    const reads: Measured[] = [];
    for (const read of cases.filter(({ name }) => isAsked(name))) {
      const cost = await measure(stack, meter, seeded.token, read);
      // A larger answer is compressed alone, which is not what is timed.
      const isTimed = !readsAlone && cost.bodyBytes <= responseLimitBytes;
      reads.push({ ...cost, times: isTimed ? await timeAgainstFloor(stack, seeded.token, read) : undefined });
    }
    const batches = only === undefined ? await measureDerivation(stack, meter, seeded.results) : [];
    return { reads, batches };
  } finally {
    await stack.stop();
  }
}

const readsAlone = process.argv.includes('--reads');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
/** Any of the texts between `|`; every name where none are given. */
const isAsked = (name: string): boolean => (only ?? '').split('|').some((text) => name.includes(text));

async function benchReads(): Promise<string[]> {
  const { reads, batches } = await measureReads();
  if (only !== undefined) {
    console.log(readTable(reads));
    return beyondLimits(reads);
  }
  if (!readsAlone) console.log('Importing the functions ...');
  // A page must not read what the bench has no case for, whether or not times are measured.
  pageCosts(reads);
  const figures = [
    formatReport(reads, readsAlone ? [] : await measureColdStarts()),
    derivationReport(batches, !readsAlone),
  ].join('\n\n');
  console.log(figures);
  console.log(`Kept in ${await keepReport('reads', figures)}`);
  return [...problemsOf(reads), ...derivationProblems(batches), ...dashboardProblems(reads)];
}

const dayAt = process.argv.indexOf('--day');
const sizes = process.argv
  .slice(dayAt + 1)
  .filter((word) => /^\d+$/.test(word))
  .map(Number);
const problems = dayAt < 0 ? await benchReads() : await benchOpenDays(sizes, { withTimes: !readsAlone, isAsked });
for (const problem of problems) console.error(`Beyond the limit: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
