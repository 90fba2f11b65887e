/**
 * `npm run release:openapi`: makes the current OpenAPI description that of the release. It refuses breaking changes
 * since the last release, and prints the additions.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unagreedBreaks } from './lib/agreed-breaks.ts';
import { openApiChanges } from './lib/openapi-changes.ts';
import { changeText, presentDocument, releasedDocument, releasedFile } from './lib/released-document.ts';

async function main(): Promise<number> {
  const [released, present] = [releasedDocument(), presentDocument()];
  const changes = released ? openApiChanges(released, present) : [];
  const breaking = unagreedBreaks(changes);
  if (breaking.length > 0) {
    console.error(`Version ${present.info.version} would break clients of ${released?.info.version}:`);
    for (const change of breaking) console.error(`  ${changeText(change)}`);
    console.error('Keep the old part with the new one, marked deprecated, for one release (docs/decisions/0009).');
    return 1;
  }
  await mkdir(dirname(releasedFile), { recursive: true });
  await writeFile(releasedFile, `${JSON.stringify(present)}\n`);
  console.log(released ? `Since ${released.info.version}:` : 'The first release.');
  for (const change of changes) console.log(`- ${changeText(change)}`);
  return 0;
}

process.exitCode = await main();
