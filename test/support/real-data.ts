import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const dataDir = process.env.FIDUCIAL_TEST_DATA ?? resolve(root, '../shared/data');

/**
 * Published calibration files of real devices. They are not part of the project: a checkout without them
 * skips the tests that need them. Names an absolute folder with `FIDUCIAL_TEST_DATA`, else `../shared/data`.
 */
export const realData = {
  available: existsSync(join(dataDir, 'ibm')),
  reason: `no device data at ${dataDir} (set FIDUCIAL_TEST_DATA)`,
  /** Absolute path of one file, such as `ibm/conf_torino.json`. */
  path: (name: string): string => join(dataDir, name),
  /** One file parsed as JSON. */
  json: (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8')),
};
