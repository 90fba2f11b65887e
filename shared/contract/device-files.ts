import { chipDocumentFormat } from '../domain/export/chip-document.ts';
import type { ImportDocuments } from '../domain/import/formats.ts';
import { isObject } from '../domain/import/problems.ts';

/** Where the documents of a device come from. */
export type ImportFormat = ImportDocuments['format'];

/** Each format with how a person names it. */
export const importFormats: Record<ImportFormat, string> = {
  ibm: 'IBM',
  google: 'Google',
  qibolab: 'qibolab',
  quam: 'QuAM',
  qubex: 'qubex',
  fiducial: 'Fiducial',
};

/** A file as it was chosen. */
export interface DeviceFile {
  name: string;
  text: string;
}

/** What files are together. Nothing of their numbers is read: that is the import's. */
export interface Recognized {
  format: ImportFormat | undefined;
  /** The documents under the names that the import knows them by. */
  documents: Record<string, unknown>;
  /** The file that each of those came from. */
  files: Record<string, string>;
  /** What is still needed: a second document, or the time of one that has none. */
  missing: string[];
  /** Files that are none of a device, or not of the same one, each with the reason. */
  problems: { file: string; problem: string }[];
  /** An id to begin with: the device's name without its vendor's prefix. */
  suggestedChipId: string;
}

/** What one file is: part of the documents of a format. */
interface Part {
  format: ImportFormat;
  /** The name of its document; several files of one name are a list. */
  document: string;
  content: unknown;
  listed?: boolean;
}

/** What each document is, as a person names it. */
const titles: Record<string, string> = {
  conf: 'configuration (conf)',
  props: 'properties (props)',
  calibration: 'calibration',
  state: 'state',
  chip: 'chip',
};

const needsDate: readonly ImportFormat[] = ['google', 'quam', 'qubex'];

/**
 * Recognizes files of a device by what they contain, whatever they are called; of YAML, which qubex alone uses, by their
 * ending. A calibration of qibolab without a time of its own is given `measuredAt`.
 */
export function recognizeFiles(files: readonly DeviceFile[], measuredAt?: string): Recognized {
  const found: Recognized = {
    format: undefined,
    documents: {},
    files: {},
    missing: [],
    problems: [],
    suggestedChipId: '',
  };
  for (const file of files) {
    const part = partOf(file);
    if (typeof part === 'string') found.problems.push({ file: file.name, problem: part });
    else add(found, part, file.name);
  }
  complete(found, measuredAt);
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

function complete(found: Recognized, measuredAt: string | undefined): void {
  const { format, documents } = found;
  if (format === 'ibm') {
    found.missing.push(...['conf', 'props'].filter((name) => documents[name] === undefined));
  }
  const undated = (documents.calibrations as unknown[] | undefined)?.some(isUndated) ?? false;
  const dated = format === 'google' && hasTime(documents.calibration);
  if (undated && measuredAt !== undefined) {
    documents.calibrations = (documents.calibrations as unknown[]).map((one) =>
      isUndated(one) ? { calibrated_at: measuredAt, calibration: one } : one,
    );
  }
  if (format === undefined || !(undated || (needsDate.includes(format) && !dated))) return;
  if (measuredAt === undefined) found.missing.push('measured_at');
  else if (!undated) documents.measured_at = measuredAt;
}

const isUndated = (calibration: unknown): boolean => isObject(calibration) && calibration.calibrated_at === undefined;

function hasTime(calibration: unknown): boolean {
  if (!isObject(calibration)) return false;
  const snapshot = isObject(calibration.metrics) ? calibration.metrics : calibration;
  return snapshot.timestampMs !== undefined || snapshot.timestamp_ms !== undefined;
}

/** What a file is, or why it cannot be used, as the end of a sentence that begins with its name. */
function partOf({ name, text }: DeviceFile): Part | string {
  if (/\.ya?ml$/i.test(name)) {
    if (isChipDocument.test(text)) return { format: 'fiducial', document: 'chip', content: text };
    return { format: 'qubex', document: 'files', content: [{ name, content: text }], listed: true };
  }
  const read = readJson(text.replace(/^\ufeff/, ''));
  if ('problem' in read) return read.problem;
  return partOfDocument(read.document) ?? unknownDocument;
}

/** How the YAML of an exported chip begins. */
const isChipDocument = new RegExp(`^format: ['"]?${chipDocumentFormat}['"]?$`, 'm');

const unknownDocument =
  'is neither a configuration (with n_qubits and coupling_map) nor properties (with lists qubits and gates) of IBM, nor a calibration of Google or qibolab, nor a state of QuAM, nor an exported chip';

/** JSON, or a JSON object a line. */
function readJson(text: string): { document: unknown } | { problem: string } {
  try {
    return { document: JSON.parse(text) };
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      if (lines.length > 1 && lines[0]?.trim().endsWith('}'))
        return { document: lines.map((line) => JSON.parse(line)) };
    } catch {
      // What is neither is answered as JSON that is damaged.
    }
    return { problem: `is not JSON: ${error instanceof Error ? error.message : error}` };
  }
}

/** A damaged document is recognized by what is left, so that the import can name the damage. */
function partOfDocument(document: unknown): Part | undefined {
  if (Array.isArray(document)) {
    const isHistory = document.length > 0 && document.every((one) => isObject(one) && isObject(one.calibration));
    return isHistory ? { format: 'qibolab', document: 'calibrations', content: document, listed: true } : undefined;
  }
  if (!isObject(document)) return undefined;
  if (document.format === chipDocumentFormat) return { format: 'fiducial', document: 'chip', content: document };
  if (isObject(document.calibration)) return qibolab(document);
  if (document.single_qubits !== undefined) return qibolab(document);
  if (document.cirq_type === 'Calibration' || Array.isArray(document.metrics) || isObject(document.metrics)) {
    return { format: 'google', document: 'calibration', content: document };
  }
  if (isObject(document.qubits)) return { format: 'quam', document: 'state', content: document };
  if (Array.isArray(document.qubits) && document.last_update_date !== undefined) return ibm('props', document);
  if (document.n_qubits !== undefined || document.coupling_map !== undefined) return ibm('conf', document);
  return document.qubits !== undefined || document.last_update_date !== undefined ? ibm('props', document) : undefined;
}

const ibm = (document: 'conf' | 'props', content: unknown): Part => ({ format: 'ibm', document, content });
const qibolab = (content: unknown): Part => ({
  format: 'qibolab',
  document: 'calibrations',
  content: [content],
  listed: true,
});

function chipIdOf({ format, documents }: Recognized, files: readonly DeviceFile[]): string {
  const named = Object.values(documents).flatMap((document) => {
    if (!isObject(document)) return [];
    const name = isObject(document.chip) ? document.chip.id : document.backend_name;
    return typeof name === 'string' ? [name] : [];
  });
  // Of a folder of parameters, no file is named after the device.
  const [file] = format === 'qubex' || format === undefined ? [] : files;
  const name = named[0] ?? (format === 'ibm' ? '' : (file?.name ?? ''));
  return name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z]+$/i, '')
    .replace(/^(ibm|fake)_/, '')
    .replace(/[_-]?\d{4}[_-]\d{2}[_-]\d{2}/, '')
    .replace(/[_-](calibration|history|state)$/, '')
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
