import { yamlBounds } from '../../yaml/bounds.ts';
import { plainYaml } from '../../yaml/plain-yaml.ts';
import { isObject, kindOf, type Problems, readArray, readObject, readText } from '../problems.ts';

const MAX_FILES = 200;

/** One parameter: what is stated of each label, and in which unit. */
export interface QubexParameter {
  path: string;
  name: string;
  unit: string | undefined;
  /** What a qubit has whose own value is null or not a number. */
  fallback: number | undefined;
  values: Record<string, unknown>;
}

/** What the files say of a chip, such as `64Q`. */
export interface QubexChip {
  name: string | undefined;
  qubitCount: number | undefined;
  isSquareLattice: boolean;
  /** Qubits a readout line. */
  muxSize: number | undefined;
}

/** The files of a configuration, read. */
export interface QubexFiles {
  parameters: QubexParameter[];
  chip: QubexChip;
}

/**
 * Reads the YAML files of a qubex configuration: a parameter of `params` (`meta` and `data`, named by its file),
 * `props.yaml` (parameters by chip) and `chip.yaml`. `chip` says which chip, where a file has several.
 */
export function readFiles(files: unknown, chip: string | undefined, problems: Problems): QubexFiles {
  const read: QubexFiles = {
    parameters: [],
    chip: { name: undefined, qubitCount: undefined, isSquareLattice: false, muxSize: undefined },
  };
  const list = readArray(files, 'files', problems) ?? [];
  if (Array.isArray(files) && (list.length === 0 || list.length > MAX_FILES)) {
    problems.add('files', `must be 1 to ${MAX_FILES} files, not ${list.length}`);
    return read;
  }
  list.forEach((entry, index) => {
    readFile(entry, `files[${index}]`, chip, read, problems);
  });
  return read;
}

function readFile(value: unknown, path: string, chip: string | undefined, read: QubexFiles, problems: Problems): void {
  const file = readObject(value, path, problems);
  const name = file && readText(file.name, `${path}.name`, problems);
  const content = file && readText(file.content, `${path}.content`, problems);
  if (name === undefined || content === undefined) return;
  const document = readFileText(content, `${path}.content`, problems);
  if (!document) return;
  if (isObject(document.data)) {
    read.parameters.push(readParameter(name, document.meta, document.data, `${path}.content.data`));
    return;
  }
  const [id, entry] = chipEntry(document, chip, `${path}.content`, problems) ?? [];
  if (id === undefined || !entry) return;
  if (typeof entry.n_qubits === 'number') read.chip = readChip(entry);
  else {
    for (const [parameter, values] of Object.entries(entry)) {
      if (isObject(values)) {
        const own = { path: `${path}.content.${id}.${parameter}`, name: parameter, values };
        read.parameters.push({ ...own, unit: undefined, fallback: undefined });
      }
    }
  }
}

function readFileText(content: string, path: string, problems: Problems): Record<string, unknown> | undefined {
  const read = plainYaml(content, yamlBounds.qubexFile);
  return 'value' in read ? readObject(read.value, path, problems) : problems.add(path, `is not YAML: ${read.problem}`);
}

function readParameter(file: string, meta: unknown, values: Record<string, unknown>, path: string): QubexParameter {
  const { unit, default: fallback } = isObject(meta) ? meta : {};
  return {
    path,
    name: file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/i, ''),
    unit: typeof unit === 'string' ? unit : undefined,
    fallback: typeof fallback === 'number' && Number.isFinite(fallback) ? fallback : undefined,
    values,
  };
}

/** The part of a file that is about the chip: its only one, or the one that was named. */
function chipEntry(
  document: Record<string, unknown>,
  chip: string | undefined,
  path: string,
  problems: Problems,
): [string, Record<string, unknown>] | undefined {
  const ids = Object.keys(document);
  const id = chip ?? (ids.length === 1 ? ids[0] : undefined);
  const entry = id !== undefined && Object.hasOwn(document, id) ? document[id] : undefined;
  if (id !== undefined && isObject(entry)) return [id, entry];
  if (chip === undefined && ids.length > 1) {
    return problems.add('chip', `is needed: ${path} has ${ids.length} chips (${ids.slice(0, 6).join(', ')})`);
  }
  return problems.add(
    path,
    chip !== undefined && ids.length > 0 && Object.values(document).every(isObject)
      ? `has no chip '${chip}'`
      : `is no parameter (with 'data'), and no list of chips, but ${kindOf(entry ?? document)}`,
  );
}

function readChip(entry: Record<string, unknown>): QubexChip {
  const { name, n_qubits, topology } = entry;
  const { type = undefined, mux_size = entry.mux_size } = isObject(topology) ? topology : {};
  return {
    name: typeof name === 'string' ? name : undefined,
    qubitCount: Number.isSafeInteger(n_qubits) && Number(n_qubits) > 0 ? Number(n_qubits) : undefined,
    isSquareLattice: type === undefined || type === 'square_lattice',
    muxSize: Number.isSafeInteger(mux_size) && Number(mux_size) > 0 ? Number(mux_size) : undefined,
  };
}
