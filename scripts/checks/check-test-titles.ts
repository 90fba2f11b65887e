/* Part of `npm run lint`: the title of a test is unique and makes sense without its `describe` (CONTRIBUTING.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { titleProblems } from './lib/test-titles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const problems = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const file = join(root, 'test', name);
    return titleProblems({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') });
  });
for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
if (problems.length > 0) {
  console.error(`${problems.length} titles of tests do not make sense alone`);
  process.exitCode = 1;
}
