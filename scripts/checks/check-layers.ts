/* Part of `npm run lint`: the table of layers allows every import (docs/architecture.md). */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../tools/project-root.ts';
import { importsOf } from './lib/imports.ts';
import { layerOf, refusal } from './lib/layers.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
});
const files = listed
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file) && existsSync(join(projectRoot, file)));

const problems = files.flatMap((file) => {
  if (layerOf(file) === undefined) return refusal({ from: file, to: file }) ?? [];
  return importsOf(file, readFileSync(join(projectRoot, file), 'utf8')).flatMap((found) => refusal(found) ?? []);
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} imports are refused by the table of layers (scripts/checks/lib/layers.ts)`);
  process.exitCode = 1;
}
