/*
 * `node scripts/release/compare-templates.ts <archive> <folder> <commit> <comment>`, in `.github/workflows/diff.yml`:
 * writes a comment on what the templates in an archive change compared with the deployed ones in a folder
 * (docs/operations.md#from-a-fork-to-production).
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackIds } from '#infra/names.ts';
import {
  commentOf,
  compareTemplates,
  mostArchiveBytes,
  parseTemplate,
  readProposed,
} from './lib/template-comparison.ts';

const [archive = '', folder = '', commit = '', comment = ''] = process.argv.slice(2);
if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error('The third argument is not the id of a commit');
if (statSync(archive).size > mostArchiveBytes) throw new Error(`${archive} has more than ${mostArchiveBytes} bytes`);
const deployed = new Map(
  stackIds
    .map((id) => [id, join(folder, `${id}.json`)] as const)
    .filter(([, path]) => existsSync(path))
    .map(([id, path]) => [id, parseTemplate(path, readFileSync(path, 'utf8'))]),
);
writeFileSync(comment, commentOf(commit, compareTemplates(deployed, readProposed(readFileSync(archive)))));
