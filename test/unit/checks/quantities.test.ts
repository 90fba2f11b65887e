import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exemptFiles, quantityProblems } from '#scripts/checks/lib/quantities.ts';
import { projectRoot } from '#scripts/tools/project-root.ts';

const opened = "import { openQuantity } from '../../values/rules/units/quantity.ts';";
const statistics = "import { median } from '../../values/rules/statistics.ts';";

it.each([
  ['a verb that opens a quantity', 'shared/values/verbs/metrics-pdf.ts', opened],
  [
    'a cast of a quantity',
    'shared/values/verbs/metrics-pdf.ts',
    'const { value } = cell.quantity as unknown as OpenQuantity;',
  ],
  ['a verb that takes a median', 'shared/values/verbs/chip-metrics.ts', statistics],
  ['a page that reads the number of a cell', 'web/values/lib/columns.ts', 'const number = cells[row]?.value;'],
])('%s is refused, with its line', (_, path, line) => {
  expect(quantityProblems([{ path, text: `// first\n${line}\n` }])).toMatchObject([{ path, line: 2 }]);
});

it('the files that are exempt are there, and may do what others may not', () => {
  for (const path of exemptFiles()) expect(existsSync(join(projectRoot, path)), path).toBe(true);
  const opens = 'functions/values/present.ts';
  expect(readFileSync(join(projectRoot, opens), 'utf8')).toContain('openQuantity');
  const allowed = [
    { path: opens, text: opened },
    { path: 'functions/statistics/present-health.ts', text: statistics },
  ];
  expect(quantityProblems(allowed)).toEqual([]);
});
