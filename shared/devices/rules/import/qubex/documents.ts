import { yamlBounds } from '../../../../kernel/rules/yaml/bounds.ts';
import { plainYaml } from '../../../../kernel/rules/yaml/plain-yaml.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject, kindOf, type Problems, readArray, readObject, readText } from '../problems.ts';
import { qubexStructure } from './structure.ts';

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
  /** Ids of the chips that the files have, in their order. */
  chipIds: string[];
}

/** The chips of one file. */
interface ChipsFile {
  path: string;
  chips: Record<string, Record<string, unknown>>;
}

/**
 * Reads the YAML files of a qubex configuration: a parameter of `params` (`meta` and `data`, named by its file),
 * `props.yaml` (parameters by chip) and `chip.yaml`. `chip` says which chip, where the files have several. A file that has
 * neither parameters nor chips is left out.
 */
export function readFiles(files: unknown, chip: string | undefined, problems: Problems, leftOut: LeftOut): QubexFiles {
  const read: QubexFiles = {
    parameters: [],
    chip: { name: undefined, qubitCount: undefined, isSquareLattice: false, muxSize: undefined },
    chipIds: [],
  };
  const list = readArray(files, 'files', problems) ?? [];
  if (Array.isArray(files) && (list.length === 0 || list.length > MAX_FILES)) {
    problems.add('files', `must be 1 to ${MAX_FILES} files, not ${list.length}`);
    return read;
  }
  const ofChips = list.flatMap((entry, index): ChipsFile[] => {
    const file = readFile(entry, `files[${index}]`, problems, leftOut);
    if (file && 'values' in file) read.parameters.push(file);
    return file && 'chips' in file ? [file] : [];
  });
  read.chipIds = [...new Set(ofChips.flatMap(({ chips }) => Object.keys(chips)))];
  const id = chosenChip(read.chipIds, chip, problems);
  if (id !== undefined) for (const file of ofChips) readChipOf(file, id, read, leftOut);
  return read;
}

function readFile(
  value: unknown,
  path: string,
  problems: Problems,
  leftOut: LeftOut,
): ChipsFile | QubexParameter | undefined {
  const file = readObject(value, path, problems);
  const name = file && readText(file.name, `${path}.name`, problems);
  const content = file && readText(file.content, `${path}.content`, problems);
  if (name === undefined || content === undefined) return undefined;
  const read = plainYaml(content, yamlBounds.deviceFile);
  if ('problem' in read) return problems.add(`${path}.content`, `is not YAML: ${read.problem}`);
  const structure = qubexStructure(read.value);
  switch (structure?.kind) {
    case 'parameter':
      leftOut.addUnread(read.value as Record<string, unknown>, new Set(['meta', 'data']), `${path}.content`);
      return readParameter(name, structure, `${path}.content`, leftOut);
    case 'chips':
      return { path: `${path}.content`, chips: structure.chips };
    case 'other':
      return leftOut.add(`${path}.content`, `is ${structure.what}, which has no value of a qubit`);
    default:
      return leftOut.add(
        `${path}.content`,
        `is neither a parameter (with 'data') nor a list of chips, but ${kindOf(read.value)}`,
      );
  }
}

function readParameter(
  file: string,
  { meta, data: values }: { meta: unknown; data: Record<string, unknown> },
  path: string,
  leftOut: LeftOut,
): QubexParameter {
  if (meta !== undefined && meta !== null && !isObject(meta)) leftOut.add(`${path}.meta`, 'is not an object');
  const given = isObject(meta) ? meta : {};
  leftOut.addUnread(given, new Set(['unit', 'default']), `${path}.meta`);
  const { unit = null, default: fallback = null } = given;
  if (unit !== null && typeof unit !== 'string') leftOut.add(`${path}.meta.unit`, 'is not a text');
  const isNumber = typeof fallback === 'number' && Number.isFinite(fallback);
  if (fallback !== null && !Number.isNaN(fallback) && !isNumber) leftOut.add(`${path}.meta.default`, 'is not a number');
  return {
    path: `${path}.data`,
    name: file.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/i, ''),
    unit: typeof unit === 'string' ? unit : undefined,
    fallback: isNumber ? fallback : undefined,
    values,
  };
}

/** The chip that is read: the only one of the files, or the one that was named. */
function chosenChip(ids: readonly string[], chip: string | undefined, problems: Problems): string | undefined {
  if (ids.length === 0) return undefined;
  const named = ids.slice(0, 20).join(', ');
  if (chip === undefined && ids.length > 1) {
    return problems.add('chip', `is needed, since the files have ${ids.length} chips: ${named}`);
  }
  if (chip !== undefined && !ids.includes(chip)) {
    return problems.add('chip', `'${chip}' is not in the files, which have ${named}`);
  }
  return chip ?? ids[0];
}

/** Reads what a file says of a chip: its size, or its parameters. */
function readChipOf({ path, chips }: ChipsFile, id: string, read: QubexFiles, leftOut: LeftOut): undefined {
  const entry = Object.hasOwn(chips, id) ? chips[id] : undefined;
  for (const other of Object.keys(chips)) {
    if (other !== id) leftOut.add(`${path}.${other.slice(0, 80)}`, 'is another chip', `${path}.*`);
  }
  if (!entry) return undefined;
  if ('n_qubits' in entry) {
    read.chip = readChip(entry, `${path}.${id}`, leftOut);
    return undefined;
  }
  for (const [parameter, values] of Object.entries(entry)) {
    const own = `${path}.${id}.${parameter.slice(0, 80)}`;
    if (isObject(values)) {
      read.parameters.push({ path: own, name: parameter, values, unit: undefined, fallback: undefined });
    } else leftOut.add(own, 'is not a parameter by qubit', `${path}.${id}.*`);
  }
}

function readChip(entry: Record<string, unknown>, path: string, leftOut: LeftOut): QubexChip {
  const { name, n_qubits, topology } = entry;
  const { type = undefined, mux_size = entry.mux_size } = isObject(topology) ? topology : {};
  leftOut.addUnread(entry, new Set(['name', 'n_qubits', 'topology', 'mux_size']), path);
  if (isObject(topology)) leftOut.addUnread(topology, new Set(['type', 'mux_size']), `${path}.topology`);
  const isCount = Number.isSafeInteger(n_qubits) && Number(n_qubits) > 0;
  if (!isCount) leftOut.add(`${path}.n_qubits`, 'is not a number of qubits');
  return {
    name: typeof name === 'string' ? name : undefined,
    qubitCount: isCount ? Number(n_qubits) : undefined,
    isSquareLattice: isCount && (type === undefined || type === 'square_lattice'),
    muxSize: Number.isSafeInteger(mux_size) && Number(mux_size) > 0 ? Number(mux_size) : undefined,
  };
}
