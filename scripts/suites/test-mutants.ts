/**
 * `npm run test:mutants -- [conditions|rules] [folder ...] [--tests=PATH ...] [--sample=N] [--seed=N] [--fresh]
 * [--write]`: removes conditions of transactions and changes rules, one at a time, and reports what no test noticed
 * (docs/reliability.md). The last line is `N passed, N failed, N skipped`: passed is what was noticed; the rest counts
 * as failed if it is more than half.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../tools/project-root.ts';
import { effortOf, logFile, readLog } from './lib/mutants/condition-log.ts';
import { conditionResults, tryConditions } from './lib/mutants/conditions.ts';
import { figuresOf, withFigures } from './lib/mutants/figures.ts';
import { ruleDay, ruleResults, tryRules } from './lib/mutants/rules.ts';
import { countsLine } from './lib/vitest-counts.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const page = join(projectRoot, 'docs/reliability.md');
const kinds = ['conditions', 'rules'];
const [first = ''] = positionals;
const folders = kinds.includes(first) ? positionals.slice(1) : positionals;
const wanted = kinds.includes(first) ? [first] : kinds;
const sampleOfSize = (size: number) => (Number.isNaN(size) ? undefined : { size, seed: Number(values.seed) });
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Share of changes that tests must notice at least. Many changes are equivalent, and not all of those are known. */
const leastNoticed = 0.5;

async function conditions() {
  const sample = sampleOfSize(Number(values.sample));
  const results = await tryConditions({ folders, tests: values.tests, sample, fresh: values.fresh, say });
  const killed = results.filter(({ verdict }) => verdict === 'killed').length;
  return { killed, survived: results.length - killed };
}

async function rules() {
  const sample = sampleOfSize(Math.ceil(Number(values.sample) / 10));
  const results = await tryRules({ folders, sample, fresh: values.fresh });
  for (const { path, survivors } of results) for (const one of survivors) say(`survived  ${path}:${one}`);
  return {
    killed: results.reduce((total, { killed }) => total + killed, 0),
    survived: results.reduce((total, { survivors }) => total + survivors.length, 0),
  };
}

const figures = () =>
  figuresOf(conditionResults(), ruleResults(), { conditions: effortOf(logFile, readLog()), rules: ruleDay() });

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const kind of wanted) {
  const { killed, survived } = await (kind === 'rules' ? rules() : conditions());
  const isLow = killed < leastNoticed * (killed + survived);
  counts.passed += killed;
  counts[isLow ? 'failed' : 'skipped'] += survived;
}
if (values.write) writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figures()));
say(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
