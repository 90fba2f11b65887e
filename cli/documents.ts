import { readFile } from 'node:fs/promises';
import { type ImportFormat, importFormats, type Recognized, recognizeFiles } from '#shared/contract/device-files.ts';
import { Failure, reasonOf } from './failure.ts';

/**
 * Reads the files of a device, in any order.
 * @throws Failure that names the file which cannot be read, is not what it should be, or what is missing.
 */
export async function readDeviceFiles(
  files: readonly string[],
  { format, measuredAt }: { format: ImportFormat; measuredAt: string | undefined },
): Promise<Recognized> {
  const read = await Promise.all(files.map(async (name) => ({ name, text: await readText(name) })));
  const found = recognizeFiles(read, measuredAt);
  const [problem] = found.problems;
  if (problem) throw new Failure(`${problem.file} ${problem.problem}.`);
  if (found.format !== format) {
    throw new Failure(
      `The files are of ${found.format ? importFormats[found.format] : 'no device'}, not of ${format}.`,
    );
  }
  const [missing] = found.missing;
  if (missing === 'measured_at') {
    throw new Failure('The files do not say when they were measured: give the date and time with --measured-at.');
  }
  if (missing)
    throw new Failure(`The ${missing === 'conf' ? 'configuration' : 'properties'} of the device are missing.`);
  return found;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}
