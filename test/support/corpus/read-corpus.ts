import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DeviceFile, readDeviceFile } from '#shared/devices/contract/files/device-file.ts';
import { dateInName, type Recognized, recognizeFiles } from '#shared/devices/contract/files/recognize-files.ts';
import { type ImportDocuments, planImport } from '#shared/devices/rules/import/formats.ts';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { secondReading } from './second-readers.ts';

/** The result for files that form one document. */
export interface CorpusRow {
  files: string[];
  format: string;
  /** Why they are not imported; undefined where they are. */
  refused?: string;
  read: number;
  values: number;
  leftOut: number;
  /** Numbers that the second reader found, and those of them that the import has not or has otherwise. */
  compared: number;
  differences: string[];
}

/** Reads every file of a folder and below with the import of its format, and with a second reader. */
export async function readCorpus(folder: string): Promise<CorpusRow[]> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(json|jsonl|ya?ml)$/i.test(name))
    .sort();
  const files = await Promise.all(
    names.map(async (name) => readDeviceFile(name, await readFile(join(folder, name), 'utf8'))),
  );
  return groupsOf(files).flatMap(rowsOf);
}

/** Files that are documents together: IBM's properties with their configuration, and others of one folder. */
function groupsOf(files: readonly DeviceFile[]): DeviceFile[][] {
  const known = files.map((file) => ({ file, found: recognizeFiles([file]) }));
  const device = ({ documents }: Recognized) => (documents.conf ?? documents.props) as { backend_name?: unknown };
  const together = new Map<string, DeviceFile[]>();
  const groups: DeviceFile[][] = [];
  for (const { file, found } of known) {
    const folder = dirname(file.name);
    const isPart = found.format === 'qubex' || found.format === 'quam';
    if (isPart) {
      const key = `${found.format} ${found.format === 'qubex' ? '' : folder}`;
      together.set(key, [...(together.get(key) ?? []), file]);
    } else if (found.documents.props) {
      const named = known.filter((one) => one.found.documents.conf);
      const conf =
        named.find((one) => device(one.found).backend_name === device(found).backend_name) ??
        named.find((one) => basename(file.name).startsWith(basename(one.file.name, '.json').replace(/^conf/, 'props')));
      groups.push(conf ? [conf.file, file] : [file]);
    } else if (!found.documents.conf) groups.push([file]);
  }
  return [...groups, ...together.values()];
}

/** One row, or one for each of several devices. */
function rowsOf(files: readonly DeviceFile[]): CorpusRow[] {
  const date = dateInName(files.map(({ name }) => ({ name: basename(name) }))) ?? '2026-01-01';
  const { devices } = recognizeFiles(files);
  return (devices.length > 1 ? devices : [undefined]).map((device) => rowOf(files, date, device));
}

function rowOf(files: readonly DeviceFile[], measuredAt: string, device: string | undefined): CorpusRow {
  const found = recognizeFiles(files, { measuredAt, device });
  const names = files.map(({ name }) => name);
  const row: CorpusRow = {
    ...{ files: device === undefined ? names : [...names, `(${device})`], format: found.format ?? '-' },
    ...{ read: 0, values: 0, leftOut: 0, compared: 0, differences: [] },
  };
  const [problem] = found.problems;
  if (problem) return { ...row, refused: problem.problem };
  if (found.missing.length > 0) return { ...row, refused: `lacks ${found.missing.join(', ')}` };
  const given = { format: found.format, documents: found.documents } as ImportDocuments;
  const result = planImport(given);
  if (!result.ok)
    return { ...row, refused: result.problems.map(({ path, message }) => `${path} ${message}`).join('; ') };
  const { plan } = result;
  const second = [...secondReading(forSecondReader(given, files, device ?? found.devices[0]))];
  return {
    ...row,
    read: plan.read,
    values: plan.targets.reduce((sum, { values, before = [] }) => sum + Object.keys(values).length + before.length, 0),
    leftOut: plan.leftOut.reduce((sum, { count }) => sum + count, 0),
    compared: second.length,
    differences: second.flatMap(([key, value]) => differenceOf(plan, key, value)),
  };
}

/** Files of qubex as their documents, with the chip that is read. */
function forSecondReader(
  given: ImportDocuments,
  files: readonly DeviceFile[],
  chip: string | undefined,
): ImportDocuments {
  if (given.format !== 'qubex') return given;
  const documents = files.map(({ name, content }) => ({
    name,
    document: 'document' in content ? content.document : null,
  }));
  return { ...given, documents: { ...given.documents, files: documents, chip } };
}

function differenceOf({ targets }: ImportPlan, key: string, value: number): string[] {
  const [kind, ...rest] = key.split(' ');
  const metric = rest.pop() ?? '';
  const id = rest.join(' ');
  const imported = targets.find((target) => target.kind === kind && target.id === id)?.values[metric]?.value;
  const isSame = imported !== undefined && Math.abs(imported - value) <= 1e-9 * Math.abs(value);
  return isSame ? [] : [`${key}: ${imported ?? 'nothing'} instead of ${value}`];
}
