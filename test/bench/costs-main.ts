import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/support/stack/processes.ts';
import { costTables, marks } from './costs/cost-tables.ts';

/*
 * `npm run costs [-- --write]`: what a deployment costs, from its templates, `costs/prices.json` and `costs/measured.json`.
 * `--write` puts it into docs/operations.md.
 */

const tables = costTables();
if (process.argv.includes('--write')) {
  const file = join(projectRoot, 'docs/operations.md');
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.split(marks.begin)[0], text.split(marks.end)[1]];
  writeFileSync(file, `${before}${marks.begin}\n${tables}\n${marks.end}${after}`);
} else console.log(tables);
