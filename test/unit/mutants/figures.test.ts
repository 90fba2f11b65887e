import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conditionSites } from '#scripts/suites/lib/mutants/condition-sites.ts';
import { equivalents } from '#scripts/suites/lib/mutants/equivalents.ts';
import { figuresOf, withFigures } from '#scripts/suites/lib/mutants/figures.ts';
import { isRuleEquivalent, ruleEquivalents } from '#scripts/suites/lib/mutants/rule-equivalents.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const effort = {
  conditions: { day: '2026-02-03', ms: 1_500_000, files: 140 },
  rules: '2026-02-04',
};

const result = (site: string, part: string, verdict: 'killed' | 'survived' | 'unrefused') => ({
  ...{ site, part, verdict, digest: '' },
});

test('the figures of mutants count by folder, and name the conditions that no test misses', () => {
  const conditions = [
    result('shared/runs/verbs/lock/reconcile.ts release 1', '#holder = :owner', 'killed'),
    result('shared/runs/verbs/start/start-run.ts write 1', 'attribute_not_exists(pk)', 'unrefused'),
    result('shared/runs/store/locks.ts releaseLock 1', '#holder = :owner', 'killed'),
  ];
  const rules = [
    {
      path: 'shared/runs/rules/claim.ts',
      killed: 110,
      survivors: ['1:1 BooleanLiteral true', '2:1 BlockStatement {}'],
    },
    { path: 'shared/cooldowns/rules/cooldown.ts', killed: 3, survivors: [] },
  ];
  const lines = figuresOf(conditions, rules, effort).split('\n');
  expect(lines[0]).toBe(
    'Conditions were last tried on 2026-02-03 (140 files of tests, 25 minutes); rules on 2026-02-04.',
  );
  expect(lines).toContain('| shared/runs/verbs | 1 | 2 | 50 |');
  expect(lines).toContain('| shared/runs/store | 1 | 1 | 100 |');
  expect(lines.filter((line) => line.startsWith('| **all** |'))).toEqual([
    '| **all** | 2 | 3 | 66 |',
    '| **all** | 113 | 115 | 98 |',
  ]);
  expect(lines).toContain('| shared/runs/rules | 110 | 112 | 98 |');
  expect(lines).toContain('| shared/cooldowns/rules | 3 | 3 | 100 |');
  expect(lines).toContain('| shared/runs/verbs/start/start-run.ts write 1 | `attribute_not_exists(pk)` |');
});

test('a condition that makes no difference counts for nothing, and is listed with the reason', () => {
  const [needless] = equivalents;
  if (!needless) throw new Error('There is one');
  const lines = figuresOf(
    [
      result(needless.site, needless.part, 'unrefused'),
      result('shared/runs/verbs/end/a.ts b 1', '#rev = :expectedRev', 'killed'),
    ],
    [],
    effort,
  ).split('\n');
  expect(lines.filter((line) => line.startsWith('| **all** |'))).toEqual([
    '| **all** | 1 | 1 | 100 |',
    '| **all** | 0 | 0 |  |',
  ]);
  expect(lines).toContain(
    `| ${needless.site} | \`${needless.part}\` | the identifier is random and new for this write |`,
  );
});

test.each(equivalents.map(({ site }) => site))('what is said to make no difference is a condition: %s', (site) => {
  const [path = ''] = site.split(' ');
  const sites = conditionSites(path, readFileSync(join(projectRoot, path), 'utf8'));
  expect(sites.map(({ id }) => id)).toContain(site);
});

test('the figures of mutants take the place of those before, and nothing else of the page is changed', () => {
  const page = 'before\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nafter\n';
  expect(withFigures(page, 'new')).toBe('before\n<!-- figures: begin -->\n\nnew\n\n<!-- figures: end -->\nafter\n');
  expect(() => withFigures('no place', 'new')).toThrow('no place for figures');
});

test.each(ruleEquivalents.map(({ path, original, replacement }) => [path, original, replacement]))(
  'what is said to make no difference is in %s: %s to %s',
  (path, original, replacement) => {
    expect(readFileSync(join(projectRoot, path), 'utf8')).toContain(original);
    expect(isRuleEquivalent({ path, original, replacement })).toBe(true);
    expect(isRuleEquivalent({ path, original, replacement: `${replacement} ` })).toBe(false);
  },
);

test('changes to rules that make no difference are listed with the reason', () => {
  expect(figuresOf([], [], effort).split('\n')).toContain(
    '| shared/chips/rules/topology/direction.ts | `position !== undefined` | `true` | couplings are between qubits of the chip |',
  );
});
