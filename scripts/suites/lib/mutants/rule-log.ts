import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../tools/project-root.ts';

/** A change to a rule, as the instrumented sources name it. */
export interface RuleMutant {
  /** The switch of the change. */
  id: string;
  path: string;
  /** `line:column kind replacement`. */
  name: string;
}

/** A log line. Results are logged while tests run, so that an interrupted run can continue. */
export type RuleEntry =
  /** A test file has run to its end. The digest is of the file; `sources` are digests of the rules that it uses. */
  | { type: 'file'; file: string; digest: string; sources: Record<string, string>; ms: number; failed: string[] }
  /**
   * `loaded`: evaluated while modules load; `passed`, `killed`: tests evaluate it, and one fails. The digest is of the
   * source.
   */
  | { type: 'loaded' | 'passed' | 'killed'; path: string; name: string; digest: string; killer?: string };

export const ruleLogFile = join(projectRoot, '.cache/mutants/rules.jsonl');

export function readRuleLog(): RuleEntry[] {
  if (!existsSync(ruleLogFile)) return [];
  const lines = readFileSync(ruleLogFile, 'utf8').split('\n');
  return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as RuleEntry] : []));
}

export function writeDownRule(...entries: RuleEntry[]): void {
  if (entries.length === 0) return;
  mkdirSync(dirname(ruleLogFile), { recursive: true });
  appendFileSync(ruleLogFile, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

export const forgetRuleLog = (): void => rmSync(ruleLogFile, { force: true });
