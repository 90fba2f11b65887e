import { isObject } from '../../rules/import/problems.ts';
import { qubexStructure } from '../../rules/import/qubex/structure.ts';
import type { DeviceFile } from './device-file.ts';
import { type ImportFormat, importFormats } from './formats.ts';
import { type Part, partOfFile } from './part-of-file.ts';

/** The kind of some files together. Their numbers are not read: the import does that. */
export interface Recognized {
  format: ImportFormat | undefined;
  /** The documents under the names that the import knows them by. */
  documents: Record<string, unknown>;
  /** The file that each of those came from. */
  files: Record<string, string>;
  /** What is still needed: a second document, the time of one that has none, or the choice of one of several devices. */
  missing: string[];
  /** The devices that files of several have: one of them is chosen. */
  devices: string[];
  /** Files that do not belong to a device, or not to the same one, each with the reason. */
  problems: { file: string; problem: string }[];
  /** An id to begin with: the device's name without its vendor's prefix. */
  suggestedChipId: string;
}

/** What each document is, as a person names it. */
const titles: Record<string, string> = {
  conf: 'configuration (conf)',
  props: 'properties (props)',
  calibration: 'calibration',
  state: 'state',
  wiring: 'wiring',
  device: 'device topology',
  chip: 'chip',
};

/** What a person says of files that do not say it. */
export interface Stated {
  /** When they were measured. */
  measuredAt?: string | undefined;
  /** Which of their devices is meant, where they have several. */
  device?: string | undefined;
}

const needsDate: readonly ImportFormat[] = ['google', 'quam', 'qubex', 'oqtopus'];

/**
 * Recognizes files of a device by their structure, whatever they are called. A calibration of qibolab without a time of
 * its own is given `measuredAt`.
 */
export function recognizeFiles(files: readonly DeviceFile[], stated: Stated = {}): Recognized {
  const found: Recognized = {
    format: undefined,
    documents: {},
    files: {},
    missing: [],
    devices: [],
    problems: [],
    suggestedChipId: '',
  };
  for (const file of files) {
    const part = partOfFile(file);
    if (typeof part === 'string') found.problems.push({ file: file.name, problem: part });
    else add(found, part, file.name);
  }
  completeDocuments(found);
  completeDate(found, stated.measuredAt);
  completeDevice(found, files, stated.device);
  found.suggestedChipId = chipIdOf(found, files);
  return found;
}

function add(found: Recognized, { format, document, content, listed }: Part, file: string): void {
  if (found.format !== undefined && found.format !== format) {
    found.problems.push({
      file,
      problem: `is of ${importFormats[format]}, the files before it of ${importFormats[found.format]}`,
    });
    return;
  }
  found.format = format;
  if (listed) {
    const list = (found.documents[document] ?? []) as unknown[];
    found.documents[document] = [...list, ...(content as unknown[])];
  } else if (found.files[document] !== undefined) {
    const title = titles[document] ?? document;
    found.problems.push({ file, problem: `and ${found.files[document]} are both ${title}: one of each is needed` });
  } else found.documents[document] = content;
  found.files[document] ??= file;
}

/** Documents that the format needs all of. */
const needsAll: Partial<Record<ImportFormat, string[]>> = { ibm: ['conf', 'props'], quam: ['state'] };

function completeDocuments({ format, documents, missing }: Recognized): void {
  const needed = (format && needsAll[format]) ?? [];
  missing.push(...needed.filter((name) => documents[name] === undefined));
}

function completeDate(found: Recognized, measuredAt: string | undefined): void {
  const { format, documents } = found;
  const versions = (documents.calibrations ?? []) as unknown[];
  const undated = versions.some(isUndated);
  if (undated && measuredAt !== undefined) {
    documents.calibrations = versions.map((one) => (isUndated(one) ? { calibrated_at: measuredAt, ...one } : one));
  }
  if (!undated && (format === undefined || !needsDate.includes(format) || hasTime(documents))) return;
  if (measuredAt === undefined) found.missing.push('measured_at');
  else if (!undated) documents.measured_at = measuredAt;
}

/** Of the chips of qubex's files one is chosen. */
function completeDevice(found: Recognized, files: readonly DeviceFile[], device: string | undefined): void {
  const ids = files.flatMap(({ content }) => {
    const structure = 'document' in content ? qubexStructure(content.document) : undefined;
    return structure?.kind === 'chips' ? Object.keys(structure.chips) : [];
  });
  const devices = found.format === 'qubex' ? [...new Set(ids)] : [];
  if (device !== undefined && found.format === 'qubex') found.documents.chip = device;
  found.devices = devices;
  if (devices.length > 1 && device === undefined) found.missing.push('device');
}

const isUndated = (version: unknown): version is Record<string, unknown> =>
  isObject(version) && version.calibrated_at === undefined;

/** A calibration of Google and a device of OQTOPUS may have a time of their own. */
function hasTime({ calibration, device }: Record<string, unknown>): boolean {
  if (isObject(device)) return typeof device.calibrated_at === 'string' && device.calibrated_at !== '';
  if (!isObject(calibration)) return false;
  const snapshot = isObject(calibration.metrics) ? calibration.metrics : calibration;
  return snapshot.timestampMs !== undefined || snapshot.timestamp_ms !== undefined;
}

function chipIdOf({ format, documents }: Recognized, files: readonly DeviceFile[]): string {
  const named = Object.values(documents).flatMap((document) => {
    if (!isObject(document)) return [];
    const name = isObject(document.chip) ? document.chip.id : (document.backend_name ?? document.device_id);
    return typeof name === 'string' ? [name] : [];
  });
  // Of a folder of parameters, no file is named after the device.
  const [file] = format === 'qubex' || format === undefined ? [] : files;
  const chosen = typeof documents.chip === 'string' && format === 'qubex' ? documents.chip : undefined;
  const name = named[0] ?? chosen ?? (format === 'ibm' ? '' : (file?.name ?? ''));
  return name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z]+$/i, '')
    .replace(/^(ibm|fake)_/, '')
    .replace(/[_-]?\d{4}[_-]\d{2}[_-]\d{2}/, '')
    .replace(/(^|[_-])(calibration|history|state|wiring|runcard|parameters|device_topology)$/, '')
    .replace(/[/\\]/g, '-')
    .slice(0, 64);
}

/** A date in the name of a file, `YYYY-MM-DD`: what a person would take it to be of. */
export function dateInName(files: readonly { name: string }[]): string | undefined {
  for (const { name } of files) {
    const [, year, month, day] = /(20\d{2})[_-](\d{2})[_-](\d{2})/.exec(name) ?? [];
    if (year !== undefined) return `${year}-${month}-${day}`;
  }
  return undefined;
}
