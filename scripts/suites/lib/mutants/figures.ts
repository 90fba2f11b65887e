import { dirname } from 'node:path';
import type { Effort } from './condition-log.ts';
import type { ConditionResult } from './conditions.ts';
import { equivalents, reasonOfEquivalence } from './equivalents.ts';
import { ruleEquivalents } from './rule-equivalents.ts';
import type { RuleResult } from './rule-report.ts';

const effortOf = ({ day, ms, files }: Effort): string =>
  `${day} (${files} files of tests, ${Math.round(ms / 60_000)} minutes)`;

/**
 * The figures of `docs/reliability.md`: what tests noticed by folder, which conditions no test holds, and the
 * equivalent ones, which do not count.
 */
export function figuresOf(
  tried: readonly ConditionResult[],
  rules: readonly RuleResult[],
  { conditions: ofAllConditions, rules: dayOfRules }: { conditions: Effort; rules: string },
): string {
  const conditions = tried.filter((one) => reasonOfEquivalence(one) === undefined);
  const ofConditions = [...Map.groupBy(conditions, ({ site }) => folderOf(site, 3))].map(([folder, list]) =>
    row(folder, list.filter(({ verdict }) => verdict === 'killed').length, list.length),
  );
  const ofRules = [...Map.groupBy(rules, ({ path }) => folderOf(path, 3))].map(([folder, list]) =>
    row(
      folder,
      sum(list, ({ killed }) => killed),
      sum(list, ({ killed, survivors }) => killed + survivors.length),
    ),
  );
  const killed = conditions.filter(({ verdict }) => verdict === 'killed').length;
  const noticed = sum(rules, (one) => one.killed);
  const changed = noticed + sum(rules, ({ survivors }) => survivors.length);
  const unheld = conditions.filter(({ verdict }) => verdict !== 'killed');
  return [
    `Conditions were last tried on ${effortOf(ofAllConditions)}; rules on ${dayOfRules}.`,
    '',
    '| Conditions of | Noticed | Of | % |',
    '|---|---|---|---|',
    ...ofConditions.sort(),
    row('**all**', killed, conditions.length),
    '',
    '| Rules of | Noticed | Of | % |',
    '|---|---|---|---|',
    ...ofRules.sort(),
    row('**all**', noticed, changed),
    '',
    ...(unheld.length === 0 ? [] : ['| Condition that no test holds yet | Part |', '|---|---|']),
    ...unheld.map(({ site, part }) => `| ${site} | \`${part}\` |`).sort(),
    '',
    '| Condition that makes no difference | Part | Since |',
    '|---|---|---|',
    ...equivalents.map((one) => `| ${one.site} | \`${one.part}\` | ${reasonOfEquivalence(one)} |`).sort(),
    '',
    '| Change to a rule that makes no difference | From | To | Since |',
    '|---|---|---|---|',
    ...ruleEquivalents
      .map(({ path, original, replacement, reason }) => {
        const [from, to] = [original, replacement].map(
          (text) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``,
        );
        return `| ${path} | ${from} | ${to} | ${reason} |`;
      })
      .sort(),
  ]
    .join('\n')
    .trimEnd();
}

const [begin, end] = ['<!-- figures: begin -->', '<!-- figures: end -->'];

/** Returns the page with new figures. */
export function withFigures(page: string, figures: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for figures: ${begin} ... ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${figures}\n\n${page.slice(to)}`;
}

const row = (name: string, part: number, whole: number): string =>
  `| ${name} | ${part} | ${whole} | ${whole === 0 ? '' : Math.floor((100 * part) / whole)} |`;

const folderOf = (path: string, depth: number): string =>
  dirname(path.split(' ')[0] ?? '')
    .split('/')
    .slice(0, depth)
    .join('/');

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0);
