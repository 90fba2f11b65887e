/**
 * `npm run backup -- <file>` and `npm run restore -- <file>`: the data of one machine, in `.local` or the folder that
 * FIDUCIAL_DATA_DIR names. The service may run during a backup; a restore wants an empty folder.
 */
import { resolve } from 'node:path';
import { parseSettings, UsageError } from '#local/settings.ts';
import { backUp, restore } from './lib/data-backup.ts';

async function main([verb, file, ...others]: string[]): Promise<void> {
  if ((verb !== 'backup' && verb !== 'restore') || !file || others.length > 0)
    throw new UsageError('Name one file: npm run backup -- <file>, npm run restore -- <file>');
  const { dataDirectory, dynamodbEndpoint } = parseSettings([], process.env);
  if (dynamodbEndpoint)
    throw new UsageError('This copies the embedded engine only; back up DYNAMODB_ENDPOINT with its own tools');
  const path = resolve(file);
  const { madeAt, version } = await (verb === 'backup' ? backUp(dataDirectory, path) : restore(path, dataDirectory));
  if (verb === 'backup') console.log(`${dataDirectory} is in ${path}. It holds the secrets too: keep it as one.`);
  else console.log(`The backup of ${madeAt}, made by Fiducial ${version}, is in ${dataDirectory}`);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});
