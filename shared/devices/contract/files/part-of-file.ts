import { chipDocumentFormat } from '../../rules/export/chip-document.ts';
import { isObject } from '../../rules/import/problems.ts';
import { isRunCard, isRunCardParameters } from '../../rules/import/qibolab/structure.ts';
import { qubexStructure } from '../../rules/import/qubex/structure.ts';
import type { DeviceFile } from './device-file.ts';
import type { ImportFormat } from './formats.ts';

/** What one file is: part of the documents of a format. */
export interface Part {
  format: ImportFormat;
  /** The name of its document; several files of one name are a list. */
  document: string;
  content: unknown;
  listed?: boolean;
}

type JsonObject = Record<string, unknown>;

/** What a file is by its structure, or why it cannot be used, as the end of a sentence that begins with its name. */
export function partOfFile(file: DeviceFile): Part | string {
  if ('problem' in file.content) return file.content.problem;
  const { document } = file.content;
  if (Array.isArray(document)) return partOfList(document) ?? unknownDocument;
  if (!isObject(document)) return unknownDocument;
  return partOfObject(document, file) ?? notImported(document) ?? unknownDocument;
}

const unknownDocument =
  'is neither a configuration nor properties of IBM, nor a calibration of Google, nor a calibration, runcard or parameters of qibolab, nor a state or wiring of QuAM, nor parameters or chips of qubex, nor a device topology of OQTOPUS, nor an exported chip';

/** A history of qibolab: dated versions. */
function partOfList(versions: readonly unknown[]): Part | undefined {
  const isHistory = versions.length > 0 && versions.every((one) => isObject(one) && isVersion(one));
  return isHistory ? { format: 'qibolab', document: 'calibrations', content: versions, listed: true } : undefined;
}

/** A damaged document is recognized by what is left, so that the import can name the damage. */
function partOfObject(document: JsonObject, { name, text }: DeviceFile): Part | undefined {
  if (document.format === chipDocumentFormat) {
    return { format: 'fiducial', document: 'chip', content: Object.keys(document).length > 1 ? document : text };
  }
  if (isVersion(document)) return qibolab(document);
  if (isObject(document.single_qubits)) return qibolab({ calibration: document });
  if (isRunCard(document)) return qibolab({ runcard: document });
  if (isRunCardParameters(document)) return qibolab({ parameters: document });
  if (isGoogle(document)) return { format: 'google', document: 'calibration', content: document };
  if (isDeviceTopology(document)) return { format: 'oqtopus', document: 'device', content: document };
  if (isTopology(document) || isDeviceRequest(document)) return undefined;
  if (isObject(document.qubits)) return { format: 'quam', document: 'state', content: document };
  if (isConfiguration(document)) return ibm('conf', document);
  if (isProperties(document)) return ibm('props', document);
  if (isObject(document.wiring) || isObject(document.network)) {
    return { format: 'quam', document: 'wiring', content: document };
  }
  return qubexStructure(document)
    ? { format: 'qubex', document: 'files', content: [{ name, content: text }], listed: true }
    : undefined;
}

const ibm = (document: 'conf' | 'props', content: unknown): Part => ({ format: 'ibm', document, content });
const qibolab = (version: unknown): Part => ({
  format: 'qibolab',
  document: 'calibrations',
  content: [version],
  listed: true,
});

/** A version of a calibration of qibolab, with or without its date. */
const isVersion = ({ calibration, runcard, parameters }: JsonObject): boolean =>
  isObject(calibration) ||
  (isObject(runcard) && isRunCard(runcard)) ||
  (isObject(parameters) && isRunCardParameters(parameters));

function isGoogle({ cirq_type, metrics }: JsonObject): boolean {
  if (cirq_type === 'Calibration' || (isObject(metrics) && Array.isArray(metrics.metrics))) return true;
  return (
    Array.isArray(metrics) && metrics.every((entry) => !isObject(entry) || 'targets' in entry || 'values' in entry)
  );
}

/** Both documents of IBM have a list of gates; properties alone have a list of qubits. */
const isConfiguration = ({ n_qubits, coupling_map, qubits }: JsonObject): boolean =>
  (n_qubits !== undefined || coupling_map !== undefined) && !Array.isArray(qubits);

function isProperties({ qubits, last_update_date, gates }: JsonObject): boolean {
  const lists = Array.isArray(qubits) ? qubits : [];
  return last_update_date !== undefined || Array.isArray(gates) || lists.some(Array.isArray);
}

const deviceFields = ['physical_id', 'meas_error', 'qubit_lifetime', 'gate_duration', 'position', 'fidelity'];

/** A device of OQTOPUS: a list of qubits as objects. */
const isDeviceTopology = ({ qubits, couplings }: JsonObject): boolean =>
  Array.isArray(qubits) &&
  (Array.isArray(couplings) || couplings === undefined) &&
  qubits.some((qubit) => isObject(qubit) && deviceFields.some((field) => field in qubit));

/** Fields of a request for an OQTOPUS device. */
const isDeviceRequest = ({ condition, exclude_couplings }: JsonObject): boolean =>
  isObject(condition) || Array.isArray(exclude_couplings);

/** Places of qubits by their ids, and couplings between them. */
const isTopology = ({ qubits, couplings }: JsonObject): boolean => {
  const places = isObject(qubits) ? Object.values(qubits) : [];
  return (
    Array.isArray(couplings) && places.length > 0 && places.every((at) => isObject(at) && 'row' in at && 'col' in at)
  );
};

/** Which known file an object is that is not imported, undefined for an unknown one. */
function notImported(document: JsonObject): string | undefined {
  if (isTopology(document)) {
    return 'is a topology without values: make it by `npx fiducial topologies create --body FILE`, or send it to POST /topologies';
  }
  if (isDeviceRequest(document)) return 'is a request for a device topology of OQTOPUS, not the device topology itself';
  if (typeof document.__class__ === 'string' && /quam/i.test(document.__class__)) {
    return 'is a file of QuAM without qubits';
  }
  return undefined;
}
