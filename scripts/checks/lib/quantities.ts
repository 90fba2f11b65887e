/**
 * Which files may read a value's number: pure, so that every refusal has a test
 * (docs/decisions/0042-sealed-quantities.md).
 */
import type { Problem, TextFile } from './citations.ts';

/** The subject of a rule, where it applies, and the exempt files. */
interface Rule {
  within: RegExp;
  pattern: RegExp;
  allowed: readonly string[];
  message: string;
}

const rules: readonly Rule[] = [
  {
    within: /^(?:shared|functions|compat|web|cli|simulator|worker)\//,
    pattern: /\bopenQuantity\b/,
    allowed: [
      'shared/values/rules/units/quantity.ts',
      'shared/values/rules/units/one-unit.ts',
      // A side keeps its own unit if that cannot be converted.
      'shared/statistics/rules/differences/align-sides.ts',
      // One value with its unit, as stored and as answered.
      'shared/chips/verbs/history/chip-as-of.ts',
      'functions/values/present.ts',
      'functions/statistics/present-overview.ts',
      'functions/statistics/present-drift.ts',
    ],
    message: 'opens a quantity: take the numbers of several from `inOneUnit`',
  },
  {
    within: /^(?:shared|functions|compat|web|cli|simulator|worker)\//,
    pattern: /\bas (?:unknown as )?(?:OpenQuantity|Quantity)\b/,
    allowed: ['shared/values/rules/units/quantity.ts'],
    message: 'casts a quantity',
  },
  {
    within: /^(?:shared\/[^/]+\/verbs|functions|compat)\//,
    pattern: /from '[^']*\/rules\/statistics\.ts'/,
    allowed: [
      'shared/values/verbs/metric-table.ts',
      // Means of numbers from `inOneUnit`.
      'compat/qdash/verbs/chip-averages.ts',
      // Points on a metric's scale, which have no unit.
      'shared/statistics/verbs/differences/side-values.ts',
      // Healths, which are shares.
      'functions/statistics/present-health.ts',
    ],
    message: 'computes statistics of values: add it to the list once its numbers come from `inOneUnit`',
  },
  {
    within: /^web\//,
    pattern: /\bcells?(?:\[[^\]]*\])?\??\.value\b/,
    allowed: ['web/values/lib/metrics/cells.ts', 'web/values/lib/metrics/side-by-side.ts'],
    message: 'reads the number of a cell without its unit: take `mapCells`',
  },
];

/** Finds every place that reads a value's number without its unit. */
export function quantityProblems(files: readonly TextFile[]): Problem[] {
  return files.flatMap(({ path, text }) => {
    const own = rules.filter(({ within, allowed }) => within.test(path) && !allowed.includes(path));
    return text
      .split('\n')
      .flatMap((line, n) =>
        own.filter(({ pattern }) => pattern.test(line)).map(({ message }) => ({ path, line: n + 1, message })),
      );
  });
}

/** The exempt files of all rules. */
export const exemptFiles = (): string[] => [...new Set(rules.flatMap(({ allowed }) => allowed))];
