import { isRuleEquivalent } from './rule-equivalents.ts';

/** Results of the changes to one file's rules. */
export interface RuleResult {
  path: string;
  killed: number;
  /** `line:column kind replacement` of each effective change that no test of rules noticed. */
  survivors: string[];
}

/** What is read of Stryker's report. Positions are counted from 1. */
export interface RuleReport {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>;
}

interface ReportedMutant {
  mutatorName: string;
  replacement: string;
  status: string;
  location: { start: Place; end: Place };
}

interface Place {
  line: number;
  column: number;
}

/** The results for some files. Changes without an effect do not count, nor those that Stryker left out. */
export const resultsOf = ({ files }: RuleReport, paths: readonly string[]): RuleResult[] =>
  paths.flatMap((path) => {
    const file = files[path];
    if (!file) return [];
    const withStatus = (...statuses: string[]) => file.mutants.filter(({ status }) => statuses.includes(status));
    const survivors = withStatus('Survived', 'NoCoverage').filter(({ location, replacement }) => {
      return !isRuleEquivalent({ path, original: textAt(file.source, location), replacement });
    });
    return [{ path, killed: withStatus('Killed', 'Timeout').length, survivors: survivors.map(nameOf) }];
  });

const nameOf = ({ mutatorName, replacement, location: { start } }: ReportedMutant): string =>
  `${start.line}:${start.column} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ')}`;

/** The text between two positions. */
function textAt(source: string, { start, end }: ReportedMutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}
