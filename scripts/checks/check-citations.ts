/* Part of `npm run lint`: everything that comments and documents cite exists (docs/design/README.md#how-to-cite). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citationProblems, type TextFile } from './lib/citations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The refused words occur in the check itself, in its tests, and in texts by others. */
const exempt = new Set(['scripts/checks/lib/citations.ts', 'test/unit/checks/citations.test.ts', 'package-lock.json']);
const text = /(?:\.(?:[cm]?[jt]sx?|md|json|css|html|py|sh|ya?ml|txt)|\/run|LICENSE)$/;
const ignored = new Set([
  '.git',
  ...readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
]);

function* filesBelow(folder: string): Generator<TextFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue;
    const absolute = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(absolute);
    else if (entry.isFile()) {
      const path = relative(root, absolute).replaceAll('\\', '/');
      // Links may lead to files that are not read.
      yield { path, text: text.test(path) && !exempt.has(path) ? readFileSync(absolute, 'utf8') : '' };
    }
  }
}

const problems = citationProblems([...filesBelow(root)]);
for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
if (problems.length > 0) {
  console.error(`${problems.length} citations lead nowhere`);
  process.exitCode = 1;
}
