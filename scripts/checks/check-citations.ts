/* Part of `npm run lint`: what comments and documents cite is in the repository (docs/design/README.md#how-to-cite). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citationProblems, type TextFile } from './lib/citations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The words that are refused stand in the check itself, in its tests, and in what others wrote. */
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
      // What is not read can still be led to.
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
