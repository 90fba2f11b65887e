/**
 * `npm run release:forms`: makes the current forms of stored items those of the release. It refuses forms that the last
 * release cannot read (rule STORE-13).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { version } from '#shared/kernel/version.ts';
import { changesSince, changeText, unagreed } from './form-changes.ts';
import { releasedForms, releasedFormsFile } from './released-forms.ts';
import { allForms, formsOf } from './stored-forms.ts';

async function main(): Promise<number> {
  const released = releasedForms();
  const breaking = unagreed(
    released ? changesSince(released.kinds, { released: formsOf('released'), present: formsOf('present') }) : [],
  );
  if (breaking.length > 0) {
    console.error(`Version ${version} would write items that ${released?.version} cannot read:`);
    for (const change of breaking) console.error(`  ${changeText(change)}`);
    console.error('Write the form of the last release as well, for one release (docs/decisions/0056).');
    return 1;
  }
  await mkdir(dirname(releasedFormsFile), { recursive: true });
  await writeFile(
    releasedFormsFile,
    `${JSON.stringify({ version, kinds: allForms(released?.kinds ?? {}) }, null, 2)}\n`,
  );
  return 0;
}

process.exitCode = await main();
