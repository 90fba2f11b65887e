import { isObject } from '../problems.ts';

/** What a YAML file of a qubex configuration is, by its structure. */
export type QubexStructure =
  /** A parameter of `params`: its `data` by label, with a `meta`. */
  | { kind: 'parameter'; meta: unknown; data: Record<string, unknown> }
  /** Chips by their ids: their sizes (`chip.yaml`), or their parameters (`props.yaml`). */
  | { kind: 'chips'; chips: Record<string, Record<string, unknown>> }
  /** Boxes, wiring or systems, which have no value of a qubit; `what` is such a file. */
  | { kind: 'other'; what: string };

/** The structure of a document, undefined for a document that is not of qubex. */
export function qubexStructure(document: unknown): QubexStructure | undefined {
  if (!isObject(document)) return undefined;
  const { meta, data } = document;
  if (isObject(data)) return { kind: 'parameter', meta, data };
  const entries = Object.entries(document);
  const chips = entries.filter((entry): entry is [string, Record<string, unknown>] => isChip(entry[1]));
  if (chips.length > 0) return { kind: 'chips', chips: Object.fromEntries(chips) };
  const values = entries.map(([, value]) => value);
  const every = (test: (value: Record<string, unknown>) => boolean) =>
    values.length > 0 && values.every((value) => isObject(value) && test(value));
  if (values.length > 0 && values.every(isWiring)) return { kind: 'other', what: 'a wiring' };
  if (every(({ type, address }) => typeof type === 'string' && address !== undefined))
    return { kind: 'other', what: 'a list of boxes' };
  if (every(({ chip_id }) => typeof chip_id === 'string')) return { kind: 'other', what: 'a list of systems' };
  return undefined;
}

/** A chip has its number of qubits, or a parameter whose keys are qubits or pairs. */
const isChip = (value: unknown): boolean =>
  isObject(value) && ('n_qubits' in value || Object.values(value).some((parameter) => isByLabel(parameter)));

const isByLabel = (value: unknown): boolean => {
  const labels = isObject(value) ? Object.keys(value) : [];
  return labels.length > 0 && labels.every((label) => /^Q?\d+(-Q?\d+)?$/.test(label));
};

/** A readout mux and its ports, or a list of these. */
const isWiring = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => isObject(entry) && 'mux' in entry);
