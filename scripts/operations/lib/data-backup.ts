import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { claimDataDirectory, dataFiles } from '#local/data-folder/data-directory.ts';
import { UsageError } from '#local/settings.ts';
import { unfinishedFolder } from '#shared/objects/disk.ts';
import { version } from '#shared/version.ts';
import { copyFiles, describeFile, filesBelow, type KeptFile } from './backup-files.ts';
import { checkFiles, type Manifest, manifestFile, readManifest, writeManifest } from './backup-manifest.ts';

const { database: databaseName, secrets: secretsName, streams: streamsName, objects: objectsName } = dataFiles;

/**
 * Copies everything of one machine into a new folder: what the stream's consumers have been delivered, the table, the
 * secrets, and then every figure, raw-data file and snapshot. The service may run meanwhile. The streams come before the
 * table, so that nothing is taken for delivered that is not; the objects after it, since what names one is written after it.
 * The folder is a secret itself, and is readable by its owner only.
 * @throws UsageError when there is nothing to copy or the folder exists already.
 */
export async function backUp(dataDirectory: string, target: string): Promise<Manifest> {
  if (existsSync(join(dataDirectory, dataFiles.dynamodbLocal)))
    throw new UsageError(
      `The table in ${dataDirectory} is DynamoDB Local's: stop the service, and copy the folder as it is`,
    );
  for (const file of [databaseName, secretsName])
    if (!existsSync(join(dataDirectory, file)))
      throw new UsageError(`There is no ${join(dataDirectory, file)}: set FIDUCIAL_DATA_DIR to its folder`);
  if (existsSync(target)) throw new UsageError(`${target} already exists: choose another name`);
  const madeAt = new Date().toISOString();
  const aside = `${target}.part`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: 0o700 });
  const databases: KeptFile[] = [];
  for (const name of [streamsName, databaseName])
    if (existsSync(join(dataDirectory, name))) databases.push(await copyDatabase(dataDirectory, aside, name));
  const secrets = await copyFiles(dataDirectory, aside, [secretsName]);
  if (secrets.length === 0) throw new UsageError(`There is no ${join(dataDirectory, secretsName)} any more`);
  const objects = (await filesBelow(join(dataDirectory, objectsName)))
    .filter((path) => !path.startsWith(`${unfinishedFolder}/`))
    .map((path) => `${objectsName}/${path}`);
  const files = [...databases, ...secrets, ...(await copyFiles(dataDirectory, aside, objects))];
  const manifest = await writeManifest(aside, { madeAt, version, files });
  await rename(aside, target);
  return manifest;
}

/** A copy in one read transaction of SQLite: it holds every write entirely or not at all. */
async function copyDatabase(from: string, to: string, name: string): Promise<KeptFile> {
  const copy = join(to, name);
  // SQLite copies into an empty file as into a new one, but a new one would be readable by everybody.
  await (await open(copy, 'wx', 0o600)).close();
  withDatabase(join(from, name), (database) => {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(copy);
  });
  withDatabase(copy, (database) => checkIntegrity(database, copy));
  return describeFile(to, name);
}

/**
 * Puts a backup into a data directory that holds no data and that no service uses. Everything is copied into a folder
 * beside and checked there against the manifest, and only then brought to its place, the table last. Cut short, the
 * directory is refused by the service, and the restore can be begun again.
 * @throws UsageError when the folder is no whole backup or the directory holds data.
 */
export async function restore(source: string, dataDirectory: string): Promise<Manifest> {
  const manifest = await readManifest(source);
  const data = await claimDataDirectory(dataDirectory, { afterCutRestore: true });
  try {
    // What a restore has left that was cut short is nobody's data.
    if (existsSync(data.restoringFolder)) await data.reset();
    const { databaseFile, dynamodbLocalFolder, secretsFile, streamsFile, objectsFolder } = data;
    const held = [databaseFile, dynamodbLocalFolder, secretsFile, streamsFile, objectsFolder].find(existsSync);
    if (held !== undefined)
      throw new UsageError(
        `${dataDirectory} holds data already. Restore into another folder: FIDUCIAL_DATA_DIR=<folder> npm run restore`,
      );
    await mkdir(data.restoringFolder, { mode: 0o700 });
    try {
      await copyChecked(source, manifest, data.restoringFolder);
    } catch (error) {
      await rm(data.restoringFolder, { recursive: true, force: true });
      throw error;
    }
    for (const name of [objectsName, streamsName, secretsName, databaseName]) {
      const copied = join(data.restoringFolder, name);
      if (existsSync(copied)) await rename(copied, join(dataDirectory, name));
    }
    await rm(data.restoringFolder, { recursive: true });
  } finally {
    await data.release();
  }
  return manifest;
}

async function copyChecked(source: string, manifest: Manifest, target: string): Promise<void> {
  const paths = (await filesBelow(source)).filter((path) => path !== manifestFile);
  checkFiles(source, manifest, await copyFiles(source, target, paths));
  for (const name of [databaseName, streamsName])
    if (existsSync(join(target, name))) withDatabase(join(target, name), (database) => checkIntegrity(database, name));
  for (const name of [databaseName, secretsName])
    if (!existsSync(join(target, name))) throw new UsageError(`${source} is not whole: it has no ${name}`);
}

function checkIntegrity(database: DatabaseSync, file: string): void {
  const answer = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  if (answer !== 'ok') throw new Error(`${file} is damaged: ${String(answer)}`);
}

function withDatabase(file: string, use: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    use(database);
  } finally {
    database.close();
  }
}
