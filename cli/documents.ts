import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readDeviceFile } from '#shared/devices/contract/files/device-file.ts';
import { type ImportFormat, importFormats } from '#shared/devices/contract/files/formats.ts';
import { type Recognized, recognizeFiles, type Stated } from '#shared/devices/contract/files/recognize-files.ts';
import { Failure, reasonOf } from './failure.ts';

/** Whether a file in a folder may be a document of a device. */
const isDocument = (name: string): boolean => /\.(json|jsonl|ya?ml)$/i.test(name);

/** Most files that are read from a folder. */
const MAX_FILES = 1000;

/**
 * Reads the files of a device, in any order. From a folder it reads the JSON and YAML files, also in subfolders.
 * @throws Failure that names the file that is missing, unreadable or malformed.
 */
export async function readDeviceFiles(
  paths: readonly string[],
  { format, ...stated }: { format: ImportFormat } & Stated,
): Promise<Recognized> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const read = await Promise.all(files.map(async (name) => readDeviceFile(name, await readText(name))));
  const found = recognizeFiles(read, stated);
  const [problem] = found.problems;
  if (problem) throw new Failure(`${problem.file} ${problem.problem}.`);
  if (found.format !== format) {
    throw new Failure(
      `The files are of ${found.format ? importFormats[found.format] : 'no device'}, not of ${importFormats[format]}.`,
    );
  }
  const [missing] = found.missing;
  if (missing !== undefined) throw new Failure(missingText(missing, found));
  const { devices } = found;
  if (stated.device !== undefined && devices.length > 0 && !devices.includes(stated.device)) {
    throw new Failure(`The files have no chip '${stated.device}', but ${devices.join(', ')}.`);
  }
  return found;
}

function missingText(missing: string, { devices }: Recognized): string {
  switch (missing) {
    case 'measured_at':
      return 'The files do not say when they were measured: give the date and time with --measured-at.';
    case 'device':
      return `The files have ${devices.length} chips: choose one with --device, of ${devices.join(', ')}.`;
    case 'state':
      return 'The state (state.json) is missing: the files have its wiring alone.';
    default:
      return `The ${missing === 'conf' ? 'configuration' : 'properties'} of the device are missing.`;
  }
}

/** Returns a file itself, or the documents in a folder. */
async function filesOf(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = await readdir(path, { recursive: true });
  const files = names.filter(isDocument).sort();
  if (files.length === 0) throw new Failure(`${path} has no JSON or YAML files.`);
  if (files.length > MAX_FILES) throw new Failure(`${path} has ${files.length} files; at most ${MAX_FILES} are read.`);
  return files.map((name) => join(path, name));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}
