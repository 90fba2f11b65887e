import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeTables, simulateDrift } from './report.ts';

/*
 * `npm run drift-simulation`: how often drift alerts are raised though nothing has changed, and how soon a change is found, on
 * simulated series. The same figures every time; `--write` puts them into docs/drift.md.
 */

const document = join(import.meta.dirname, '../../docs/drift.md');
const tables = simulateDrift();
for (const table of Object.values(tables)) console.log(`${table}\n`);
const stood = await readFile(document, 'utf8');
const placed = placeTables(stood, tables);
if (process.argv.includes('--write')) await writeFile(document, placed);
else if (placed !== stood) {
  console.error('docs/drift.md has other figures: npm run drift-simulation -- --write');
  process.exitCode = 1;
}
