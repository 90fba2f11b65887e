/**
 * `npm run release:openapi`: makes the present interface description the one of the release. Refused while it breaks
 * the one of the last release; prints what was added, for the changelog.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { openApiDocument } from '#shared/contract/openapi.ts';
import { openApiChanges } from './openapi-changes.ts';
import type { Change, OpenApi } from './openapi-document.ts';

/** Where the description of the last release is kept. */
export const releasedFile: string = resolve(import.meta.dirname, '../../docs/openapi/released.json');

/** The description of the last release; undefined before the first. */
export function releasedDocument(): OpenApi | undefined {
  return existsSync(releasedFile) ? (JSON.parse(readFileSync(releasedFile, 'utf8')) as OpenApi) : undefined;
}

/** The present description, as a client would read it. */
export const presentDocument = (): OpenApi => JSON.parse(JSON.stringify(openApiDocument())) as OpenApi;

/** One change as a line. */
export const changeText = ({ where, what }: Change): string => `${where} ${what}`;

async function main(): Promise<number> {
  const [released, present] = [releasedDocument(), presentDocument()];
  const changes = released ? openApiChanges(released, present) : [];
  const breaking = changes.filter(({ kind }) => kind === 'breaking');
  if (breaking.length > 0) {
    console.error(`Version ${present.info.version} would break clients of ${released?.info.version}:`);
    for (const change of breaking) console.error(`  ${changeText(change)}`);
    console.error('Keep the old beside the new, marked deprecated, for one release (docs/decisions/0100).');
    return 1;
  }
  await mkdir(dirname(releasedFile), { recursive: true });
  await writeFile(releasedFile, `${JSON.stringify(present, null, 2)}\n`);
  console.log(released ? `Since ${released.info.version}:` : 'The first release.');
  for (const change of changes) console.log(`- ${changeText(change)}`);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
