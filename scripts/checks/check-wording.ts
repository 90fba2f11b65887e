/* Part of `npm run lint`: plain English in the folders that were rewritten (CONTRIBUTING.md#words). */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../tools/project-root.ts';
import { isRead, wordingProblems } from './lib/wording.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
});
const files = listed
  .split('\n')
  .filter((path) => isRead(path) && existsSync(join(projectRoot, path)))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));

const problems = wordingProblems(files);
for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
if (problems.length > 0) {
  console.error(`${problems.length} places are hard to read (scripts/checks/lib/wording.ts)`);
  process.exitCode = 1;
}
