/*
 * Part of `npm run lint`: no source reads a value's number without its unit (docs/decisions/0042-sealed-quantities.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../tools/project-root.ts';
import { quantityProblems } from './lib/quantities.ts';

const folders = ['shared', 'functions', 'compat', 'web', 'cli', 'simulator', 'worker'];

const files = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      return { path, text: readFileSync(join(projectRoot, path), 'utf8') };
    }),
);
const problems = quantityProblems(files);
for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
if (problems.length > 0) {
  console.error(`${problems.length} places read a number past its unit`);
  process.exitCode = 1;
}
