import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#scripts/tools/project-root.ts';
import type { Forms } from './stored-forms.ts';

/** File of the last release's forms. */
export const releasedFormsFile: string = join(projectRoot, 'docs/storage/released.json');

/** The forms of a release. */
export interface ReleasedForms {
  version: string;
  kinds: Forms;
}

/** The forms of the last release; undefined before the first. */
export const releasedForms = (): ReleasedForms | undefined =>
  existsSync(releasedFormsFile) ? (JSON.parse(readFileSync(releasedFormsFile, 'utf8')) as ReleasedForms) : undefined;
