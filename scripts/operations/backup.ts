/**
 * `npm run backup -- <folder>` and `npm run restore -- <folder>`: the data of one machine, in `.local` or the folder in
 * FIDUCIAL_DATA_DIR. The service may run during a backup; a restore needs an empty folder.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSettings, UsageError } from '#local/settings.ts';
import { backUp, restore } from './lib/data-backup.ts';
import { restoreTable } from './lib/single-file-backup.ts';

const usage =
  'Name one folder: npm run backup -- <folder>, npm run restore -- <folder>\n' +
  'A backup of Fiducial 0.1.0 is one file, without figures and raw data: npm run restore -- --table-only <file>';

async function main(args: string[]): Promise<void> {
  const { verb, path, tableOnly } = parse(args);
  const { dataDirectory, dynamodbEndpoint } = parseSettings([], process.env);
  if (dynamodbEndpoint)
    throw new UsageError('This copies the embedded engine only; back up DYNAMODB_ENDPOINT with its own tools');
  if (verb === 'restore' && statSync(path, { throwIfNoEntry: false })?.isFile()) {
    const { madeAt, version } = await restoreTable(path, dataDirectory, tableOnly);
    console.log(`The table of ${madeAt}, from Fiducial ${version}, is in ${dataDirectory}, without any file`);
    return;
  }
  const manifest = await (verb === 'backup' ? backUp(dataDirectory, path) : restore(path, dataDirectory));
  const { madeAt, version, fileCount, totalBytes } = manifest;
  const size = `${fileCount} files, ${totalBytes} bytes`;
  if (verb === 'backup')
    console.log(`${dataDirectory} is in ${path}: ${size}. It holds the secrets too: keep it as one.`);
  else console.log(`The backup of ${madeAt}, made by Fiducial ${version}, is in ${dataDirectory}: ${size}`);
}

function parse(args: string[]): { verb: 'backup' | 'restore'; path: string; tableOnly: boolean } {
  const options = { 'table-only': { type: 'boolean', default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const [verb, path, ...others] = positionals;
    if ((verb === 'backup' || verb === 'restore') && path && others.length === 0)
      return { verb, path: resolve(path), tableOnly: values['table-only'] };
  } catch {
    // An unknown option.
  }
  throw new UsageError(usage);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});
