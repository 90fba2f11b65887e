import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const dataDir = process.env.FIDUCIAL_TEST_DATA ?? resolve(root, '../shared/data');
const available = existsSync(join(dataDir, 'ibm'));
const reason = `no device data at ${dataDir} (set FIDUCIAL_TEST_DATA)`;

/**
 * Published calibration files of real devices. They are not part of the project: where they are found, tests look at
 * them besides the devices that the project makes; elsewhere exactly those tests are skipped, in files named
 * `*.published.test.ts`. `FIDUCIAL_TEST_DATA` names their folder absolutely, else it is `../shared/data`.
 */
export const publishedDevices = {
  available,
  reason,
  /** Title of what needs them, which says why it is skipped. */
  titled: (title: string): string => (available ? title : `${title}: ${reason}`),
  /** Absolute path of one file, such as `ibm/conf_torino.json`. */
  path: (name: string): string => join(dataDir, name),
  /** One file parsed as JSON. */
  json: (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8')),
};
