import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { claimDataDirectory, type DataDirectory, dataFiles } from '#local/data-folder/data-directory.ts';
import { UsageError } from '#local/settings.ts';
import { unfinishedFolder } from '#shared/kernel/objects/disk.ts';
import { version } from '#shared/kernel/version.ts';
import { copyFiles, describeFile, filesBelow, type KeptFile } from './backup-files.ts';
import { checkFiles, type Manifest, manifestFile, readManifest, writeManifest } from './backup-manifest.ts';

const { database: databaseName, secrets: secretsName, streams: streamsName, objects: objectsName } = dataFiles;

/**
 * Copies all data of one machine to a new folder: the stream positions, the table, the secrets, and then every figure,
 * raw-data file and snapshot. The service may run meanwhile. The positions come before the table, so that no
 * undelivered record counts as delivered. The objects come after it, since a reference is written after its object. The
 * folder contains secrets, and only its owner can read it.
 * @throws UsageError if there is nothing to copy or the folder already exists.
 */
export async function backUp(dataDirectory: string, target: string): Promise<Manifest> {
  if (existsSync(join(dataDirectory, dataFiles.dynamodbLocal)))
    throw new UsageError(
      `The table in ${dataDirectory} is DynamoDB Local's: stop the service, and copy the folder as it is`,
    );
  const database = join(dataDirectory, databaseName);
  for (const file of [database, join(dataDirectory, secretsName)])
    if (!existsSync(file)) throw new UsageError(`There is no ${file}: set FIDUCIAL_DATA_DIR to its folder`);
  if (existsSync(join(dataDirectory, dataFiles.demoLog)))
    throw new UsageError(
      `The demo is being loaded into ${dataDirectory}, or a start was cut short while loading it: start the service, and back it up when it is ready`,
    );
  if (existsSync(target)) throw alreadyExists(target);
  const begun = statSync(database);
  // A unique name, so that another backup with the same name cannot write into it.
  const aside = await mkdtemp(`${target}.part-`);
  try {
    const label = { madeAt: new Date().toISOString(), version };
    const files = await copyData(dataDirectory, aside);
    const now = statSync(database, { throwIfNoEntry: false });
    if (now?.ino !== begun.ino || now.dev !== begun.dev)
      throw new UsageError(`${dataDirectory} was moved or replaced meanwhile, so it was not backed up`);
    const manifest = await writeManifest(aside, { ...label, files });
    await rename(aside, target).catch((error: NodeJS.ErrnoException) => {
      throw takenCodes.has(error.code ?? '') ? alreadyExists(target) : error;
    });
    return manifest;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/** The system's errors for a rename onto an existing folder. */
const takenCodes: ReadonlySet<string> = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR']);

const alreadyExists = (target: string) => new UsageError(`${target} already exists: choose another name`);

/** In an order that makes the parts consistent; each part is complete. */
async function copyData(dataDirectory: string, aside: string): Promise<KeptFile[]> {
  const databases: KeptFile[] = [];
  for (const name of [streamsName, databaseName])
    if (existsSync(join(dataDirectory, name))) databases.push(await copyDatabase(dataDirectory, aside, name));
  const secrets = await copyFiles(dataDirectory, aside, [secretsName]);
  if (secrets.length === 0) throw new UsageError(`There is no ${join(dataDirectory, secretsName)} any more`);
  const objects = (await filesBelow(join(dataDirectory, objectsName)))
    .filter((path) => !path.startsWith(`${unfinishedFolder}/`))
    .map((path) => `${objectsName}/${path}`);
  return [...databases, ...secrets, ...(await copyFiles(dataDirectory, aside, objects))];
}

/** A copy in one read transaction of SQLite: it contains each write completely or not at all. */
async function copyDatabase(from: string, to: string, name: string): Promise<KeptFile> {
  const copy = join(to, name);
  // SQLite copies into an empty file like into a new one, but a new one would be readable by everyone.
  await (await open(copy, 'wx', 0o600)).close();
  withDatabase(join(from, name), (database) => {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(copy);
  });
  withDatabase(copy, (database) => checkIntegrity(database, copy));
  return describeFile(to, name);
}

/**
 * Restores a backup into an empty data directory that no service uses. Everything is first copied to a subfolder and
 * checked against the manifest, then moved into place, the table last. If interrupted, the service refuses the
 * directory, and the restore can be repeated. If the directory is replaced meanwhile, the paths of the subfolder do not
 * exist in the new one, so only the first folder needs a check.
 * @throws UsageError if the folder is not a complete backup or the directory contains data.
 */
export async function restore(source: string, dataDirectory: string): Promise<Manifest> {
  const manifest = await readManifest(source);
  const data = await claimDataDirectory(dataDirectory, { afterCutRestore: true });
  try {
    if (!existsSync(data.restoringFolder)) requireEmpty(data);
    await mkdir(data.restoringFolder, { recursive: true, mode: 0o700 });
    await restoreBy(await mkdtemp(join(data.restoringFolder, 'from-')), { source, manifest, data });
  } catch (error) {
    data.requireOwn();
    throw error;
  } finally {
    await data.release();
  }
  return manifest;
}

interface Restoring {
  source: string;
  manifest: Manifest;
  data: DataDirectory;
}

async function restoreBy(aside: string, { source, manifest, data }: Restoring): Promise<void> {
  const copy = join(aside, 'copy');
  try {
    data.requireOwn();
    await discardRest(aside, data);
    await mkdir(copy, { mode: 0o700 });
    await copyChecked(source, manifest, copy);
  } catch (error) {
    await unmark(aside, data);
    throw error;
  }
  for (const name of [objectsName, streamsName, secretsName, databaseName])
    if (existsSync(join(copy, name))) await rename(join(copy, name), join(data.path, name));
  await unmark(aside, data);
}

/** As long as a restore is only partly in place, the staging folder marks the directory. */
async function unmark(aside: string, { restoringFolder }: DataDirectory): Promise<void> {
  await rm(aside, { recursive: true, force: true });
  await rmdir(restoringFolder).catch((error: NodeJS.ErrnoException) => {
    // It belongs to another process, or was moved away.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
  });
}

/** The remains of an interrupted restore can be deleted. */
async function discardRest(aside: string, data: DataDirectory): Promise<void> {
  const { databaseFile, secretsFile, streamsFile, objectsFolder, restoringFolder } = data;
  const earlier = (await readdir(restoringFolder)).map((name) => join(restoringFolder, name));
  const rest = [objectsFolder, streamsFile, secretsFile, databaseFile, ...earlier.filter((path) => path !== aside)];
  const there = rest.filter((path) => existsSync(path));
  for (const [n, path] of there.entries()) await rename(path, join(aside, String(n)));
}

function requireEmpty(data: DataDirectory): void {
  const { path, databaseFile, dynamodbLocalFolder, secretsFile, streamsFile, objectsFolder } = data;
  const held = [databaseFile, dynamodbLocalFolder, secretsFile, streamsFile, objectsFolder].some((file) =>
    existsSync(file),
  );
  if (held)
    throw new UsageError(
      `${path} holds data already. Restore into another folder: FIDUCIAL_DATA_DIR=<folder> npm run restore`,
    );
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
