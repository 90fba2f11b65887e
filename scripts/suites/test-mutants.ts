/**
 * `npm run test:mutants -- [conditions|rules] [folder ...] [--sample=N] [--seed=N] [--fresh] [--write]`: takes conditions of
 * transactions away and changes rules, one at a time, and says what no test noticed (docs/reliability.md). The last line
 * is `N passed, N failed, N skipped`: what was noticed, what was not, and what the page says is not.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../tools/project-root.ts';
import { type ConditionResult, conditionResults, tryConditions } from './lib/mutants/conditions.ts';
import { figuresOf, unheldIn, withFigures } from './lib/mutants/figures.ts';
import { ruleResults, tryRules } from './lib/mutants/rules.ts';
import { countsLine } from './lib/vitest-counts.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
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

/** Conditions are judged one by one: each is held by a test, or is on the page's list. */
async function conditions() {
  const sample = sampleOfSize(Number(values.sample));
  const results = await tryConditions({ folders, sample, fresh: values.fresh, say });
  const unheld = unheldIn(readFileSync(page, 'utf8'));
  const isKnown = ({ site, part }: ConditionResult) => unheld.has(`${site} ${part}`);
  const survivors = results.filter(({ verdict }) => verdict !== 'killed');
  return {
    passed: results.length - survivors.length,
    failed: survivors.filter((one) => !isKnown(one)).length,
    skipped: survivors.filter(isKnown).length,
  };
}

/** Least share of the changes to the rules of a run that must be noticed. */
const leastNoticed = 0.6;

/** Rules are judged together: many a change means the same, and nobody says of which. */
async function rules() {
  const sample = sampleOfSize(Math.ceil(Number(values.sample) / 10));
  const results = await tryRules({ folders, sample, fresh: values.fresh });
  for (const { path, survivors } of results) for (const one of survivors) say(`survived  ${path}:${one}`);
  const passed = results.reduce((total, { killed }) => total + killed, 0);
  const survived = results.reduce((total, { survivors }) => total + survivors.length, 0);
  const isLow = passed < leastNoticed * (passed + survived);
  return { passed, failed: isLow ? survived : 0, skipped: isLow ? 0 : survived };
}

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const kind of wanted) {
  const { passed, failed, skipped } = await (kind === 'rules' ? rules() : conditions());
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
}
if (values.write)
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figuresOf(conditionResults(), ruleResults())));
say(countsLine(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
